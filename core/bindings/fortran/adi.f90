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
  use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
  use cornerturn_c
  use cornerturn_support
  use cornerturn_box
  use cornerturn_adi_problem
  implicit none
  private
  public :: ct_adi_plan, ct_adi_value

  abstract interface
    ! The value at a time and a position, x(a) being along axis a. May not communicate.
    function ct_adi_value(time, x) result(value)
      import :: c_double
      real(c_double), intent(in) :: time, x(:)
      real(c_double) :: value
    end function ct_adi_value
  end interface

  type :: function_in_use ! what C passes on
    procedure(ct_adi_value), pointer, nopass :: value => null()
    integer :: axes = 0
  end type function_in_use

  integer, parameter :: QUANTITIES = 5 ! the last has a function for each face

  type, extends(ct_plan) :: ct_adi_plan
    integer, private :: axes = 0
    integer(c_int), private :: precision = CT_DOUBLE
    type(function_in_use), pointer, private :: functions(:) => null()
  contains
    procedure :: create, destroy, box, time, set_time, middles
    ! call set(what, value [, axis, side, stat, errmsg]): what is "state", "diffusivity", "reaction",
    ! "source" or "boundary", of the last the face at `side` (1: low end, 2: high end) of `axis`.
    procedure, private :: set_number, set_function
    generic :: set => set_number, set_function
    ! The same from this rank's part, of the plan's precision (of a boundary: a layer); copied.
    procedure :: set_field
    ! call state(u): a real pointer of as many axes to this rank's part, with its bounds. Local.
    generic :: state => state_r4_2, state_r4_3, state_r8_2, state_r8_3
    procedure, private :: state_r4_2, state_r4_3, state_r8_2, state_r8_3
    procedure :: step, step_doubled, undo, steady, integral, range, value, set_nonlinearity
    procedure :: bounds_begin, bounds_check, reason
    final :: destroy_at_end
  end type ct_adi_plan

contains

  ! The state is 0 at time 0.
  subroutine create(self, comm, problem, options, stat, errmsg)
    class(ct_adi_plan), intent(inout) :: self
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
      allocate (self%functions(QUANTITIES + 6))
    end if
    call finish(status, stat, errmsg)
  end subroutine create

  subroutine destroy(self)
    class(ct_adi_plan), intent(inout) :: self
    if (c_associated(self%c)) call ct_adi_plan_destroy_c(self%c)
    if (associated(self%functions)) deallocate (self%functions)
  end subroutine destroy

  impure elemental subroutine destroy_at_end(self)
    type(ct_adi_plan), intent(inout) :: self
    call self%destroy()
  end subroutine destroy_at_end

  ! This rank's part of the state. Local.
  type(ct_box) function box(self)
    class(ct_adi_plan), intent(in) :: self
    box = box_of_c(ct_adi_state_box_c(self%c))
  end function box

  subroutine state_r8_2(self, u)
    class(ct_adi_plan), intent(in) :: self
    real(real64), pointer, intent(out) :: u(:, :)
    real(real64), pointer :: dense(:, :)
    type(ct_box) :: box
    box = checked_box(self, 2, CT_DOUBLE)
    call c_f_pointer(ct_adi_state_c(self%c), dense, box%count())
    u(box%lower(1):, box%lower(2):) => dense
  end subroutine state_r8_2

  subroutine state_r8_3(self, u)
    class(ct_adi_plan), intent(in) :: self
    real(real64), pointer, intent(out) :: u(:, :, :)
    real(real64), pointer :: dense(:, :, :)
    type(ct_box) :: box
    box = checked_box(self, 3, CT_DOUBLE)
    call c_f_pointer(ct_adi_state_c(self%c), dense, box%count())
    u(box%lower(1):, box%lower(2):, box%lower(3):) => dense
  end subroutine state_r8_3

  subroutine state_r4_2(self, u)
    class(ct_adi_plan), intent(in) :: self
    real(real32), pointer, intent(out) :: u(:, :)
    real(real32), pointer :: dense(:, :)
    type(ct_box) :: box
    box = checked_box(self, 2, CT_FLOAT)
    call c_f_pointer(ct_adi_state_c(self%c), dense, box%count())
    u(box%lower(1):, box%lower(2):) => dense
  end subroutine state_r4_2

  subroutine state_r4_3(self, u)
    class(ct_adi_plan), intent(in) :: self
    real(real32), pointer, intent(out) :: u(:, :, :)
    real(real32), pointer :: dense(:, :, :)
    type(ct_box) :: box
    box = checked_box(self, 3, CT_FLOAT)
    call c_f_pointer(ct_adi_state_c(self%c), dense, box%count())
    u(box%lower(1):, box%lower(2):, box%lower(3):) => dense
  end subroutine state_r4_3

  type(ct_box) function checked_box(self, axes, precision)
    type(ct_adi_plan), intent(in) :: self
    integer, intent(in) :: axes
    integer(c_int), intent(in) :: precision
    if (self%axes /= axes .or. self%precision /= precision) &
      error stop "cornerturn: a pointer of other axes or precision than the state's"
    checked_box = self%box()
  end function checked_box

  ! The time of the state. Local, the same on all ranks.
  real(c_double) function time(self)
    class(ct_adi_plan), intent(in) :: self
    time = ct_adi_time_c(self%c)
  end function time

  subroutine set_time(self, time)
    class(ct_adi_plan), intent(in) :: self
    real(c_double), intent(in) :: time
    call ct_adi_set_time_c(self%c, time)
  end subroutine set_time

  ! The middles of all cells along an axis: a pointer to the plan's, to be read. Local.
  function middles(self, axis) result(x)
    class(ct_adi_plan), intent(in) :: self
    integer, intent(in) :: axis
    real(c_double), pointer :: x(:)
    type(ct_distribution_c), pointer :: distribution
    call c_f_pointer(ct_adi_state_distribution_c(self%c), distribution)
    call c_f_pointer(ct_adi_middles_c(self%c, self%axes - axis), x, [distribution%extent(self%axes + 1 - axis)])
  end function middles

  integer(c_int) function set_quantity(self, what, quantity, axis, side) result(status)
    class(ct_adi_plan), intent(in) :: self
    character(*), intent(in) :: what
    type(ct_adi_quantity_c), intent(in), target :: quantity
    integer, intent(in), optional :: axis, side
    integer :: face(2)
    face = [self%axes - 1, 0] ! as C counts
    if (present(axis)) face(1) = self%axes - axis
    if (present(side)) face(2) = side - 1
    select case (what)
    case ("state")
      status = ct_adi_set_state_c(self%c, c_loc(quantity))
    case ("diffusivity")
      status = ct_adi_set_diffusivity_c(self%c, c_loc(quantity))
    case ("reaction")
      status = ct_adi_set_reaction_c(self%c, c_loc(quantity))
    case ("source")
      status = ct_adi_set_source_c(self%c, c_loc(quantity))
    case ("boundary")
      status = ct_adi_set_boundary_c(self%c, face(1), face(2), c_loc(quantity))
    case default
      status = CT_ERROR_ARGUMENT
    end select
  end function set_quantity

  ! "" for the names of quantities; else a complaint.
  subroutine check_name(what, complaint)
    character(*), intent(in) :: what
    character(LONGEST_COMPLAINT), intent(out) :: complaint
    complaint = ""
    if (all(what /= [character(11) :: "state", "diffusivity", "reaction", "source", "boundary"])) &
      complaint = "no quantity "//what//"; allowed: state, diffusivity, reaction, source, boundary"
  end subroutine check_name

  subroutine set_number(self, what, value, axis, side, stat, errmsg)
    class(ct_adi_plan), intent(in) :: self
    character(*), intent(in) :: what
    real(c_double), intent(in) :: value
    integer, intent(in), optional :: axis, side
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(LONGEST_COMPLAINT) :: complaint
    type(ct_adi_quantity_c), target :: quantity
    call check_name(what, complaint)
    quantity%kind = CT_ADI_NUMBER
    quantity%number = value
    call finish(set_quantity(self, what, quantity, axis, side), stat, errmsg, complaint)
  end subroutine set_number

  subroutine set_field(self, what, field, axis, side, stat, errmsg)
    class(ct_adi_plan), intent(in) :: self
    character(*), intent(in) :: what
    type(*), dimension(..), intent(in) :: field
    integer, intent(in), optional :: axis, side
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(LONGEST_COMPLAINT) :: complaint
    type(ct_adi_quantity_c), target :: quantity
    type(ct_box) :: box
    integer(int64) :: elements
    call check_name(what, complaint)
    box = self%box()
    elements = box%elements()
    if (what == "boundary" .and. present(axis)) &
      elements = elements/max(1_int64, box%upper(axis) - box%lower(axis) + 1)
    if (what == "boundary" .and. .not. reaches(self, box, axis, side)) elements = 0
    quantity%kind = CT_ADI_FIELD
    quantity%field = address_of(field, elements*merge(4, 8, self%precision == CT_FLOAT), complaint, &
                                REAL_NUMBERS, self%precision)
    call finish(set_quantity(self, what, quantity, axis, side), stat, errmsg, complaint)
  end subroutine set_field

  ! Whether this rank's part has cells at a face.
  logical function reaches(self, box, axis, side)
    class(ct_adi_plan), intent(in) :: self
    type(ct_box), intent(in) :: box
    integer, intent(in), optional :: axis, side
    reaches = present(axis) .and. present(side)
    if (.not. reaches) return
    if (side == 1) reaches = box%lower(axis) == 1
    if (side == 2) reaches = box%upper(axis) == size(self%middles(axis))
  end function reaches

  subroutine set_function(self, what, value, axis, side, stat, errmsg)
    class(ct_adi_plan), intent(in) :: self
    character(*), intent(in) :: what
    procedure(ct_adi_value) :: value
    integer, intent(in), optional :: axis, side
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(LONGEST_COMPLAINT) :: complaint
    type(ct_adi_quantity_c), target :: quantity
    integer :: place
    call check_name(what, complaint)
    place = index("sdrfb", merge("f", what(1:1), what == "source"))
    if (what == "boundary" .and. present(axis) .and. present(side)) &
      place = QUANTITIES + max(1, min(6, 2*(axis - 1) + side))
    place = max(place, 1)
    self%functions(place)%value => value
    self%functions(place)%axes = self%axes
    quantity%kind = CT_ADI_FUNCTION
    quantity%function = c_funloc(call_function)
    quantity%context = c_loc(self%functions(place))
    call finish(set_quantity(self, what, quantity, axis, side), stat, errmsg, complaint)
  end subroutine set_function

  subroutine call_function(context, time, count, position, values) bind(C)
    type(c_ptr), value :: context
    real(c_double), value :: time
    integer(c_ptrdiff_t), value :: count
    type(c_ptr), intent(in) :: position(*)
    real(c_double), intent(out) :: values(*)
    type(function_in_use), pointer :: used
    real(c_double), pointer :: along(:)
    real(c_double), allocatable :: x(:, :)
    integer :: a
    integer(c_ptrdiff_t) :: i
    call c_f_pointer(context, used)
    allocate (x(used%axes, count))
    do a = 1, used%axes
      call c_f_pointer(position(used%axes + 1 - a), along, [count])
      x(a, :) = along
    end do
    do i = 1, count
      values(i) = used%value(time, x(:, i))
    end do
  end subroutine call_function

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
