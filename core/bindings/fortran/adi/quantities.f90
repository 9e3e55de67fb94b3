! What implicit steps are computed from: numbers, this rank's part of an array, or functions.
module cornerturn_adi_quantities
  use, intrinsic :: iso_c_binding
  use, intrinsic :: iso_fortran_env, only: int64
  use cornerturn_c
  use cornerturn_support
  use cornerturn_arrays
  use cornerturn_box
  use cornerturn_adi_problem
  use cornerturn_adi_state
  implicit none
  private
  public :: adi_quantities, ct_adi_value, points_of

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

  ! Places of functions: one for each name, then one for diffusivity along each axis, two for each face.
  character(11), parameter :: NAMES(9) = [character(11) :: "state", "diffusivity", "reaction", "source", &
                                          "capacity", "mask", "velocity", "boundary", "transfer"]
  integer, parameter :: ALONG = size(NAMES), CARRIED = ALONG + 3, FACES = CARRIED + 3, &
                        PLACES = FACES + 12

  type, extends(adi_state) :: adi_quantities
    logical :: velocity_changes = .false. ! set before a velocity: it is asked anew in every substep
    type(ct_adi_face) :: walls ! of the mask's cells, set before it: insulated
    type(function_in_use), pointer, private :: functions(:) => null() ! C has their addresses
  contains
    ! call set(what, value [, axis, side, stat, errmsg]): what is "state", "diffusivity" (of all axes,
    ! or along `axis`), "reaction", "source", "capacity", "mask" (not 0: no part of the domain; once) or,
    ! of the face at `side` (1: low end, 2: high end) of `axis`, "boundary" or "transfer" (its a).
    procedure, private :: set_number, set_function
    generic :: set => set_number, set_function
    ! "velocity" is along `axis`, at faces: a field has one layer more along it.
    ! The same from this rank's part, of the plan's precision (of a boundary: a layer); copied.
    procedure :: set_field
    ! CT_ADI_FROMM or CT_ADI_TVD.
    procedure :: set_advection
    final :: forget_functions
  end type adi_quantities

contains

  impure elemental subroutine forget_functions(self)
    type(adi_quantities), intent(inout) :: self
    if (associated(self%functions)) deallocate (self%functions)
  end subroutine forget_functions

  integer(c_int) function set_quantity(self, what, quantity, axis, side) result(status)
    class(adi_quantities), intent(in) :: self
    character(*), intent(in) :: what
    type(ct_adi_quantity_c), intent(in), target :: quantity
    integer, intent(in), optional :: axis, side
    type(ct_adi_face_c), target :: walls
    integer :: face(2)
    face = [self%axes - 1, 0] ! as C counts
    if (present(axis)) face(1) = self%axes - axis
    if (present(side)) face(2) = side - 1
    select case (what)
    case ("state")
      status = ct_adi_set_state_c(self%c, c_loc(quantity))
    case ("diffusivity")
      if (present(axis)) then
        status = ct_adi_set_diffusivity_along_c(self%c, face(1), c_loc(quantity))
      else
        status = ct_adi_set_diffusivity_c(self%c, c_loc(quantity))
      end if
    case ("reaction")
      status = ct_adi_set_reaction_c(self%c, c_loc(quantity))
    case ("source")
      status = ct_adi_set_source_c(self%c, c_loc(quantity))
    case ("capacity")
      status = ct_adi_set_capacity_c(self%c, c_loc(quantity))
    case ("mask")
      walls = face_for_c(self%walls)
      status = ct_adi_set_mask_c(self%c, c_loc(quantity), c_loc(walls))
    case ("velocity")
      status = ct_adi_set_velocity_c(self%c, face(1), c_loc(quantity), merge(1_c_int, 0_c_int, self%velocity_changes))
    case ("boundary")
      status = ct_adi_set_boundary_c(self%c, face(1), face(2), c_loc(quantity))
    case ("transfer")
      status = ct_adi_set_transfer_c(self%c, face(1), face(2), c_loc(quantity))
    case default
      status = CT_ERROR_ARGUMENT
    end select
  end function set_quantity

  ! "" for the names of quantities; else a complaint.
  subroutine check_name(what, complaint)
    character(*), intent(in) :: what
    character(LONGEST_COMPLAINT), intent(out) :: complaint
    complaint = ""
    if (all(what /= NAMES)) complaint = "no quantity "//what// &
      "; allowed: state, diffusivity, reaction, source, capacity, mask, velocity, boundary, transfer"
  end subroutine check_name

  subroutine set_number(self, what, value, axis, side, stat, errmsg)
    class(adi_quantities), intent(in) :: self
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
    class(adi_quantities), intent(in) :: self
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
    if (is_of_face(what) .and. present(axis)) &
      elements = elements/max(1_int64, box%upper(axis) - box%lower(axis) + 1)
    if (is_of_face(what)) then
      if (.not. reaches(self, box, axis, side)) elements = 0
    end if
    if (what == "velocity" .and. present(axis) .and. elements > 0) &
      elements = elements + elements/(box%upper(axis) - box%lower(axis) + 1)
    quantity%kind = CT_ADI_FIELD
    quantity%field = address_of(field, ct_array(elements*merge(4, 8, self%precision == CT_FLOAT), 0, &
                                                REAL_NUMBERS, self%precision), complaint)
    call finish(set_quantity(self, what, quantity, axis, side), stat, errmsg, complaint)
  end subroutine set_field

  subroutine set_advection(self, scheme, stat, errmsg)
    class(adi_quantities), intent(in) :: self
    integer, intent(in) :: scheme
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call finish(ct_adi_set_advection_c(self%c, int(scheme, c_int)), stat, errmsg)
  end subroutine set_advection

  logical function is_of_face(what)
    character(*), intent(in) :: what
    is_of_face = what == "boundary" .or. what == "transfer"
  end function is_of_face

  ! Whether this rank's part has cells at a face.
  logical function reaches(self, box, axis, side)
    class(adi_quantities), intent(in) :: self
    type(ct_box), intent(in) :: box
    integer, intent(in), optional :: axis, side
    reaches = present(axis) .and. present(side)
    if (.not. reaches) return
    if (side == 1) reaches = box%lower(axis) == 1
    if (side == 2) reaches = box%upper(axis) == size(self%middles(axis))
  end function reaches

  subroutine set_function(self, what, value, axis, side, stat, errmsg)
    class(adi_quantities), intent(inout) :: self
    character(*), intent(in) :: what
    procedure(ct_adi_value) :: value
    integer, intent(in), optional :: axis, side
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(LONGEST_COMPLAINT) :: complaint
    type(ct_adi_quantity_c), target :: quantity
    integer :: place
    call check_name(what, complaint)
    place = max(1, findloc(NAMES == what, .true., 1)) ! names that are none end below
    if (what == "diffusivity" .and. present(axis)) place = ALONG + max(1, min(3, axis))
    if (what == "velocity" .and. present(axis)) place = CARRIED + max(1, min(3, axis))
    if (is_of_face(what) .and. present(axis) .and. present(side)) &
      place = FACES + merge(0, 6, what == "boundary") + max(1, min(6, 2*(axis - 1) + side))
    if (.not. associated(self%functions)) allocate (self%functions(PLACES))
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
    real(c_double), allocatable :: x(:, :)
    integer(c_ptrdiff_t) :: i
    call c_f_pointer(context, used)
    x = points_of(position, used%axes, count)
    do i = 1, count
      values(i) = used%value(time, x(:, i))
    end do
  end subroutine call_function

  ! C's positions, an array for each axis, as points (axis, number).
  function points_of(position, axes, count) result(x)
    type(c_ptr), intent(in) :: position(*)
    integer, intent(in) :: axes
    integer(c_ptrdiff_t), intent(in) :: count
    real(c_double), allocatable :: x(:, :)
    real(c_double), pointer :: along(:)
    integer :: a
    allocate (x(axes, count))
    do a = 1, axes
      call c_f_pointer(position(axes + 1 - a), along, [count])
      x(a, :) = along
    end do
  end function points_of
end module cornerturn_adi_quantities
