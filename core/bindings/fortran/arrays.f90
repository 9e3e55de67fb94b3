! The arrays of a call: their addresses, after a look whether the library may read and write what the
! plan needs; and the calls that have one array to read and one to write.
module cornerturn_arrays
  use, intrinsic :: iso_c_binding
  use cornerturn_c
  use cornerturn_support
  implicit none
  private
  public :: ct_arrays, ct_find_arrays, address_of, call_with_arrays, call_with_fields
  public :: ANY_NUMBERS, REAL_NUMBERS, COMPLEX_NUMBERS

  integer(c_int), parameter :: ANY_NUMBERS = 0, REAL_NUMBERS = 1, COMPLEX_NUMBERS = 2

  ! What the two arrays of a call have to have; with both ANY_NUMBERS, any.
  type, bind(C) :: ct_arrays
    integer(c_ptrdiff_t) :: bytes(2) = 0 ! at least
    integer(c_int) :: numbers(2) = ANY_NUMBERS
    integer(c_int) :: precision = CT_DOUBLE
  end type ct_arrays

  interface
    function ct_fortran_address(array, numbers, precision, bytes, complaint, length) bind(C)
      import :: c_ptr, c_int, c_ptrdiff_t, c_char
      type(*), dimension(..), intent(in) :: array
      integer(c_int), value :: numbers, precision
      integer(c_ptrdiff_t), value :: bytes
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
      import :: c_ptr, c_char, ct_arrays
      type(*), dimension(..), intent(in) :: input, output
      type(ct_arrays), intent(in) :: wanted
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

  ! The address of an array in one piece, of at least so many bytes. Where it cannot be used it is
  ! NULL, which the library reports on all ranks, and `complaint` says why.
  type(c_ptr) function address_of(array, bytes, complaint, numbers, precision)
    type(*), dimension(..), intent(in) :: array
    integer(c_ptrdiff_t), intent(in) :: bytes
    character(LONGEST_COMPLAINT), intent(inout) :: complaint ! of the first array that has one
    integer(c_int), intent(in), optional :: numbers, precision
    integer(c_int) :: wanted(2)
    wanted = [ANY_NUMBERS, CT_DOUBLE]
    if (present(numbers)) wanted = [numbers, precision]
    address_of = ct_fortran_address(array, wanted(1), wanted(2), bytes, complaint, &
                                    int(len(complaint), c_int))
  end function address_of

  ! The same of n arrays one after another in one, its last axis counting them.
  function addresses_of(arrays, n, bytes, complaint, numbers, precision) result(addresses)
    type(*), dimension(..), intent(in) :: arrays
    integer, intent(in) :: n
    integer(c_ptrdiff_t), intent(in) :: bytes ! of each
    character(LONGEST_COMPLAINT), intent(inout) :: complaint
    integer(c_int), intent(in) :: numbers, precision
    type(c_ptr) :: addresses(max(n, 0)), first
    integer :: i
    first = address_of(arrays, max(n, 0)*bytes, complaint, numbers, precision)
    addresses = first
    if (.not. c_associated(first)) return
    do i = 2, n
      addresses(i) = transfer(transfer(first, bytes) + (i - 1)*bytes, first)
    end do
  end function addresses_of

  ! Calls what executes a plan, with arrays that are as wanted, and ends the call (finish).
  subroutine call_with_arrays(execute, plan, input, output, wanted, stat, errmsg)
    procedure(of_arrays) :: execute
    type(c_ptr), intent(in) :: plan
    type(*), dimension(..), intent(in) :: input, output
    type(ct_arrays), intent(in) :: wanted
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(LONGEST_COMPLAINT) :: complaint
    type(c_ptr) :: at(2)
    integer(c_int) :: status
    call ct_find_arrays(input, output, wanted, complaint, at)
    status = execute(plan, at(1), at(2))
    if (status == CT_OK .and. ichar(complaint(1:1)) == NO_COMPLAINT .and. .not. present(stat)) return
    call finish(status, stat, errmsg, complaint)
  end subroutine call_with_arrays

  ! The same of n fields, one after another in each array, its last axis counting them.
  subroutine call_with_fields(execute, plan, n, inputs, outputs, wanted, stat, errmsg)
    procedure(of_fields) :: execute
    type(c_ptr), intent(in) :: plan
    integer, intent(in) :: n
    type(*), dimension(..), intent(in) :: inputs, outputs
    type(ct_arrays), intent(in) :: wanted ! of one field
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(LONGEST_COMPLAINT) :: complaint
    type(c_ptr) :: from(max(n, 0)), into(max(n, 0))
    complaint(1:1) = " "
    from = addresses_of(inputs, n, wanted%bytes(1), complaint, wanted%numbers(1), wanted%precision)
    into = addresses_of(outputs, n, wanted%bytes(2), complaint, wanted%numbers(2), wanted%precision)
    call finish(execute(plan, n, from, into), stat, errmsg, complaint)
  end subroutine call_with_fields
end module cornerturn_arrays
