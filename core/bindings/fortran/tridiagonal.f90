! Many tridiagonal systems at once, along an axis of a distributed array: tridiagonal.h.
!
!   call plan%create(comm, array, axis=1)            ! array: a ct_decomposition of the right sides
!   call plan%factorise(lower, diagonal, upper)
!   call plan%solve(u)                               ! right sides before, solutions after
module cornerturn_tridiagonal
  use, intrinsic :: iso_c_binding
  use cornerturn_c
  use cornerturn_support
  use cornerturn_arrays
  use cornerturn_decomposition
  use cornerturn_options
  implicit none
  private
  public :: ct_tridiagonal_plan

  integer, parameter :: MOST_ARRAYS = 4 ! of one call of solve

  type, extends(ct_plan) :: ct_tridiagonal_plan
    type(ct_array), private :: array, matrix
  contains
    procedure :: create, factorise, solve, reason, destroy
    final :: destroy_at_end
  end type ct_tridiagonal_plan

contains

  ! `cyclic`: the first and the last unknown of a line are neighbours; `variable`: each line has its
  ! matrix, else one for all; `method`: CT_TRIDIAGONAL_... Collective, as ct_tridiagonal_plan_create.
  subroutine create(self, comm, array, axis, cyclic, variable, complex_numbers, precision, method, &
                    options, stat, errmsg)
    class(ct_tridiagonal_plan), intent(inout) :: self
    type(*), intent(in) :: comm
    type(ct_decomposition), intent(in) :: array
    integer, intent(in) :: axis
    logical, intent(in), optional :: cyclic, variable, complex_numbers
    integer(c_int), intent(in), optional :: precision, method
    type(ct_exchange_options), intent(in), optional :: options
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(decomposition_for_c) :: part
    type(exchange_options_for_c) :: exchange
    type(ct_exchange_options) :: all_options
    type(ct_tridiagonal_problem_c), target :: problem
    type(ct_tridiagonal_options_c), target :: c_options
    integer(c_int) :: status
    call self%destroy()
    if (present(options)) all_options = options
    call part%set(array)
    problem%array = part%c
    problem%axis = size(array%extent) - axis
    problem%is_cyclic = 0
    problem%is_variable = 0
    problem%parts = 1
    problem%precision = CT_DOUBLE
    if (present(cyclic)) problem%is_cyclic = flag(cyclic)
    if (present(variable)) problem%is_variable = flag(variable)
    if (present(complex_numbers)) problem%parts = merge(2, 1, complex_numbers)
    if (present(precision)) problem%precision = precision
    c_options%method = CT_TRIDIAGONAL_AUTO
    if (present(method)) c_options%method = method
    status = exchange%set(all_options)
    c_options%exchange = exchange%c
    if (status == CT_OK) status = ct_tridiagonal_plan_create_c( &
      comm_handle(comm), c_loc(problem), c_loc(c_options), self%c)
    if (status == CT_OK) &
      call measure(self, problem, array%elements(comm_rank(comm)), array%extent(axis))
    call finish(status, stat, errmsg)
  end subroutine create

  ! What the arrays of a problem must be: on this rank so many elements, and lines of that length.
  subroutine measure(self, problem, elements, length)
    class(ct_tridiagonal_plan), intent(inout) :: self
    type(ct_tridiagonal_problem_c), intent(in) :: problem
    integer(c_ptrdiff_t), intent(in) :: elements, length
    integer(c_ptrdiff_t) :: real_bytes
    real_bytes = merge(4, 8, problem%precision == CT_FLOAT)
    self%array = ct_array(elements*real_bytes*problem%parts, 0, &
                          merge(COMPLEX_NUMBERS, REAL_NUMBERS, problem%parts == 2), problem%precision)
    self%matrix = ct_array(length*8, 0, REAL_NUMBERS, CT_DOUBLE)
    if (problem%is_variable /= 0) &
      self%matrix = ct_array(elements*real_bytes, 0, REAL_NUMBERS, problem%precision)
  end subroutine measure

  ! One matrix: real(real64) numbers, as many as the axis has positions. One a line: arrays of real
  ! numbers at the places of the right sides. Collective.
  subroutine factorise(self, lower, diagonal, upper, stat, errmsg)
    class(ct_tridiagonal_plan), intent(in) :: self
    type(*), dimension(..), intent(in) :: lower, diagonal, upper
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(LONGEST_COMPLAINT) :: complaint
    type(c_ptr) :: matrix(3)
    complaint(1:1) = " "
    matrix(1) = address_of(lower, self%matrix, complaint)
    matrix(2) = address_of(diagonal, self%matrix, complaint)
    matrix(3) = address_of(upper, self%matrix, complaint)
    call finish(ct_tridiagonal_factorise_c(self%c, matrix(1), matrix(2), matrix(3)), stat, errmsg, &
                complaint)
  end subroutine factorise

  ! Replaces right sides, of one or several arrays, by the solutions. Collective.
  subroutine solve(self, u, v, w, x, stat, errmsg)
    class(ct_tridiagonal_plan), intent(in) :: self
    type(*), dimension(..), intent(inout) :: u
    type(*), dimension(..), intent(inout), optional :: v, w, x
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(LONGEST_COMPLAINT) :: complaint
    type(c_ptr) :: arrays(MOST_ARRAYS)
    integer(c_int) :: n
    complaint(1:1) = " "
    n = 0
    call add(u)
    call add(v)
    call add(w)
    call add(x)
    call finish(ct_tridiagonal_solve_c(self%c, n, arrays), stat, errmsg, complaint)
  contains
    subroutine add(array)
      type(*), dimension(..), intent(in), optional :: array
      if (.not. present(array)) return
      n = n + 1
      arrays(n) = address_of(array, self%array, complaint)
    end subroutine add
  end subroutine solve

  ! The method in use, and why. Local.
  function reason(self)
    class(ct_tridiagonal_plan), intent(in) :: self
    character(:), allocatable :: reason
    reason = fortran_text(ct_tridiagonal_reason_c(self%c))
  end function reason

  ! Collective.
  subroutine destroy(self)
    class(ct_tridiagonal_plan), intent(inout) :: self
    if (c_associated(self%c)) call ct_tridiagonal_plan_destroy_c(self%c)
  end subroutine destroy

  impure elemental subroutine destroy_at_end(self)
    type(ct_tridiagonal_plan), intent(inout) :: self
    call self%destroy()
  end subroutine destroy_at_end
end module cornerturn_tridiagonal
