! Distributed fast Fourier, cosine and sine transforms: fft.h.
!
!   call plan%create(comm, ct_fft_real([nx, ny, nz]), ct_fft_options(direction=CT_INVERSE))
!
! Forward is the sum of u(n) exp(-2 pi i k n / N), n and k from 0, and inverse has the factor 1/N,
! if not told otherwise. Of ct_fft_real the first axis is halved, as FFTW does in Fortran.
module cornerturn_fft
  use, intrinsic :: iso_c_binding
  use, intrinsic :: iso_fortran_env, only: int64
  use cornerturn_c
  use cornerturn_support
  use cornerturn_arrays
  use cornerturn_box
  use cornerturn_decomposition
  use cornerturn_fft_problem
  implicit none
  private
  public :: ct_fft_plan

  type, extends(ct_plan) :: ct_fft_plan
    type(ct_array), private :: arrays(2) ! input and output
  contains
    procedure :: create, execute, execute_many, destroy, input_box, output_box, input_bytes, output_bytes
    procedure :: factor, grids, reason, round_trip_error
    final :: destroy_at_end
  end type ct_fft_plan

contains

  ! With `array` and `spectrum` these are in any decompositions, instead of grids and orders.
  ! Collective, as ct_fft_plan_create.
  subroutine create(self, comm, problem, options, array, spectrum, stat, errmsg)
    class(ct_fft_plan), intent(inout) :: self
    type(*), intent(in) :: comm
    type(ct_fft_problem), intent(in) :: problem
    type(ct_fft_options), intent(in), optional :: options
    type(ct_decomposition), intent(in), optional :: array, spectrum
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(ct_fft_problem_c), target :: c_problem
    type(fft_options_for_c), target :: c_options
    type(ct_fft_options) :: all_options
    integer(c_int) :: status, numbers(2)
    call self%destroy()
    if (present(options)) all_options = options
    c_problem = fft_problem_for_c(problem)
    status = c_options%set(size(problem%extent), all_options, array, spectrum)
    if (status == CT_OK) status = ct_fft_plan_create_c(comm_handle(comm), c_loc(c_problem), &
                                                       c_loc(c_options%c), self%c)
    if (status == CT_OK) then
      numbers = numbers_of(c_problem)
      if (all_options%direction == CT_INVERSE) numbers = numbers(2:1:-1)
      self%arrays = ct_array(0, 0, numbers(1), problem%precision)
      self%arrays%bytes = [ct_fft_input_bytes_c(self%c), ct_fft_output_bytes_c(self%c)]
      self%arrays(2)%numbers = numbers(2)
      if (all_options%in_place) then
        self%arrays%bytes = maxval(self%arrays%bytes)
        if (numbers(1) /= numbers(2)) self%arrays%numbers = EITHER_NUMBERS
      end if
    end if
    call finish(status, stat, errmsg)
  end subroutine create

  ! Transforms input to output, contiguous arrays of any rank of what the plan's problem has; the
  ! same array twice with in_place. Collective.
  subroutine execute(self, input, output, stat, errmsg)
    class(ct_fft_plan), intent(in) :: self
    type(*), dimension(..), intent(in) :: input
    type(*), dimension(..), intent(inout) :: output
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call call_with_arrays(ct_fft_execute_c, self%c, input, output, self%arrays, stat, errmsg)
  end subroutine execute

  ! Transforms n fields (the same n on all ranks), one after another in contiguous arrays with an
  ! axis more, the last, as ct_fft_execute_many. Collective.
  subroutine execute_many(self, n, inputs, outputs, stat, errmsg)
    class(ct_fft_plan), intent(in) :: self
    integer, intent(in) :: n
    type(*), dimension(..), intent(in) :: inputs
    type(*), dimension(..), intent(inout) :: outputs
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call call_with_fields(ct_fft_execute_many_c, self%c, n, inputs, outputs, self%arrays, stat, errmsg)
  end subroutine execute_many

  ! Collective.
  subroutine destroy(self)
    class(ct_fft_plan), intent(inout) :: self
    if (c_associated(self%c)) call ct_fft_plan_destroy_c(self%c)
  end subroutine destroy

  impure elemental subroutine destroy_at_end(self)
    type(ct_fft_plan), intent(inout) :: self
    call self%destroy()
  end subroutine destroy_at_end

  ! This rank's part of input and output, and the bytes of its arrays (in place: the larger of
  ! both). Local.
  type(ct_box) function input_box(self)
    class(ct_fft_plan), intent(in) :: self
    input_box = box_of_c(ct_fft_input_box_c(self%c))
  end function input_box

  type(ct_box) function output_box(self)
    class(ct_fft_plan), intent(in) :: self
    output_box = box_of_c(ct_fft_output_box_c(self%c))
  end function output_box

  integer(int64) function input_bytes(self)
    class(ct_fft_plan), intent(in) :: self
    input_bytes = self%arrays(1)%bytes
  end function input_bytes

  integer(int64) function output_bytes(self)
    class(ct_fft_plan), intent(in) :: self
    output_bytes = self%arrays(2)%bytes
  end function output_bytes

  ! Factor on the result. Local.
  real(c_double) function factor(self)
    class(ct_fft_plan), intent(in) :: self
    factor = ct_fft_factor_c(self%c)
  end function factor

  ! The grids in use, for plans that share arrays with this one. Local.
  subroutine grids(self, array, spectrum)
    class(ct_fft_plan), intent(in) :: self
    integer, allocatable, intent(out) :: array(:), spectrum(:)
    integer(c_int) :: c_array(4), c_spectrum(4)
    type(ct_box) :: box
    call ct_fft_grids_c(self%c, c_array, c_spectrum)
    box = self%input_box()
    array = c_array(box%axes:1:-1)
    spectrum = c_spectrum(box%axes:1:-1)
  end subroutine grids

  ! How data get from one transform to the next, as a sentence. Local.
  function reason(self)
    class(ct_fft_plan), intent(in) :: self
    character(:), allocatable :: reason
    reason = fortran_text(ct_fft_reason_c(self%c))
  end function reason

  ! As ct_fft_round_trip_error. Collective.
  real(c_double) function round_trip_error(self, input, output, stat, errmsg) result(error)
    class(ct_fft_plan), intent(in) :: self
    type(*), dimension(..), intent(in) :: input, output
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(LONGEST_COMPLAINT) :: complaint
    type(c_ptr) :: at(2)
    error = 0
    call ct_find_arrays(input, output, self%arrays, complaint, at)
    call finish(ct_fft_round_trip_error_c(self%c, at(1), at(2), error), stat, errmsg, complaint)
  end function round_trip_error
end module cornerturn_fft
