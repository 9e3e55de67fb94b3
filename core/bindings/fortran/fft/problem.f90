! What is transformed, and how: fft_problem.h and the options of fft.h. Set what is wanted, by name:
!
!   ct_fft_problem([nx, ny], kind=[CT_FFT_R2C, CT_FFT_DCT2], precision=CT_FLOAT)
!   ct_fft_options(direction=CT_INVERSE, exchange=ct_exchange_options(algorithm="direct"))
module cornerturn_fft_problem
  use, intrinsic :: iso_c_binding
  use, intrinsic :: iso_fortran_env, only: int64
  use cornerturn_c
  use cornerturn_support
  use cornerturn_arrays
  use cornerturn_decomposition
  use cornerturn_options
  implicit none
  private
  public :: ct_fft_problem, ct_fft_options, ct_fft_complex, ct_fft_real
  public :: ct_fft_good_length, fft_problem_for_c, fft_options_for_c, numbers_of

  type :: ct_fft_problem
    integer(int64), allocatable :: extent(:) ! points of the array along each axis
    integer(c_int), allocatable :: kind(:) ! CT_FFT_.. for each axis; not given: CT_FFT_C2C
    integer(int64), allocatable :: length(:) ! points transformed; not given or 0: the extent
    integer(int64), allocatable :: modes(:) ! coefficients of the spectrum; not given or 0: all
    integer(c_int) :: precision = CT_DOUBLE
    logical :: is_complex = .false. ! complex numbers though no axis is CT_FFT_C2C
  end type ct_fft_problem

  type :: ct_fft_options
    integer(c_int) :: direction = CT_FORWARD
    integer(c_int) :: scaling = CT_SCALING_DEFAULT
    integer(c_int) :: rigour = CT_ESTIMATE
    logical :: in_place = .false. ! execute is given one array twice
    logical :: destroys_input = .false. ! execute may overwrite the input
    integer, allocatable :: array_grid(:), spectrum_grid(:) ! parts along each axis; not given: chosen
    integer, allocatable :: array_order(:), spectrum_order(:) ! in memory, the fastest axis first
    logical :: transposed = .false. ! the spectrum may be distributed along other axes
    integer :: pipeline = 0 ! slices of an exchange; 0: chosen
    integer :: threads = 0 ! 0: OMP_NUM_THREADS, or 1
    character(LONGEST_PATH) :: wisdom_file = "" ! "": none
    type(ct_exchange_options) :: exchange
  end type ct_fft_options

  interface ct_fft_complex ! complex to complex along all axes
    module procedure complex_int, complex_int64
  end interface ct_fft_complex

  interface ct_fft_real ! the same but for the first axis, which is real to complex
    module procedure real_int, real_int64
  end interface ct_fft_real

  type :: fft_options_for_c
    type(ct_fft_options_c) :: c
    type(exchange_options_for_c) :: exchange
    type(decomposition_for_c) :: sides(2)
    character(kind=c_char), allocatable :: wisdom_file(:)
  contains
    procedure :: set
  end type fft_options_for_c

contains

  pure function complex_int64(extent, precision) result(problem)
    integer(int64), intent(in) :: extent(:)
    integer(c_int), intent(in), optional :: precision
    type(ct_fft_problem) :: problem
    problem%extent = extent
    if (present(precision)) problem%precision = precision
  end function complex_int64

  pure function complex_int(extent, precision) result(problem)
    integer, intent(in) :: extent(:)
    integer(c_int), intent(in), optional :: precision
    type(ct_fft_problem) :: problem
    problem = complex_int64(int(extent, int64), precision)
  end function complex_int

  pure function real_int64(extent, precision) result(problem)
    integer(int64), intent(in) :: extent(:)
    integer(c_int), intent(in), optional :: precision
    type(ct_fft_problem) :: problem
    integer :: i
    problem = complex_int64(extent, precision)
    problem%kind = [(CT_FFT_C2C, i=1, size(extent))]
    if (size(extent) > 0) problem%kind(1) = CT_FFT_R2C
  end function real_int64

  pure function real_int(extent, precision) result(problem)
    integer, intent(in) :: extent(:)
    integer(c_int), intent(in), optional :: precision
    type(ct_fft_problem) :: problem
    problem = real_int64(int(extent, int64), precision)
  end function real_int

  ! The least length from n on that is transformed fast.
  integer(int64) function ct_fft_good_length(n)
    integer, intent(in) :: n
    ct_fft_good_length = ct_fft_good_length_c(int(n, c_ptrdiff_t))
  end function ct_fft_good_length

  function fft_problem_for_c(problem) result(c)
    type(ct_fft_problem), intent(in) :: problem
    type(ct_fft_problem_c) :: c
    integer :: n
    n = size(problem%extent)
    c%axes = n
    c%extent = turned(problem%extent, n)
    c%kind = 0
    c%kind(1:min(n, 4)) = CT_FFT_C2C
    c%length = 0
    c%modes = 0
    if (allocated(problem%kind)) c%kind = turned(problem%kind, n)
    if (allocated(problem%length)) c%length = turned(problem%length, n)
    if (allocated(problem%modes)) c%modes = turned(problem%modes, n)
    c%precision = problem%precision
    c%is_complex = flag(problem%is_complex)
  end function fft_problem_for_c

  subroutine set_side(c, axes, grid, order, given, kept)
    type(ct_fft_side_c), intent(inout) :: c
    integer, intent(in) :: axes
    integer, allocatable, intent(in) :: grid(:), order(:)
    type(ct_decomposition), optional, intent(in) :: given
    type(decomposition_for_c), intent(inout), target :: kept
    c%grid = 0
    c%order = 0
    c%decomposition = c_null_ptr
    if (allocated(grid)) c%grid = turned(grid, axes)
    if (allocated(order)) c%order = turned_axes(order, axes)
    if (present(given)) then
      call kept%set(given)
      c%decomposition = c_loc(kept%c)
    end if
  end subroutine set_side

  integer(c_int) function set(self, axes, options, array, spectrum) result(status)
    class(fft_options_for_c), intent(inout), target :: self
    integer, intent(in) :: axes
    type(ct_fft_options), intent(in) :: options
    type(ct_decomposition), intent(in), optional :: array, spectrum
    self%c%direction = options%direction
    self%c%scaling = options%scaling
    self%c%rigour = options%rigour
    self%c%in_place = flag(options%in_place)
    self%c%destroys_input = flag(options%destroys_input)
    self%c%transposed = flag(options%transposed)
    self%c%pipeline = options%pipeline
    self%c%threads = options%threads
    self%c%wisdom_file = c_null_ptr
    if (options%wisdom_file /= "") then
      self%wisdom_file = c_text(options%wisdom_file)
      self%c%wisdom_file = c_loc(self%wisdom_file)
    end if
    call set_side(self%c%array, axes, options%array_grid, options%array_order, array, self%sides(1))
    call set_side(self%c%spectrum, axes, options%spectrum_grid, options%spectrum_order, spectrum, &
                  self%sides(2))
    status = self%exchange%set(options%exchange)
    self%c%exchange = self%exchange%c
  end function set

  ! What array (1) and spectrum (2) consist of.
  function numbers_of(problem) result(numbers)
    type(ct_fft_problem_c), intent(in), target :: problem
    integer(c_int) :: numbers(2)
    integer(c_ptrdiff_t) :: extent(4)
    integer(c_int) :: side
    do side = 0, 1
      numbers(side + 1) = merge(COMPLEX_NUMBERS, REAL_NUMBERS, &
                                ct_fft_extents_c(c_loc(problem), side, extent) /= 0)
    end do
  end function numbers_of
end module cornerturn_fft_problem
