! Poisson's equation on real arrays, Laplacian u = f, by transforms:
!
!   call plan%create(comm, [nx, ny], [hx, hy], [CT_BOUNDARY_PERIODIC, CT_BOUNDARY_NEUMANN], CT_POINTS_CELL)
!   call memory%allocate(comm, f, plan%box())
!   call plan%execute(f, u)
module cornerturn_poisson
  use, intrinsic :: iso_c_binding
  use, intrinsic :: iso_fortran_env, only: int64
  use cornerturn_c
  use cornerturn_support
  use cornerturn_box
  use cornerturn_memory
  use cornerturn_fft_problem
  use cornerturn_fft
  use cornerturn_spectral
  implicit none
  private
  public :: ct_poisson_plan

  type :: ct_poisson_plan
    type(ct_fft_plan), private :: forward, inverse
    type(ct_memory), private :: memory ! of the spectrum
    type(ct_spectrum), private :: spectrum
    integer(c_int), private :: precision = CT_DOUBLE
  contains
    procedure :: create, execute, box, destroy
  end type ct_poisson_plan

contains

  ! Boundaries and points as of ct_poisson_problem, `spacing` of the points along each axis; `grid`:
  ! parts along each axis (not given: chosen). Collective.
  subroutine create(self, comm, extent, spacing, boundary, points, precision, grid, stat, errmsg)
    class(ct_poisson_plan), intent(inout) :: self
    type(*), intent(in) :: comm
    integer, intent(in) :: extent(:)
    real(c_double), intent(in) :: spacing(:)
    integer(c_int), intent(in) :: boundary(:), points
    integer(c_int), intent(in), optional :: precision
    integer, intent(in), optional :: grid(:)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(ct_fft_problem) :: problem
    type(ct_fft_options) :: options
    integer :: status
    call self%destroy()
    problem = ct_poisson_problem(extent, boundary, points, precision=precision)
    self%precision = problem%precision
    if (present(grid)) options%array_grid = grid
    call self%forward%create(comm, problem, options, stat=status, errmsg=errmsg)
    if (status == CT_OK) then
      call self%forward%grids(options%array_grid, options%spectrum_grid)
      options%direction = CT_INVERSE
      options%destroys_input = .true.
      call self%inverse%create(comm, problem, options, stat=status, errmsg=errmsg)
    end if
    if (status == CT_OK) &
      call self%memory%create(comm, self%forward%output_bytes(), stat=status, errmsg=errmsg)
    if (status == CT_OK) call self%spectrum%create(problem, self%forward%output_box(), spacing, status, errmsg)
    if (status /= CT_OK) call self%destroy()
    call finish(int(status, c_int), stat, errmsg)
  end subroutine create

  ! This rank's part of f and u. Local.
  type(ct_box) function box(self)
    class(ct_poisson_plan), intent(in) :: self
    box = self%forward%input_box()
  end function box

  ! Where u is determined up to a constant its mean is 0, and that of f is left out of account.
  ! Distinct arrays. Collective.
  subroutine execute(self, f, u, stat, errmsg)
    class(ct_poisson_plan), intent(in), target :: self
    type(*), dimension(..), intent(in) :: f
    type(*), dimension(..), intent(inout) :: u
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(LONGEST_COMPLAINT) :: complaint
    type(ct_filter_c), target :: filter
    type(c_ptr) :: from, into
    integer(c_int) :: status
    complaint(1:1) = " "
    from = address_of(f, self%forward%input_bytes(), complaint, REAL_NUMBERS, self%precision)
    into = address_of(u, self%forward%input_bytes(), complaint, REAL_NUMBERS, self%precision)
    filter = ct_filter_c(kind=CT_FILTER_INVERSE_LAPLACIAN, axis=0, from=0, to=0, width=0)
    status = ct_fft_execute_c(self%forward%c, from, self%memory%address)
    if (status == CT_OK) call ct_filter_apply_c(c_loc(self%spectrum%c), c_loc(filter), self%memory%address)
    if (status == CT_OK) status = ct_fft_execute_c(self%inverse%c, self%memory%address, into)
    call finish(status, stat, errmsg, complaint)
  end subroutine execute

  ! Collective.
  subroutine destroy(self)
    class(ct_poisson_plan), intent(inout) :: self
    call self%forward%destroy()
    call self%inverse%destroy()
    call self%memory%destroy()
  end subroutine destroy
end module cornerturn_poisson
