! The arrays of a call: their addresses, after a look whether the library may read and write what the
! plan needs; and the calls that have one array to read and one to write.
module cornerturn_arrays
  use, intrinsic :: iso_c_binding
  use cornerturn_c
  use cornerturn_support
  implicit none
  private
  public :: ct_array, ct_find_arrays, address_of, call_with_arrays, call_with_fields
  public :: numbers_of_mold, take_mold
  public :: ANY_NUMBERS, REAL_NUMBERS, COMPLEX_NUMBERS, EITHER_NUMBERS

  integer(c_int), parameter :: ANY_NUMBERS = 0, REAL_NUMBERS = 1, COMPLEX_NUMBERS = 2, EITHER_NUMBERS = 3

  ! What an array of a call has to have.
  type, bind(C) :: ct_array
    integer(c_ptrdiff_t) :: bytes = 0 ! at least
    integer(c_ptrdiff_t) :: element_bytes = 0 ! of ANY_NUMBERS; 0: any
    integer(c_int) :: numbers = ANY_NUMBERS
    integer(c_int) :: precision = CT_DOUBLE
  end type ct_array

  interface
    ! What the elements of an array are; ANY_NUMBERS: no numbers that the library knows.
    function numbers_of_mold(mold, precision) bind(C, name="ct_fortran_numbers") result(numbers)
      import :: c_int
      type(*), dimension(..), intent(in) :: mold
      integer(c_int), intent(out) :: precision
      integer(c_int) :: numbers
    end function numbers_of_mold

    function ct_fortran_address(array, wanted, complaint, length) bind(C)
      import :: c_ptr, c_int, c_char, ct_array
      type(*), dimension(..), intent(in) :: array
      type(ct_array), intent(in) :: wanted
      character(kind=c_char), intent(inout) :: complaint(*)
      integer(c_int), value :: length
      type(c_ptr) :: ct_fortran_address
    end function ct_fortran_address
  end interface

  interface ! as address_of, of two arrays
#ifdef __GFORTRAN__
    subroutine ct_find_arrays(input, output, wanted, complaint, addresses) ! with gfortran's descriptors
#else
    subroutine ct_find_arrays(input, output, wanted, complaint, addresses) bind(C, name="ct_fortran_addresses")
#endif
      import :: c_ptr, c_char, ct_array
      type(*), dimension(..), intent(in) :: input, output
      type(ct_array), intent(in) :: wanted(2)
      character(kind=c_char), intent(inout) :: complaint(*)
      type(c_ptr), intent(out) :: addresses(2)
    end subroutine ct_find_arrays
  end interface

  abstract interface ! the library's functions of a plan and its arrays
    function of_arrays(plan, input, output) bind(C) result(status)
      import :: c_ptr, c_int
      type(c_ptr), value :: plan, input, output
      integer(c_int) :: status
    end function of_arrays

    function of_fields(plan, n, inputs, outputs) bind(C) result(status)
      import :: c_ptr, c_int
      type(c_ptr), value :: plan
      integer(c_int), value :: n
      type(c_ptr), intent(inout) :: inputs(*), outputs(*)
      integer(c_int) :: status
    end function of_fields
  end interface

contains

  ! What arrays like `mold` have to have on both sides of a plan. The library is told the size of
  ! elements alone, and takes any of it for complex numbers to conjugate, or doubles to round: where they
  ! are others `bytes` is -1, which it refuses on all ranks, and `complaint` says why.
  subroutine take_mold(mold, conjugates, precision, wanted, bytes, complaint)
    type(*), dimension(..), intent(in) :: mold
    logical, intent(in) :: conjugates
    integer(c_int), intent(in) :: precision ! CT_MESSAGES_..
    type(ct_array), intent(out) :: wanted(2)
    integer(c_ptrdiff_t), intent(out) :: bytes ! of an element
    character(LONGEST_COMPLAINT), intent(out) :: complaint
    integer(c_int) :: numbers, their_precision
    complaint = " "
    bytes = element_bytes(mold)
    numbers = numbers_of_mold(mold, their_precision)
    wanted%element_bytes = bytes
    if (conjugates .or. precision /= CT_MESSAGES_EXACT) then
      wanted%numbers = numbers
      wanted%precision = their_precision
    end if
    if (conjugates .and. numbers /= COMPLEX_NUMBERS) then
      complaint = "conjugates of such elements; allowed: complex(real64), complex(real32)"
    else if (precision /= CT_MESSAGES_EXACT .and. (numbers == ANY_NUMBERS .or. their_precision /= CT_DOUBLE)) then
      complaint = "such elements rounded in messages; allowed: real(real64), complex(real64), or exact messages"
    end if
    if (complaint /= " ") bytes = -1
  end subroutine take_mold

  ! The address of an array in one piece that is as wanted. Where it cannot be used it is NULL, which the
  ! library reports on all ranks, and `complaint` says why.
  type(c_ptr) function address_of(array, wanted, complaint)
    type(*), dimension(..), intent(in) :: array
    type(ct_array), intent(in) :: wanted
    character(LONGEST_COMPLAINT), intent(inout) :: complaint ! of the first array that has one
    address_of = ct_fortran_address(array, wanted, complaint, int(len(complaint), c_int))
  end function address_of

  ! The same of n arrays, each as wanted, one after another in one, its last axis counting them.
  function addresses_of(arrays, n, wanted, complaint) result(addresses)
    type(*), dimension(..), intent(in) :: arrays
    integer, intent(in) :: n
    type(ct_array), intent(in) :: wanted
    character(LONGEST_COMPLAINT), intent(inout) :: complaint
    type(c_ptr) :: addresses(max(n, 0)), first
    type(ct_array) :: all
    integer :: i
    all = wanted
    all%bytes = max(n, 0)*wanted%bytes
    first = address_of(arrays, all, complaint)
    addresses = first
    if (.not. c_associated(first)) return
    do i = 2, n
      addresses(i) = transfer(transfer(first, wanted%bytes) + (i - 1)*wanted%bytes, first)
    end do
  end function addresses_of

  ! Calls what executes a plan, with arrays that are as wanted, and ends the call (finish).
  subroutine call_with_arrays(execute, plan, input, output, wanted, stat, errmsg)
    procedure(of_arrays) :: execute
    type(c_ptr), intent(in) :: plan
    type(*), dimension(..), intent(in) :: input, output
    type(ct_array), intent(in) :: wanted(2)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(LONGEST_COMPLAINT) :: complaint
    type(c_ptr) :: at(2)
    integer(c_int) :: status
    call ct_find_arrays(input, output, wanted, complaint, at)
    status = execute(plan, at(1), at(2))
    if (status == CT_OK .and. ichar(complaint(1:1)) == NO_COMPLAINT .and. .not. present(stat)) then
      if (had_characters() == 0) return ! else the next call that fails would keep its message to itself
    end if
    call finish(status, stat, errmsg, complaint)
  end subroutine call_with_arrays

  ! The same of n fields, one after another in each array, its last axis counting them.
  subroutine call_with_fields(execute, plan, n, inputs, outputs, wanted, stat, errmsg)
    procedure(of_fields) :: execute
    type(c_ptr), intent(in) :: plan
    integer, intent(in) :: n
    type(*), dimension(..), intent(in) :: inputs, outputs
    type(ct_array), intent(in) :: wanted(2) ! of one field
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(LONGEST_COMPLAINT) :: complaint
    type(c_ptr) :: from(max(n, 0)), into(max(n, 0))
    complaint(1:1) = " "
    from = addresses_of(inputs, n, wanted(1), complaint)
    into = addresses_of(outputs, n, wanted(2), complaint)
    call finish(execute(plan, n, from, into), stat, errmsg, complaint)
  end subroutine call_with_fields
end module cornerturn_arrays
