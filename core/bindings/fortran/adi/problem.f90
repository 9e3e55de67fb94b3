! The problem of implicit steps, and how it is solved: adi.h. Set what is wanted, by name.
module cornerturn_adi_problem
  use, intrinsic :: iso_c_binding
  use, intrinsic :: iso_fortran_env, only: int64
  use cornerturn_c
  use cornerturn_support
  use cornerturn_options
  implicit none
  private
  public :: ct_adi_face, ct_adi_problem, ct_adi_options, adi_problem_for_c, adi_options_for_c, face_for_c

  type :: ct_adi_face
    integer(c_int) :: kind = CT_ADI_NEUMANN ! CT_ADI_NEUMANN, .._DIRICHLET, .._ROBIN, .._PERIODIC,
                                           ! .._FLUX, .._TRANSFER
    real(c_double) :: a = 0, b = 0 ! of Robin; a of transfer
    real(c_double) :: value = 0 ! until set("boundary", ..)
  end type ct_adi_face

  ! du/dt = div(kappa grad u) - sigma u + f on a box of 2 or 3 axes.
  type :: ct_adi_problem
    integer(int64), allocatable :: extent(:) ! cells along each axis
    real(c_double) :: low(3) = 0, high(3) = 1 ! the ends of the box
    real(c_double), allocatable :: edges(:) ! instead: extent + 1 ascending positions of each axis, one
                                            ! axis after another
    type(ct_adi_face) :: face(2, 3) ! (1: low end, 2: high end; axis)
    real(c_double) :: diffusivity(3) = 1 ! kappa along each axis
    real(c_double) :: reaction = 0, source = 0 ! sigma, f
    integer(c_int) :: precision = CT_DOUBLE
  end type ct_adi_problem

  type :: ct_adi_options
    integer(c_int) :: scheme = CT_ADI_SCHEME_AUTO ! CT_ADI_..
    integer(c_int) :: method = CT_ADI_AUTO ! CT_ADI_AUTO, .._TRANSPOSING, .._REDUCING
    integer(c_int) :: mean = CT_ADI_HARMONIC ! CT_ADI_HARMONIC, .._ARITHMETIC: of kappa between cells
    integer, allocatable :: grid(:) ! ranks along each axis; not given: chosen
    type(ct_exchange_options) :: exchange
  end type ct_adi_options

  type :: adi_problem_for_c
    type(ct_adi_problem_c) :: c
    real(c_double), allocatable :: edges(:)
  contains
    procedure :: set => set_problem
  end type adi_problem_for_c

  type :: adi_options_for_c
    type(ct_adi_options_c) :: c
    type(exchange_options_for_c) :: exchange
  contains
    procedure :: set => set_options
  end type adi_options_for_c

contains

  type(ct_adi_face_c) function face_for_c(from) result(c)
    type(ct_adi_face), intent(in) :: from
    c%kind = from%kind
    c%a = from%a
    c%b = from%b
    c%value = from%value
  end function face_for_c

  subroutine set_problem(self, from)
    class(adi_problem_for_c), intent(inout), target :: self
    type(ct_adi_problem), intent(in) :: from
    integer :: n, a, c, side, first
    n = size(from%extent)
    self%c%axes = n
    self%c%extent = -1 ! which the library refuses
    self%c%edges = c_null_ptr
    self%c%precision = from%precision
    self%c%reaction = from%reaction
    self%c%source = from%source
    if (n < 2 .or. n > 3) return
    self%c%extent = turned(from%extent, n)
    if (allocated(from%edges)) then
      self%edges = from%edges
      if (size(from%edges) /= sum(from%extent + 1)) self%c%extent = -1
    end if
    first = 1
    do a = 1, n
      c = n + 1 - a
      self%c%low(c) = from%low(a)
      self%c%high(c) = from%high(a)
      self%c%diffusivity(c) = from%diffusivity(a)
      do side = 1, 2
        self%c%face(side, c) = face_for_c(from%face(side, a))
      end do
      if (allocated(self%edges) .and. self%c%extent(c) > 0) self%c%edges(c) = c_loc(self%edges(first))
      first = first + int(from%extent(a)) + 1
    end do
  end subroutine set_problem

  integer(c_int) function set_options(self, axes, from) result(status)
    class(adi_options_for_c), intent(inout), target :: self
    integer, intent(in) :: axes
    type(ct_adi_options), intent(in) :: from
    self%c%scheme = from%scheme
    self%c%method = from%method
    self%c%mean = from%mean
    self%c%grid = 0
    if (allocated(from%grid)) self%c%grid = turned(from%grid, axes)
    status = self%exchange%set(from%exchange)
    self%c%exchange = self%exchange%c
  end function set_options
end module cornerturn_adi_problem
