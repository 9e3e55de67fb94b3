! Heat in its units, and coefficients that depend on u: adi_heat.h, adi_law.h.
module cornerturn_adi_laws
  use, intrinsic :: iso_c_binding
  use cornerturn_c
  use cornerturn_support
  use cornerturn_adi_quantities
  implicit none
  private
  public :: adi_laws, ct_adi_law, ct_adi_balance_sheet

  abstract interface
    ! The coefficient at a time and a position where it is u there. May not communicate.
    function ct_adi_law(time, x, u) result(value)
      import :: c_double
      real(c_double), intent(in) :: time, x(:), u
      real(c_double) :: value
    end function ct_adi_law
  end interface

  ! As ct_adi_balance_sheet of C; faces are (1: low end, 2: high end; axis).
  type :: ct_adi_balance_sheet
    real(c_double) :: first = 0, stored = 0 ! the integral of C u at the begin, and now
    real(c_double) :: in(2, 3) = 0, rate(2, 3) = 0 ! through each face; per time, in the last step
    real(c_double) :: source = 0, decay = 0, source_rate = 0, decay_rate = 0
    real(c_double) :: error = 0 ! stored - first - in - source + decay: that of rounding
  end type ct_adi_balance_sheet

  type :: law_in_use ! what C passes on
    procedure(ct_adi_law), pointer, nopass :: value => null()
    integer :: axes = 0
  end type law_in_use

  type, extends(adi_quantities) :: adi_laws
    type(law_in_use), pointer, private :: laws(:) => null() ! C has their addresses
  contains
    procedure :: set_laws, set_radiation, balance_begin, balance
    final :: forget_laws
  end type adi_laws

contains

  impure elemental subroutine forget_laws(self)
    type(adi_laws), intent(inout) :: self
    if (associated(self%laws)) deallocate (self%laws)
  end subroutine forget_laws

  ! kappa(u, x, t), f(u, x, t) and C(u, x, t); what is not given is as it was set.
  subroutine set_laws(self, kappa, source, capacity, stat, errmsg)
    class(adi_laws), intent(inout) :: self
    procedure(ct_adi_law), optional :: kappa, source, capacity
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(law_in_use), pointer :: laws(:)
    type(ct_adi_laws_c), target :: c
    integer(c_int) :: status
    allocate (laws(3))
    laws%axes = self%axes
    c%kappa = c_null_funptr
    c%source = c_null_funptr
    c%capacity = c_null_funptr
    if (present(kappa)) then
      laws(1)%value => kappa
      c%kappa = c_funloc(call_law)
    end if
    if (present(source)) then
      laws(2)%value => source
      c%source = c_funloc(call_law)
    end if
    if (present(capacity)) then
      laws(3)%value => capacity
      c%capacity = c_funloc(call_law)
    end if
    c%kappa_context = c_loc(laws(1))
    c%source_context = c_loc(laws(2))
    c%capacity_context = c_loc(laws(3))
    status = ct_adi_set_laws_c(self%c, c_loc(c))
    if (status == CT_OK) then ! else those before are still in use
      call forget_laws_of(self)
      self%laws => laws
    else
      deallocate (laws)
    end if
    call finish(status, stat, errmsg)
  end subroutine set_laws

  subroutine forget_laws_of(self)
    class(adi_laws), intent(inout) :: self
    if (associated(self%laws)) deallocate (self%laws)
  end subroutine forget_laws_of

  subroutine call_law(context, time, count, position, u, values) bind(C)
    type(c_ptr), value :: context
    real(c_double), value :: time
    integer(c_ptrdiff_t), value :: count
    type(c_ptr), intent(in) :: position(*)
    real(c_double), intent(in) :: u(*)
    real(c_double), intent(out) :: values(*)
    type(law_in_use), pointer :: used
    real(c_double), allocatable :: x(:, :)
    integer(c_ptrdiff_t) :: i
    call c_f_pointer(context, used)
    x = points_of(position, used%axes, count)
    do i = 1, count
      values(i) = used%value(time, x(:, i), u(i))
    end do
  end subroutine call_law

  ! Radiation through a face of CT_ADI_TRANSFER: radiance ((value - zero)^4 - (u - zero)^4).
  subroutine set_radiation(self, axis, side, radiance, zero, stat, errmsg)
    class(adi_laws), intent(in) :: self
    integer, intent(in) :: axis, side
    real(c_double), intent(in) :: radiance, zero
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call finish(ct_adi_set_radiation_c(self%c, self%axes - axis, side - 1, radiance, zero), stat, errmsg)
  end subroutine set_radiation

  ! From here on steps add up what comes in and goes out; they take longer.
  subroutine balance_begin(self, stat, errmsg)
    class(adi_laws), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call finish(ct_adi_balance_begin_c(self%c), stat, errmsg)
  end subroutine balance_begin

  subroutine balance(self, sheet, stat, errmsg)
    class(adi_laws), intent(in) :: self
    type(ct_adi_balance_sheet), intent(out) :: sheet
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(ct_adi_balance_sheet_c), target :: c
    integer(c_int) :: status
    integer :: a
    status = ct_adi_balance_c(self%c, c_loc(c))
    if (status == CT_OK) then
      sheet%first = c%first
      sheet%stored = c%stored
      do a = 1, self%axes
        sheet%in(:, a) = c%in(:, self%axes + 1 - a)
        sheet%rate(:, a) = c%rate(:, self%axes + 1 - a)
      end do
      sheet%source = c%source
      sheet%decay = c%decay
      sheet%source_rate = c%source_rate
      sheet%decay_rate = c%decay_rate
      sheet%error = c%error
    end if
    call finish(status, stat, errmsg)
  end subroutine balance
end module cornerturn_adi_laws
