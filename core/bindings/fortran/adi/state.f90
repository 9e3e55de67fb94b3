! The state of implicit steps: the plan, this rank's part, its places and its time.
module cornerturn_adi_state
  use, intrinsic :: iso_c_binding
  use, intrinsic :: iso_fortran_env, only: real32, real64
  use cornerturn_c
  use cornerturn_support
  use cornerturn_box
  use cornerturn_adi_problem
  implicit none
  private
  public :: adi_state

  type, extends(ct_plan) :: adi_state
    integer :: axes = 0
    integer(c_int) :: precision = CT_DOUBLE
  contains
    procedure :: create, destroy, box, time, set_time, middles
    ! call state(u): a real pointer of as many axes to this rank's part, with its bounds. Local.
    generic :: state => state_r4_2, state_r4_3, state_r8_2, state_r8_3
    procedure, private :: state_r4_2, state_r4_3, state_r8_2, state_r8_3
    final :: destroy_at_end
  end type adi_state

contains

  ! The state is 0 at time 0.
  subroutine create(self, comm, problem, options, stat, errmsg)
    class(adi_state), intent(inout) :: self
    type(*), intent(in) :: comm
    type(ct_adi_problem), intent(in) :: problem
    type(ct_adi_options), intent(in), optional :: options
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(adi_problem_for_c), target :: c_problem
    type(adi_options_for_c), target :: c_options
    type(ct_adi_options) :: all_options
    integer(c_int) :: status
    call self%destroy()
    if (present(options)) all_options = options
    call c_problem%set(problem)
    status = c_options%set(c_problem%c%axes, all_options)
    if (status == CT_OK) status = ct_adi_plan_create_c( &
      comm_handle(comm), c_loc(c_problem%c), c_loc(c_options%c), self%c)
    if (status == CT_OK) then
      self%axes = size(problem%extent)
      self%precision = problem%precision
    end if
    call finish(status, stat, errmsg)
  end subroutine create

  subroutine destroy(self)
    class(adi_state), intent(inout) :: self
    if (c_associated(self%c)) call ct_adi_plan_destroy_c(self%c)
  end subroutine destroy

  impure elemental subroutine destroy_at_end(self)
    type(adi_state), intent(inout) :: self
    call self%destroy()
  end subroutine destroy_at_end

  ! This rank's part of the state. Local.
  type(ct_box) function box(self)
    class(adi_state), intent(in) :: self
    box = box_of_c(ct_adi_state_box_c(self%c))
  end function box

  subroutine state_r8_2(self, u)
    class(adi_state), intent(in) :: self
    real(real64), pointer, intent(out) :: u(:, :)
    real(real64), pointer :: dense(:, :)
    type(ct_box) :: box
    box = checked_box(self, 2, CT_DOUBLE)
    call c_f_pointer(ct_adi_state_c(self%c), dense, box%count())
    u(box%lower(1):, box%lower(2):) => dense
  end subroutine state_r8_2

  subroutine state_r8_3(self, u)
    class(adi_state), intent(in) :: self
    real(real64), pointer, intent(out) :: u(:, :, :)
    real(real64), pointer :: dense(:, :, :)
    type(ct_box) :: box
    box = checked_box(self, 3, CT_DOUBLE)
    call c_f_pointer(ct_adi_state_c(self%c), dense, box%count())
    u(box%lower(1):, box%lower(2):, box%lower(3):) => dense
  end subroutine state_r8_3

  subroutine state_r4_2(self, u)
    class(adi_state), intent(in) :: self
    real(real32), pointer, intent(out) :: u(:, :)
    real(real32), pointer :: dense(:, :)
    type(ct_box) :: box
    box = checked_box(self, 2, CT_FLOAT)
    call c_f_pointer(ct_adi_state_c(self%c), dense, box%count())
    u(box%lower(1):, box%lower(2):) => dense
  end subroutine state_r4_2

  subroutine state_r4_3(self, u)
    class(adi_state), intent(in) :: self
    real(real32), pointer, intent(out) :: u(:, :, :)
    real(real32), pointer :: dense(:, :, :)
    type(ct_box) :: box
    box = checked_box(self, 3, CT_FLOAT)
    call c_f_pointer(ct_adi_state_c(self%c), dense, box%count())
    u(box%lower(1):, box%lower(2):, box%lower(3):) => dense
  end subroutine state_r4_3

  type(ct_box) function checked_box(self, axes, precision)
    type(adi_state), intent(in) :: self
    integer, intent(in) :: axes
    integer(c_int), intent(in) :: precision
    if (self%axes /= axes .or. self%precision /= precision) &
      error stop "cornerturn: a pointer of other axes or precision than the state's"
    checked_box = self%box()
  end function checked_box

  ! The time of the state. Local, the same on all ranks.
  real(c_double) function time(self)
    class(adi_state), intent(in) :: self
    time = ct_adi_time_c(self%c)
  end function time

  subroutine set_time(self, time)
    class(adi_state), intent(in) :: self
    real(c_double), intent(in) :: time
    call ct_adi_set_time_c(self%c, time)
  end subroutine set_time

  ! The middles of all cells along an axis: a pointer to the plan's, to be read. Local.
  function middles(self, axis) result(x)
    class(adi_state), intent(in) :: self
    integer, intent(in) :: axis
    real(c_double), pointer :: x(:)
    type(ct_distribution_c), pointer :: distribution
    call c_f_pointer(ct_adi_state_distribution_c(self%c), distribution)
    call c_f_pointer(ct_adi_middles_c(self%c, self%axes - axis), x, [distribution%extent(self%axes + 1 - axis)])
  end function middles
end module cornerturn_adi_state
