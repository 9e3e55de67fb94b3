! Poisson's and Helmholtz's equation, -div grad u + shift u = f: poisson.h.
!
!   call plan%create(comm, ct_poisson([nx, ny], [hx, hy], [CT_BOUNDARY_PERIODIC, CT_BOUNDARY_NEUMANN]))
!   call memory%allocate(comm, f, plan%box())
!   call plan%solve(f, u)
module cornerturn_poisson
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
  public :: ct_poisson, ct_poisson_plan

  type :: ct_poisson
    integer(int64), allocatable :: extent(:)
    real(c_double), allocatable :: spacing(:) ! of the points along each axis
    integer(c_int), allocatable :: boundary(:) ! CT_BOUNDARY_.. of each axis
    integer(c_int) :: points = CT_POINTS_CELL
    real(c_double) :: shift = 0 ! of any sign
    integer(c_int) :: symbol = CT_POISSON_SPECTRAL ! CT_POISSON_..: what stands for -d2/dx2
    integer(c_int) :: precision = CT_DOUBLE
    logical :: is_complex = .false. ! u and f
    integer(c_int) :: order = 0 ! along unbounded axes: 0, 2, 4, 6 or 8
    logical :: removes_mean = .false. ! modes that determine no u are taken out of f; else refused
    real(c_double), allocatable :: faces(:) ! of cells of any width along faces_axis, rising
    integer :: faces_axis = 0 ! from 1
  end type ct_poisson

  type, extends(ct_plan) :: ct_poisson_plan
    integer, private :: axes = 0
    type(ct_array), private :: arrays(2)
  contains
    procedure :: create, solve, gradient, box, reason, destroy
    final :: destroy_at_end
  end type ct_poisson_plan

contains

  ! With `array` f and u are in any decomposition. Collective, as ct_poisson_plan_create.
  subroutine create(self, comm, problem, options, array, stat, errmsg)
    class(ct_poisson_plan), intent(inout) :: self
    type(*), intent(in) :: comm
    type(ct_poisson), intent(in), target :: problem
    type(ct_fft_options), intent(in), optional :: options
    type(ct_decomposition), intent(in), optional :: array
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(ct_poisson_c), target :: c_problem
    type(fft_options_for_c), target :: c_options
    type(ct_fft_options) :: all_options
    character(LONGEST_COMPLAINT) :: complaint
    integer(c_int) :: status
    call self%destroy()
    if (present(options)) all_options = options
    complaint = " "
    c_problem = problem_for_c(problem, complaint)
    status = c_options%set(size(problem%extent), all_options, array)
    if (status == CT_OK) status = ct_poisson_plan_create_c( &
      comm_handle(comm), c_loc(c_problem), c_loc(c_options%c), self%c)
    if (status == CT_OK) then
      self%axes = size(problem%extent)
      self%arrays = ct_array(ct_poisson_bytes_c(self%c), 0, &
                             merge(COMPLEX_NUMBERS, REAL_NUMBERS, problem%is_complex), problem%precision)
    end if
    call finish(status, stat, errmsg, complaint)
  end subroutine create

  function problem_for_c(problem, complaint) result(c)
    type(ct_poisson), intent(in), target :: problem
    character(*), intent(inout) :: complaint
    type(ct_poisson_c) :: c
    integer :: n
    n = size(problem%extent)
    c%axes = n
    c%extent = turned(problem%extent, n)
    c%spacing = -1 ! which the library refuses
    c%boundary = -1
    if (allocated(problem%spacing)) c%spacing = turned(problem%spacing, n)
    if (allocated(problem%boundary)) c%boundary = turned(problem%boundary, n)
    c%points = problem%points
    c%shift = problem%shift
    c%symbol = problem%symbol
    c%precision = problem%precision
    c%is_complex = flag(problem%is_complex)
    c%removes_mean = flag(problem%removes_mean)
    c%order = problem%order
    c%faces = c_null_ptr
    if (.not. allocated(problem%faces)) return
    c%faces = c_loc(problem%faces)
    c%faces_axis = n - problem%faces_axis
    if (problem%faces_axis < 1 .or. problem%faces_axis > n) return ! which the library refuses
    if (size(problem%faces) /= problem%extent(problem%faces_axis) + 1) then
      write (complaint, "(i0, a, i0)") size(problem%faces), " faces; allowed: one more than cells, ", &
        problem%extent(problem%faces_axis) + 1
      c%faces_axis = -1 ! on all ranks
    end if
  end function problem_for_c

  ! Contiguous arrays of any rank of this rank's part, distinct ones or, with in_place, one twice.
  ! Collective.
  subroutine solve(self, f, u, stat, errmsg)
    class(ct_poisson_plan), intent(in) :: self
    type(*), dimension(..), intent(in) :: f
    type(*), dimension(..), intent(inout) :: u
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call call_with_arrays(ct_poisson_solve_c, self%c, f, u, self%arrays, stat, errmsg)
  end subroutine solve

  ! The derivative of u along an axis with a boundary, at the points of u. Collective.
  subroutine gradient(self, axis, f, g, stat, errmsg)
    class(ct_poisson_plan), intent(in) :: self
    integer, intent(in) :: axis
    type(*), dimension(..), intent(in) :: f
    type(*), dimension(..), intent(inout) :: g
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(LONGEST_COMPLAINT) :: complaint
    type(c_ptr) :: at(2)
    call ct_find_arrays(f, g, self%arrays, complaint, at)
    call finish(ct_poisson_gradient_c(self%c, self%axes - axis, at(1), at(2)), stat, errmsg, complaint)
  end subroutine gradient

  ! This rank's part of f and u; how data get from one transform to the next. Local.
  type(ct_box) function box(self)
    class(ct_poisson_plan), intent(in) :: self
    box = box_of_c(ct_poisson_box_c(self%c))
  end function box

  function reason(self)
    class(ct_poisson_plan), intent(in) :: self
    character(:), allocatable :: reason
    reason = fortran_text(ct_fft_reason_c(ct_poisson_transform_c(self%c)))
  end function reason

  ! Collective.
  subroutine destroy(self)
    class(ct_poisson_plan), intent(inout) :: self
    if (c_associated(self%c)) call ct_poisson_plan_destroy_c(self%c)
  end subroutine destroy

  impure elemental subroutine destroy_at_end(self)
    type(ct_poisson_plan), intent(inout) :: self
    call self%destroy()
  end subroutine destroy_at_end
end module cornerturn_poisson
