! Transform, change and transform back in one pass: fft_filter.h. What changes the coefficients is an
! object of the program's own type, with what it needs in its components:
!
!   type, extends(ct_fft_hook) :: decay
!     real(real64) :: time
!   contains
!     procedure :: apply => apply_decay      ! subroutine (self, tile)
!   end type decay
module cornerturn_fft_filter
  use, intrinsic :: iso_c_binding
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64
  use cornerturn_c
  use cornerturn_support
  use cornerturn_arrays
  use cornerturn_box
  use cornerturn_decomposition
  use cornerturn_fft_problem
  implicit none
  private
  public :: ct_fft_hook, ct_fft_tile, ct_fft_filter_plan

  ! Coefficients at the positions of `box` of the spectrum (of the array with CT_INVERSE): the one at
  ! (i, j, ..) is element 1 + (i - lower(1)) * stride(1) + (j - lower(2)) * stride(2) + .. of what
  ! `view` gives, a pointer to numbers of the plan's type.
  type :: ct_fft_tile
    type(ct_box) :: box
    integer(int64) :: stride(4) = 0
    type(c_ptr) :: values = c_null_ptr
  contains
    procedure, private :: view_c8, view_c4, view_r8, view_r4, last
    generic :: view => view_c8, view_c4, view_r8, view_r4
  end type ct_fft_tile

  type, abstract :: ct_fft_hook
  contains
    ! Changes the elements of a tile and nothing else. Called for all tiles of this rank, in no
    ! particular order, with threads by several at a time; calls nothing collective.
    procedure(apply_tile), deferred :: apply
  end type ct_fft_hook

  abstract interface
    subroutine apply_tile(self, tile)
      import :: ct_fft_hook, ct_fft_tile
      class(ct_fft_hook), intent(in) :: self
      type(ct_fft_tile), intent(in) :: tile
    end subroutine apply_tile
  end interface

  type, extends(ct_plan) :: ct_fft_filter_plan
    type(ct_array), private :: arrays(2)
  contains
    procedure :: create, execute, destroy, box, reason, factor
    final :: destroy_at_end
  end type ct_fft_filter_plan

  type :: context ! what C passes on
    class(ct_fft_hook), pointer :: hook
  end type context

contains

  ! With `array` what is given and got back is in any decomposition. Collective, as
  ! ct_fft_filter_plan_create.
  subroutine create(self, comm, problem, options, array, stat, errmsg)
    class(ct_fft_filter_plan), intent(inout) :: self
    type(*), intent(in) :: comm
    type(ct_fft_problem), intent(in) :: problem
    type(ct_fft_options), intent(in), optional :: options
    type(ct_decomposition), intent(in), optional :: array
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(ct_fft_problem_c), target :: c_problem
    type(fft_options_for_c), target :: c_options
    type(ct_fft_options) :: all_options
    integer(c_int) :: status, numbers(2)
    call self%destroy()
    if (present(options)) all_options = options
    c_problem = fft_problem_for_c(problem)
    if (all_options%direction == CT_INVERSE) then
      status = c_options%set(size(problem%extent), all_options, spectrum=array)
    else
      status = c_options%set(size(problem%extent), all_options, array)
    end if
    if (status == CT_OK) status = ct_fft_filter_plan_create_c( &
      comm_handle(comm), c_loc(c_problem), c_loc(c_options%c), self%c)
    if (status == CT_OK) then
      numbers = numbers_of(c_problem)
      self%arrays = ct_array(ct_fft_filter_bytes_c(self%c), 0, &
                             numbers(merge(2, 1, all_options%direction == CT_INVERSE)), problem%precision)
    end if
    call finish(status, stat, errmsg)
  end subroutine create

  ! Each rank may give a hook of its own. Collective.
  subroutine execute(self, input, output, hook, stat, errmsg)
    class(ct_fft_filter_plan), intent(in) :: self
    type(*), dimension(..), intent(in) :: input
    type(*), dimension(..), intent(inout) :: output
    class(ct_fft_hook), intent(in), target :: hook
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(LONGEST_COMPLAINT) :: complaint
    type(context), target :: passed
    type(c_ptr) :: at(2)
    passed%hook => hook
    call ct_find_arrays(input, output, self%arrays, complaint, at)
    call finish(ct_fft_filter_execute_c(self%c, at(1), at(2), c_funloc(call_hook), c_loc(passed)), &
                stat, errmsg, complaint)
  end subroutine execute

  subroutine call_hook(address, tile) bind(C)
    type(c_ptr), value :: address
    type(ct_fft_tile_c), intent(in) :: tile
    type(context), pointer :: passed
    type(ct_fft_tile) :: turned_tile
    integer :: n
    call c_f_pointer(address, passed)
    n = tile%box%axes
    turned_tile%box = box_of_c(tile%box)
    turned_tile%stride(1:n) = tile%stride(n:1:-1)/tile%element_bytes
    turned_tile%values = tile%values
    call passed%hook%apply(turned_tile)
  end subroutine call_hook

  pure integer(int64) function last(self)
    class(ct_fft_tile), intent(in) :: self
    last = 1 + sum((self%box%upper - self%box%lower)*self%stride)
  end function last

  subroutine view_c8(self, values)
    class(ct_fft_tile), intent(in) :: self
    complex(real64), pointer, intent(out) :: values(:)
    call c_f_pointer(self%values, values, [self%last()])
  end subroutine view_c8

  subroutine view_c4(self, values)
    class(ct_fft_tile), intent(in) :: self
    complex(real32), pointer, intent(out) :: values(:)
    call c_f_pointer(self%values, values, [self%last()])
  end subroutine view_c4

  subroutine view_r8(self, values)
    class(ct_fft_tile), intent(in) :: self
    real(real64), pointer, intent(out) :: values(:)
    call c_f_pointer(self%values, values, [self%last()])
  end subroutine view_r8

  subroutine view_r4(self, values)
    class(ct_fft_tile), intent(in) :: self
    real(real32), pointer, intent(out) :: values(:)
    call c_f_pointer(self%values, values, [self%last()])
  end subroutine view_r4

  ! The part that this rank gives and gets back; how data get from one transform to the next; the factor
  ! of the first transform. Local.
  type(ct_box) function box(self)
    class(ct_fft_filter_plan), intent(in) :: self
    box = box_of_c(ct_fft_filter_box_c(self%c))
  end function box

  function reason(self)
    class(ct_fft_filter_plan), intent(in) :: self
    character(:), allocatable :: reason
    reason = fortran_text(ct_fft_reason_c(ct_fft_filter_transform_c(self%c)))
  end function reason

  real(c_double) function factor(self)
    class(ct_fft_filter_plan), intent(in) :: self
    factor = ct_fft_factor_c(ct_fft_filter_transform_c(self%c))
  end function factor

  ! Collective.
  subroutine destroy(self)
    class(ct_fft_filter_plan), intent(inout) :: self
    if (c_associated(self%c)) call ct_fft_filter_plan_destroy_c(self%c)
  end subroutine destroy

  impure elemental subroutine destroy_at_end(self)
    type(ct_fft_filter_plan), intent(inout) :: self
    call self%destroy()
  end subroutine destroy_at_end
end module cornerturn_fft_filter
