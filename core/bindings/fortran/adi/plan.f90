! Alternating-direction implicit steps: adi.h.
!
!   call plan%create(comm, ct_adi_problem([nx, ny], high=[2.0d0, 1.0d0, 0.0d0]))
!   call plan%set("state", start)           ! a number, this rank's part, or a function
!   call plan%step(dt)
!   call plan%state(u)                      ! a pointer with the bounds of this rank's box
!
! All but what is said to be local is collective.
module cornerturn_adi
  use, intrinsic :: iso_c_binding
  use, intrinsic :: iso_fortran_env, only: int64
  use cornerturn_c
  use cornerturn_support
  use cornerturn_adi_quantities, only: ct_adi_value
  use cornerturn_adi_laws
  implicit none
  private
  public :: ct_adi_plan, ct_adi_value, ct_adi_law, ct_adi_balance_sheet

  ! Creation, the state, `set`, laws and the balance are of the types it extends.
  type, extends(adi_laws) :: ct_adi_plan
  contains
    procedure :: step, step_doubled, undo, steady, integral, range, value, set_nonlinearity
    procedure :: bounds_begin, bounds_check, reason
  end type ct_adi_plan

contains

  ! As ct_adi_set_nonlinearity: CT_ADI_LINEAR, CT_ADI_PERONA_MALIK, ..
  subroutine set_nonlinearity(self, kind, contrast, smoothing, stat, errmsg)
    class(ct_adi_plan), intent(in) :: self
    integer(c_int), intent(in) :: kind
    real(c_double), intent(in) :: contrast, smoothing
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(ct_adi_nonlinearity_c), target :: c
    c = ct_adi_nonlinearity_c(kind, contrast, smoothing)
    call finish(ct_adi_set_nonlinearity_c(self%c, c_loc(c)), stat, errmsg)
  end subroutine set_nonlinearity

  subroutine step(self, dt, stat, errmsg)
    class(ct_adi_plan), intent(in) :: self
    real(c_double), intent(in) :: dt
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call finish(ct_adi_step_c(self%c, dt), stat, errmsg)
  end subroutine step

  ! Two half steps; `error` is an estimate of theirs. undo goes back before it, once.
  subroutine step_doubled(self, dt, error, stat, errmsg)
    class(ct_adi_plan), intent(in) :: self
    real(c_double), intent(in) :: dt
    real(c_double), intent(out) :: error
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    error = 0
    call finish(ct_adi_step_doubled_c(self%c, dt, error), stat, errmsg)
  end subroutine step_doubled

  subroutine undo(self, stat, errmsg)
    class(ct_adi_plan), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call finish(ct_adi_undo_c(self%c), stat, errmsg)
  end subroutine undo

  ! Goes to the steady state: iterations done, the relative residual, and whether it is below the
  ! tolerance.
  subroutine steady(self, tolerance, most_iterations, iterations, residual, converged, stat, errmsg)
    class(ct_adi_plan), intent(in) :: self
    real(c_double), intent(in) :: tolerance
    integer, intent(in) :: most_iterations
    integer, intent(out), optional :: iterations
    real(c_double), intent(out), optional :: residual
    logical, intent(out), optional :: converged
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(ct_adi_steady_options_c), target :: options
    type(ct_adi_steady_result_c), target :: found
    integer(c_int) :: status
    options = ct_adi_steady_options_c(CT_ADI_STEADY_AUTO, tolerance, most_iterations, 0, &
      c_null_funptr, c_null_ptr)
    found%iterations = 0
    found%residual = 0
    found%converged = 0
    status = ct_adi_steady_c(self%c, c_loc(options), c_loc(found))
    if (present(iterations)) iterations = found%iterations
    if (present(residual)) residual = found%residual
    if (present(converged)) converged = found%converged /= 0
    call finish(status, stat, errmsg)
  end subroutine steady

  ! The integral of the state; its least and greatest value; that of the cell at a position (from 1).
  real(c_double) function integral(self, stat, errmsg)
    class(ct_adi_plan), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integral = 0
    call finish(ct_adi_integral_c(self%c, integral), stat, errmsg)
  end function integral

  subroutine range(self, least, most, stat, errmsg)
    class(ct_adi_plan), intent(in) :: self
    real(c_double), intent(out) :: least, most
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    least = 0
    most = 0
    call finish(ct_adi_range_c(self%c, least, most), stat, errmsg)
  end subroutine range

  real(c_double) function value(self, cell, stat, errmsg)
    class(ct_adi_plan), intent(in) :: self
    integer, intent(in) :: cell(:)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(c_ptrdiff_t), target :: index(4)
    index = turned(int(cell, int64), self%axes) - 1
    value = 0
    call finish(ct_adi_value_c(self%c, c_loc(index), value), stat, errmsg)
  end function value

  ! Remembers the state; then whether numbers are finite, have not grown beyond bounds and have kept
  ! their integral, as ct_adi_bounds_check.
  subroutine bounds_begin(self, stat, errmsg)
    class(ct_adi_plan), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call finish(ct_adi_bounds_begin_c(self%c), stat, errmsg)
  end subroutine bounds_begin

  logical function bounds_check(self, stat, errmsg) result(is_good)
    class(ct_adi_plan), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(ct_adi_bounds_c), target :: found
    found%is_finite = 0
    call finish(ct_adi_bounds_check_c(self%c, c_loc(found)), stat, errmsg)
    is_good = found%is_finite /= 0 .and. found%has_grown == 0 .and. found%has_lost == 0
  end function bounds_check

  ! The method in use, and why. Local.
  function reason(self)
    class(ct_adi_plan), intent(in) :: self
    character(:), allocatable :: reason
    reason = fortran_text(ct_adi_reason_c(self%c))
  end function reason
end module cornerturn_adi
