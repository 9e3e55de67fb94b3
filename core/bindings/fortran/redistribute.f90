! From any decomposition to any other, and transposes: redistribute.h, numbers.h, transpose.h.
!
!   call plan%create(comm, pencils_x, pencils_y, u)      ! u: of the elements' type
!   call plan%execute(u, v)
module cornerturn_redistribute
  use, intrinsic :: iso_c_binding
  use, intrinsic :: iso_fortran_env, only: int64
  use cornerturn_c
  use cornerturn_support
  use cornerturn_arrays
  use cornerturn_decomposition
  use cornerturn_options
  implicit none
  private
  public :: ct_numbers, ct_redistribute_plan, ct_transpose_plan

  ! result = alpha op(input) + beta result, in any precisions.
  type :: ct_numbers
    logical :: is_complex = .false.
    integer(c_int) :: from = CT_DOUBLE, into = CT_DOUBLE
    complex(c_double) :: alpha = 1, beta = 0
  end type ct_numbers

  type, abstract, extends(ct_plan) :: moving_plan
    type(ct_array) :: arrays(2)
  end type moving_plan

  type, extends(moving_plan) :: ct_redistribute_plan
  contains
    procedure :: create => create_redistribute
    procedure :: execute => execute_redistribute
    procedure :: execute_many
    procedure :: destroy => destroy_redistribute
    procedure :: total_bytes
    final :: redistribute_at_end
  end type ct_redistribute_plan

  type, extends(moving_plan) :: ct_transpose_plan
  contains
    procedure :: create => create_transpose
    procedure :: execute => execute_transpose
    procedure :: destroy => destroy_transpose
    final :: transpose_at_end
  end type ct_transpose_plan

contains

  function numbers_for_c(numbers) result(c)
    type(ct_numbers), intent(in) :: numbers
    type(ct_numbers_c) :: c
    c%parts = merge(2, 1, numbers%is_complex)
    c%from = numbers%from
    c%into = numbers%into
    c%alpha = [real(numbers%alpha), aimag(numbers%alpha)]
    c%beta = [real(numbers%beta), aimag(numbers%beta)]
  end function numbers_for_c

  pure integer(c_ptrdiff_t) function number_bytes(numbers)
    type(ct_numbers), intent(in) :: numbers
    number_bytes = merge(4, 8, numbers%into == CT_FLOAT)*merge(2, 1, numbers%is_complex)
  end function number_bytes

  ! What arrays of such numbers have to have, and the elements like `mold`, as of take_mold.
  subroutine take_numbers(mold, numbers, in_place, wanted, bytes, complaint)
    type(*), dimension(..), intent(in) :: mold
    type(ct_numbers), intent(in) :: numbers
    logical, intent(in) :: in_place
    type(ct_array), intent(out) :: wanted(2)
    integer(c_ptrdiff_t), intent(out) :: bytes
    character(LONGEST_COMPLAINT), intent(out) :: complaint
    integer(c_int) :: found, precision
    complaint = " "
    bytes = element_bytes(mold)
    wanted%numbers = merge(COMPLEX_NUMBERS, REAL_NUMBERS, numbers%is_complex)
    wanted%precision = [numbers%from, numbers%into]
    found = numbers_of_mold(mold, precision)
    if (found /= wanted(1)%numbers .or. precision /= numbers%from) then
      complaint = "elements of another type than numbers%is_complex and numbers%from say; allowed: of that"
      bytes = -1
    end if
    if (in_place .and. numbers%from /= numbers%into) wanted%numbers = ANY_NUMBERS ! one before, the other after
  end subroutine take_numbers

  ! Axis a of the result is axis axes(a) of the input; not given: the same axes. Collective, as
  ! ct_redistribute_plan_create.
  subroutine create_redistribute(self, comm, from, into, mold, axes, conjugate, numbers, options, stat, errmsg)
    class(ct_redistribute_plan), intent(inout) :: self
    type(*), intent(in) :: comm
    type(ct_decomposition), intent(in) :: from, into
    type(*), dimension(..), intent(in) :: mold ! of the elements' type
    integer, intent(in), optional :: axes(:)
    logical, intent(in), optional :: conjugate
    type(ct_numbers), intent(in), optional :: numbers
    type(ct_exchange_options), intent(in), optional :: options
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(decomposition_for_c), target :: sides(2)
    type(exchange_options_for_c) :: exchange
    type(ct_exchange_options) :: all_options
    type(ct_redistribute_options_c), target :: c_options
    type(ct_numbers_c), target :: c_numbers
    integer(c_int), target :: permutation(4)
    integer(c_int) :: status
    integer(c_ptrdiff_t) :: bytes
    character(LONGEST_COMPLAINT) :: complaint
    type(c_ptr) :: given
    call self%destroy()
    if (present(options)) all_options = options
    call sides(1)%set(from)
    call sides(2)%set(into)
    given = axes_for_c(axes, sides(1)%c%axes, permutation)
    c_options%conjugate = 0
    if (present(conjugate)) c_options%conjugate = flag(conjugate)
    c_options%sign_byte = 0
    c_options%numbers = c_null_ptr
    if (present(numbers)) then
      c_numbers = numbers_for_c(numbers)
      c_options%numbers = c_loc(c_numbers)
      call take_numbers(mold, numbers, all_options%in_place, self%arrays, bytes, complaint)
    else
      call take_mold(mold, c_options%conjugate /= 0, all_options%precision, self%arrays, bytes, complaint)
    end if
    status = exchange%set(all_options)
    c_options%exchange = exchange%c
    if (status == CT_OK) status = ct_redistribute_plan_create_c( &
      comm_handle(comm), c_loc(sides(1)%c), given, c_loc(sides(2)%c), bytes, c_loc(c_options), self%c)
    if (status == CT_OK) then
      self%arrays%bytes = elements(comm, sides)*bytes
      if (present(numbers)) self%arrays(2)%bytes = self%arrays(2)%bytes/bytes*number_bytes(numbers)
      if (all_options%in_place) self%arrays%bytes = maxval(self%arrays%bytes)
    end if
    call finish(status, stat, errmsg, complaint)
  end subroutine create_redistribute

  ! `axes` of an array of n axes.
  type(c_ptr) function axes_for_c(axes, n, c)
    integer, intent(in), optional :: axes(:)
    integer(c_int), intent(in) :: n
    integer(c_int), intent(inout), target :: c(4)
    axes_for_c = c_null_ptr
    if (.not. present(axes)) return
    c = turned_axes(axes, n)
    axes_for_c = c_loc(c)
  end function axes_for_c

  function elements(comm, sides)
    type(*), intent(in) :: comm
    type(decomposition_for_c), intent(in), target :: sides(2)
    integer(c_ptrdiff_t) :: elements(2)
    integer :: i
    do i = 1, 2
      elements(i) = ct_decomposition_elements_c(c_loc(sides(i)%c), comm_rank(comm))
    end do
  end function elements

  ! Contiguous arrays of any rank, distinct ones or, with in_place, one twice. Collective.
  subroutine execute_redistribute(self, input, output, stat, errmsg)
    class(ct_redistribute_plan), intent(in) :: self
    type(*), dimension(..), intent(in) :: input
    type(*), dimension(..), intent(inout) :: output
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call call_with_arrays(ct_redistribute_execute_c, self%c, input, output, self%arrays, stat, errmsg)
  end subroutine execute_redistribute

  ! Redistributes n fields (the same n on all ranks), one after another in contiguous arrays with an
  ! axis more, the last, as ct_redistribute_execute_many. Collective.
  subroutine execute_many(self, n, inputs, outputs, stat, errmsg)
    class(ct_redistribute_plan), intent(in) :: self
    integer, intent(in) :: n
    type(*), dimension(..), intent(in) :: inputs
    type(*), dimension(..), intent(inout) :: outputs
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call call_with_fields(ct_redistribute_execute_many_c, self%c, n, inputs, outputs, self%arrays, stat, errmsg)
  end subroutine execute_many

  ! Collective.
  subroutine destroy_redistribute(self)
    class(ct_redistribute_plan), intent(inout) :: self
    if (c_associated(self%c)) call ct_redistribute_plan_destroy_c(self%c)
  end subroutine destroy_redistribute

  impure elemental subroutine redistribute_at_end(self)
    type(ct_redistribute_plan), intent(inout) :: self
    call self%destroy()
  end subroutine redistribute_at_end

  ! Bytes that all ranks together send to others in one execution. Local.
  real(c_double) function total_bytes(self)
    class(ct_redistribute_plan), intent(in) :: self
    total_bytes = ct_redistribute_total_bytes_c(self%c)
  end function total_bytes

  ! Between balanced blocks over grids, ranks along the first axis following one another, the first
  ! axis with a pitch or not. Axis a of the result is axis axes(a) of the input; not given: the axes
  ! in reverse order. Collective, as ct_transpose_plan_create.
  subroutine create_transpose(self, comm, from, into, mold, axes, conjugate, options, stat, errmsg)
    class(ct_transpose_plan), intent(inout) :: self
    type(*), intent(in) :: comm
    type(ct_decomposition), intent(in) :: from, into
    type(*), dimension(..), intent(in) :: mold
    integer, intent(in), optional :: axes(:)
    logical, intent(in), optional :: conjugate
    type(ct_exchange_options), intent(in), optional :: options
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(ct_distribution_c), target :: sides(2)
    type(exchange_options_for_c) :: exchange
    type(ct_exchange_options) :: all_options
    type(ct_transpose_options_c), target :: c_options
    integer(c_int), target :: permutation(4)
    integer(c_int) :: status
    integer(c_ptrdiff_t) :: bytes
    character(LONGEST_COMPLAINT) :: complaint
    type(c_ptr) :: given
    call self%destroy()
    if (present(options)) all_options = options
    sides = [distribution_for_c(from), distribution_for_c(into)]
    given = axes_for_c(axes, sides(1)%axes, permutation)
    c_options%conjugate = 0
    if (present(conjugate)) c_options%conjugate = flag(conjugate)
    c_options%sign_byte = 0
    call take_mold(mold, c_options%conjugate /= 0, all_options%precision, self%arrays, bytes, complaint)
    status = exchange%set(all_options)
    c_options%exchange = exchange%c
    if (status == CT_OK) status = ct_transpose_plan_create_c( &
      comm_handle(comm), c_loc(sides(1)), given, c_loc(sides(2)), bytes, c_loc(c_options), self%c)
    if (status == CT_OK) then
      self%arrays%bytes = [ct_distribution_elements_c(c_loc(sides(1)), comm_rank(comm)), &
                    ct_distribution_elements_c(c_loc(sides(2)), comm_rank(comm))]*bytes
      if (all_options%in_place) self%arrays%bytes = maxval(self%arrays%bytes)
    end if
    call finish(status, stat, errmsg, complaint)
  end subroutine create_transpose

  function distribution_for_c(from) result(c)
    type(ct_decomposition), intent(in) :: from
    type(ct_distribution_c) :: c
    c%axes = size(from%extent)
    c%extent = turned(from%extent, c%axes)
    c%grid = -1 ! which the library refuses
    if (allocated(from%grid)) c%grid = turned(from%grid, c%axes)
    c%pitch = 0
    if (allocated(from%pitch)) c%pitch = from%pitch(1)
    if (allocated(from%bounds) .or. allocated(from%width) .or. allocated(from%boxes) .or. &
        allocated(from%order) .or. allocated(from%ghosts) .or. from%last_fastest) c%grid = -1
  end function distribution_for_c

  ! As of a redistribution. Collective.
  subroutine execute_transpose(self, input, output, stat, errmsg)
    class(ct_transpose_plan), intent(in) :: self
    type(*), dimension(..), intent(in) :: input
    type(*), dimension(..), intent(inout) :: output
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call call_with_arrays(ct_transpose_execute_c, self%c, input, output, self%arrays, stat, errmsg)
  end subroutine execute_transpose

  ! Collective.
  subroutine destroy_transpose(self)
    class(ct_transpose_plan), intent(inout) :: self
    if (c_associated(self%c)) call ct_transpose_plan_destroy_c(self%c)
  end subroutine destroy_transpose

  impure elemental subroutine transpose_at_end(self)
    type(ct_transpose_plan), intent(inout) :: self
    call self%destroy()
  end subroutine transpose_at_end
end module cornerturn_redistribute
