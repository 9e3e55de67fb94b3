! What all modules share: failures, texts, communicators, arrays, axes.
!
! Arrays are Fortran's, whose first axis is the fastest; the library's last axis is. So axis i of n
! is the library's axis n - i (it counts from 0), and whatever is given axis by axis is turned
! around here and in the modules above; positions count from 1.
module cornerturn_support
  use, intrinsic :: iso_c_binding
  use, intrinsic :: iso_fortran_env, only: int64
  use cornerturn_c
  implicit none
  private
  public :: ct_plan, ct_error_message, ct_version
  public :: comm_handle, comm_rank, comm_size, type_handle, element_bytes, in_place, had_characters, finish, turned, turned_axes
  public :: c_text, fortran_text, flag
  public :: NO_COMPLAINT, LONGEST_COMPLAINT, LONGEST_TEXT, LONGEST_PATH

  integer, parameter :: NO_COMPLAINT = ichar(" ") ! the first character; texts are compared by a call
  integer, parameter :: LONGEST_COMPLAINT = 160, LONGEST_TEXT = 256, LONGEST_PATH = 1024

  ! A plan of the library. It is destroyed, collectively, where its variable ends (in a block or a
  ! procedure; not in the main program, whose variables never end), by destroy, or by creating
  ! another in its place. It cannot be copied.
  type, abstract :: ct_plan
    type(c_ptr) :: c = c_null_ptr ! for cornerturn_c's functions
  contains
    procedure :: is_created
    procedure, private :: refuse_copy
    generic :: assignment(=) => refuse_copy
  end type ct_plan

  interface
    ! An integer of `use mpi`, or a type(MPI_Comm) of `use mpi_f08`, which is that integer alone.
    function comm_handle(comm) bind(C, name="ct_fortran_comm")
      import :: ct_mpi_handle
      type(*), intent(in) :: comm
      integer(ct_mpi_handle) :: comm_handle
    end function comm_handle

    function type_handle(datatype) bind(C, name="ct_fortran_datatype")
      import :: ct_mpi_handle
      type(*), intent(in) :: datatype
      integer(ct_mpi_handle) :: type_handle
    end function type_handle

    function comm_rank(comm) bind(C, name="ct_fortran_rank")
      import :: c_int
      type(*), intent(in) :: comm
      integer(c_int) :: comm_rank
    end function comm_rank

    function comm_size(comm) bind(C, name="ct_fortran_size")
      import :: c_int
      type(*), intent(in) :: comm
      integer(c_int) :: comm_size
    end function comm_size

    function element_bytes(array) bind(C, name="ct_fortran_element_bytes")
      import :: c_ptrdiff_t
      type(*), dimension(..), intent(in) :: array
      integer(c_ptrdiff_t) :: element_bytes
    end function element_bytes

    ! MPI_IN_PLACE as C has it, where the array is that; else c_null_ptr.
    function in_place(array) bind(C, name="ct_fortran_in_place")
      import :: c_ptr
      type(*), dimension(..), intent(in) :: array
      type(c_ptr) :: in_place
    end function in_place

    ! Whether an array of this call has characters: the length of errmsg is then not known.
    function had_characters() bind(C, name="ct_fortran_had_characters")
      import :: c_int
      integer(c_int) :: had_characters
    end function had_characters

    pure function strlen(text) bind(C)
      import :: c_ptr, c_size_t
      type(c_ptr), value :: text
      integer(c_size_t) :: strlen
    end function strlen
  end interface

  interface turned ! what is given for each axis, in the other order
    module procedure turned_int, turned_int64, turned_real
  end interface turned

contains

  logical function is_created(self)
    class(ct_plan), intent(in) :: self
    is_created = c_associated(self%c)
  end function is_created

  subroutine refuse_copy(self, other)
    class(ct_plan), intent(inout) :: self
    class(ct_plan), intent(in) :: other
    if (c_associated(self%c) .or. c_associated(other%c)) &
      error stop "cornerturn: a plan was assigned to another; allowed: a plan in one variable"
  end subroutine refuse_copy

  ! C's text, and a text for C, which ends with a zero.
  function fortran_text(c) result(text)
    type(c_ptr), intent(in) :: c
    character(:), allocatable :: text
    character(kind=c_char), pointer :: letters(:)
    integer :: i
    if (.not. c_associated(c)) then
      text = ""
      return
    end if
    call c_f_pointer(c, letters, [strlen(c)])
    allocate (character(size(letters)) :: text)
    do i = 1, size(letters)
      text(i:i) = letters(i)
    end do
  end function fortran_text

  pure function c_text(text) result(letters)
    character(*), intent(in) :: text
    character(kind=c_char) :: letters(len_trim(text) + 1)
    integer :: i
    do i = 1, len_trim(text)
      letters(i) = text(i:i)
    end do
    letters(len_trim(text) + 1) = c_null_char
  end function c_text

  pure integer(c_int) function flag(is_set)
    logical, intent(in) :: is_set
    flag = merge(1_c_int, 0_c_int, is_set)
  end function flag

  ! Message of the last failure: what, where, what is allowed. Local.
  function ct_error_message() result(text)
    character(:), allocatable :: text
    text = fortran_text(ct_error_message_c())
    if (index(text, "axis") > 0) text = text//" (axes as C counts them: 0 is the last one in Fortran)"
  end function ct_error_message

  ! Version of the library, "major.minor.patch". Local.
  function ct_version() result(text)
    character(:), allocatable :: text
    text = fortran_text(ct_version_c())
  end function ct_version

  ! Ends a call: with `stat`, it has the status (0: done) and `errmsg` the message, unless an array
  ! has characters: gfortran passes lengths of actual arguments of type(*) too, before that of errmsg,
  ! which would be taken for it. Without `stat`, a failure stops the program with the message.
  ! `complaint` is what this rank found by itself.
  subroutine finish(status, stat, errmsg, complaint)
    integer(c_int), intent(in) :: status
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(*), intent(in), optional :: complaint
    integer(c_int) :: found
    logical :: is_sized
    is_sized = had_characters() == 0
    found = status
    if (present(complaint)) then
      if (ichar(complaint(1:1)) /= NO_COMPLAINT) found = CT_ERROR_ARGUMENT
    end if
    if (present(stat)) stat = found
    if (found /= CT_OK) call fail(present(stat), is_sized, errmsg, complaint)
  end subroutine finish

  subroutine fail(is_caught, is_sized, errmsg, complaint)
    logical, intent(in) :: is_caught, is_sized
    character(*), intent(inout), optional :: errmsg
    character(*), intent(in), optional :: complaint
    character(:), allocatable :: message
    message = ct_error_message()
    if (present(complaint)) then
      if (complaint(1:1) /= " ") message = trim(complaint)
    end if
    if (present(errmsg) .and. is_sized) errmsg = message
    if (.not. is_caught) error stop "cornerturn: "//message
  end subroutine fail

  pure function turned_int(values, axes) result(c)
    integer, intent(in) :: values(:)
    integer, intent(in) :: axes
    integer(c_int) :: c(4)
    c = 0
    c(1:min(axes, 4)) = -1 ! which the library refuses, as it does more axes
    if (size(values) == axes .and. axes <= 4) c(1:axes) = values(axes:1:-1)
  end function turned_int

  pure function turned_int64(values, axes) result(c)
    integer(int64), intent(in) :: values(:)
    integer, intent(in) :: axes
    integer(c_ptrdiff_t) :: c(4)
    c = 0
    c(1:min(axes, 4)) = -1
    if (size(values) == axes .and. axes <= 4) c(1:axes) = values(axes:1:-1)
  end function turned_int64

  pure function turned_real(values, axes) result(c)
    real(c_double), intent(in) :: values(:)
    integer, intent(in) :: axes
    real(c_double) :: c(4)
    c = 0
    c(1:min(axes, 4)) = -1
    if (size(values) == axes .and. axes <= 4) c(1:axes) = values(axes:1:-1)
  end function turned_real

  ! Names of n axes, as of a permutation or an order in memory.
  pure function turned_axes(axes, n) result(c)
    integer, intent(in) :: axes(:)
    integer, intent(in) :: n
    integer(c_int) :: c(4)
    c = -1 ! which the library refuses
    if (size(axes) /= n .or. n > 4) return
    c = 0
    c(1:n) = n - axes(n:1:-1)
  end function turned_axes
end module cornerturn_support
