! Arithmetic on distributed spectra, and Poisson's equation: spectral.h. Wavenumbers are in cycles per
! unit of length. Everything here is local.
!
!   type(ct_spectrum) :: spectrum
!   call spectrum%create(problem, forward%output_box(), spacing=[hx, hy, hz])
!   call spectrum%filter(ct_filter(CT_FILTER_GRADIENT, axis=1), coefficients)
module cornerturn_spectral
  use, intrinsic :: iso_c_binding
  use, intrinsic :: iso_fortran_env, only: int64
  use cornerturn_c
  use cornerturn_support
  use cornerturn_arrays
  use cornerturn_box
  use cornerturn_fft_problem
  implicit none
  private
  public :: ct_spectrum, ct_filter, ct_poisson_problem, ct_poisson_offset, ct_poisson_ends

  type :: ct_filter
    integer(c_int) :: kind = CT_FILTER_PASS ! CT_FILTER_..
    integer :: axis = 1 ! of gradient and Riesz transform, from 1
    real(c_double) :: from = 0, to = huge(1.0_c_double) ! wavenumbers
    real(c_double) :: width = 0 ! a length
  end type ct_filter

  type :: ct_spectrum
    type(ct_spectrum_c) :: c ! for cornerturn_c's functions
    type(ct_array), private :: array
  contains
    procedure :: create => create_spectrum
    procedure :: wavenumber, largest, mean, filter, multiply, bin_width, bins, power
  end type ct_spectrum

contains

  ! The coefficients of `box`, dense, of a problem whose points have this spacing along each axis.
  subroutine create_spectrum(self, problem, box, spacing, stat, errmsg)
    class(ct_spectrum), intent(inout), target :: self
    type(ct_fft_problem), intent(in) :: problem
    type(ct_box), intent(in) :: box
    real(c_double), intent(in) :: spacing(:)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(c_int) :: numbers(2)
    self%c%problem = fft_problem_for_c(problem)
    self%c%spacing = turned(spacing, size(problem%extent))
    self%c%box = box_for_c(box)
    numbers = numbers_of(self%c%problem)
    self%array = ct_array(box%elements()*merge(4, 8, problem%precision == CT_FLOAT) &
                          *merge(2, 1, numbers(2) == COMPLEX_NUMBERS), 0, numbers(2), problem%precision)
    call finish(ct_spectrum_check_c(c_loc(self%c)), stat, errmsg)
  end subroutine create_spectrum

  ! Signed wavenumber along an axis of the coefficient at a position (both from 1).
  real(c_double) function wavenumber(self, axis, position, stat, errmsg)
    class(ct_spectrum), intent(in), target :: self
    integer, intent(in) :: axis
    integer(int64), intent(in) :: position
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    wavenumber = 0
    call finish(ct_spectrum_wavenumber_c(c_loc(self%c), self%c%problem%axes - axis, position - 1, wavenumber), &
                stat, errmsg)
  end function wavenumber

  ! The largest |k| of the spectrum.
  real(c_double) function largest(self)
    class(ct_spectrum), intent(in), target :: self
    largest = ct_spectrum_largest_c(c_loc(self%c))
  end function largest

  type(c_ptr) function address(self, coefficients, complaint)
    class(ct_spectrum), intent(in) :: self
    type(*), dimension(..), intent(in) :: coefficients
    character(LONGEST_COMPLAINT), intent(inout) :: complaint
    complaint(1:1) = " "
    address = address_of(coefficients, self%array, complaint)
  end function address

  ! Mean of the array, on the rank that has the coefficient of k = 0; else 0.
  real(c_double) function mean(self, coefficients, stat, errmsg)
    class(ct_spectrum), intent(in), target :: self
    type(*), dimension(..), intent(in) :: coefficients
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(LONGEST_COMPLAINT) :: complaint
    type(c_ptr) :: at
    mean = 0
    at = address(self, coefficients, complaint)
    if (c_associated(at)) mean = ct_spectrum_mean_c(c_loc(self%c), at)
    call finish(CT_OK, stat, errmsg, complaint)
  end function mean

  ! Multiplies by a filter, in place.
  subroutine filter(self, by, coefficients, stat, errmsg)
    class(ct_spectrum), intent(in), target :: self
    type(ct_filter), intent(in) :: by
    type(*), dimension(..), intent(inout) :: coefficients
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(LONGEST_COMPLAINT) :: complaint
    type(ct_filter_c), target :: c
    type(c_ptr) :: at
    integer(c_int) :: status
    c%kind = by%kind
    c%axis = self%c%problem%axes - by%axis
    c%from = by%from
    c%to = by%to
    c%width = by%width
    at = address(self, coefficients, complaint)
    status = ct_filter_check_c(c_loc(self%c), c_loc(c))
    if (status == CT_OK .and. c_associated(at)) call ct_filter_apply_c(c_loc(self%c), c_loc(c), at)
    call finish(status, stat, errmsg, complaint)
  end subroutine filter

  ! Multiplies by other coefficients of the same box, or by their conjugates, in place, and shifts the
  ! array periodically by so many points along each axis: a convolution or correlation.
  subroutine multiply(self, other, coefficients, conjugate, shift, stat, errmsg)
    class(ct_spectrum), intent(in), target :: self
    type(*), dimension(..), intent(in) :: other
    type(*), dimension(..), intent(inout) :: coefficients
    logical, intent(in), optional :: conjugate
    integer, intent(in), optional :: shift(:)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(LONGEST_COMPLAINT) :: complaint, complaint_of_other
    integer(c_ptrdiff_t) :: by(4)
    integer(c_int) :: conjugated, status
    type(c_ptr) :: at, factor
    by = 0
    if (present(shift)) by = turned(int(shift, int64), self%c%problem%axes)
    conjugated = 0
    if (present(conjugate)) conjugated = flag(conjugate)
    factor = address(self, other, complaint_of_other)
    at = address(self, coefficients, complaint)
    if (complaint_of_other(1:1) /= " ") complaint = complaint_of_other
    status = ct_spectrum_check_product_c(c_loc(self%c%problem))
    if (status == CT_OK .and. c_associated(at) .and. c_associated(factor)) &
      call ct_spectrum_multiply_c(c_loc(self%c), factor, conjugated, by, at)
    call finish(status, stat, errmsg, complaint)
  end subroutine multiply

  ! Default width of a bin of a power spectrum, and the number of bins that covers all modes.
  real(c_double) function bin_width(self)
    class(ct_spectrum), intent(in), target :: self
    bin_width = ct_spectrum_bin_width_c(c_loc(self%c))
  end function bin_width

  integer function bins(self, width)
    class(ct_spectrum), intent(in), target :: self
    real(c_double), intent(in) :: width
    bins = int(ct_spectrum_bins_c(c_loc(self%c), width))
  end function bins

  ! Adds this rank's modes to the bins, bin b + 1 being that of |k| / width rounded to b: the sum over
  ! all ranks and bins of `power` is the mean square of the array.
  subroutine power(self, coefficients, width, sums, modes, stat, errmsg)
    class(ct_spectrum), intent(in), target :: self
    type(*), dimension(..), intent(in) :: coefficients
    real(c_double), intent(in) :: width
    real(c_double), intent(inout), contiguous :: sums(:), modes(:) ! of `bins` each
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(LONGEST_COMPLAINT) :: complaint
    type(c_ptr) :: at
    integer(c_int) :: status
    at = address(self, coefficients, complaint)
    if (min(size(sums), size(modes)) < self%bins(width)) &
      write (complaint, "(a,i0)") "too few bins; allowed: from ", self%bins(width)
    status = ct_spectrum_check_power_c(c_loc(self%c%problem))
    if (status == CT_OK .and. c_associated(at) .and. complaint(1:1) == " ") &
      call ct_spectrum_power_c(c_loc(self%c), at, width, sums(1), modes(1))
    call finish(status, stat, errmsg, complaint)
  end subroutine power

  ! The transform that solves Poisson's equation; `boundary`, CT_BOUNDARY_.. for each axis, and
  ! `points`, CT_POINTS_CELL or CT_POINTS_NODE. Of the periodic axes the first is real to complex,
  ! unless the right side is complex.
  function ct_poisson_problem(extent, boundary, points, is_complex, precision) result(problem)
    integer, intent(in) :: extent(:)
    integer(c_int), intent(in) :: boundary(:), points
    logical, intent(in), optional :: is_complex
    integer(c_int), intent(in), optional :: precision
    type(ct_fft_problem) :: problem
    integer(c_ptrdiff_t), target :: c_extent(4)
    integer(c_int), target :: c_boundary(4)
    integer(c_int) :: all_complex
    type(ct_fft_problem_c) :: c
    integer :: n
    n = size(extent)
    c_extent = turned(int(extent, int64), n)
    c_boundary = turned(boundary, n)
    all_complex = 0
    if (present(is_complex)) all_complex = flag(is_complex)
    c = ct_poisson_problem_c(min(n, 4), c_loc(c_extent), c_loc(c_boundary), points, all_complex)
    problem%extent = extent
    problem%kind = c%kind(min(n, 4):1:-1)
    problem%is_complex = c%is_complex /= 0
    if (present(precision)) problem%precision = precision
  end function ct_poisson_problem

  ! Point j, from 1, of an axis of n points with spacing h is at (j - 1 + offset) h, between the ends 0
  ! and (n + ends) h.
  real(c_double) function ct_poisson_offset(boundary, points)
    integer(c_int), intent(in) :: boundary, points
    ct_poisson_offset = ct_poisson_offset_c(boundary, points)
  end function ct_poisson_offset

  real(c_double) function ct_poisson_ends(boundary, points)
    integer(c_int), intent(in) :: boundary, points
    ct_poisson_ends = ct_poisson_ends_c(boundary, points)
  end function ct_poisson_ends
end module cornerturn_spectral
