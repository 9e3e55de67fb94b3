! Tridiagonal systems and implicit steps beside what is known of sines and cosines.
module solvers
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64
  use expect
  implicit none
  private
  public :: test_solvers

contains

  ! Right sides of known solutions: one matrix along the axis that is distributed, cyclic, and one a
  ! line along the other.
  subroutine test_tridiagonal(before)
    integer, intent(out) :: before
    integer, parameter :: n(2) = [5, 9]
    type(ct_decomposition) :: columns
    type(ct_tridiagonal_plan) :: plan
    type(ct_box) :: here
    real(real64), allocatable :: u(:, :), exact(:, :), diagonal(:, :), sides(:, :)
    complex(real32), allocatable :: v(:, :)
    real(real64) :: line(n(2))
    integer(int64) :: i, j
    integer :: stat
    character(200) :: errmsg
    columns = ct_decomposition(n, grid=[1, ranks])
    here = columns%box(rank)
    allocate (u(n(1), here%lower(2):here%upper(2)))
    allocate (exact, diagonal, sides, mold=u)
    sides = -1
    line = [(3 + 0.1_real64*j, j=1, n(2))]
    do j = lbound(u, 2), ubound(u, 2)
      do i = 1, n(1)
        exact(i, j) = known(i, j)
        u(i, j) = line(j)*known(i, j) - known(i, modulo(j, 9_int64) + 1) - known(i, modulo(j - 2, 9_int64) + 1)
        diagonal(i, j) = 4 + exact(i, j)
      end do
    end do
    call plan%create(comm, columns, axis=2, cyclic=.true.)
    call plan%solve(u, stat=stat, errmsg=errmsg)
    call expect_true(stat == CT_ERROR_ARGUMENT, "systems without a matrix")
    call plan%factorise(0*line - 1, line(1:3), 0*line - 1, stat, errmsg)
    call expect_failure(stat, errmsg, CT_ERROR_ARGUMENT, "allowed")
    call plan%factorise(0*line - 1, line, 0*line - 1)
    v = cmplx(u, -u, real32)
    call plan%solve(u)
    if (size(u) > 0) call expect_near(maxval(abs(u - exact)), 1e-14_real64, "one matrix")
    call plan%create(comm, columns, axis=2, cyclic=.true., complex_numbers=.true., precision=CT_FLOAT)
    call plan%factorise(0*line - 1, line, 0*line - 1)
    call plan%solve(v)
    if (size(v) > 0) call expect_near(real(maxval(abs(v - cmplx(exact, -exact, real32))), real64), &
                                      1e-5_real64, "complex right sides")
    call plan%create(comm, columns, axis=1, variable=.true.)
    call plan%factorise(sides, diagonal, sides)
    u = diagonal*exact
    u(2:, :) = u(2:, :) - exact(:n(1) - 1, :)
    u(:n(1) - 1, :) = u(:n(1) - 1, :) - exact(2:, :)
    sides = 2*u
    call plan%solve(u, sides)
    if (size(u) > 0) call expect_near(maxval(abs(u - exact)), 1e-14_real64, "a matrix for each line")
    if (size(u) > 0) call expect_near(maxval(abs(sides - 2*exact)), 1e-14_real64, "the second array")
    call expect_true(len(plan%reason()) > 0, "no reason")
    before = destroyed()
  end subroutine test_tridiagonal

  pure real(real64) function known(i, j)
    integer(int64), intent(in) :: i, j
    known = value_at([i, j, 1_int64, 1_int64])
  end function known

  real(real64) function start(time, x)
    real(real64), intent(in) :: time, x(:)
    start = exp(-time)*cos(PI*x(1))*cos(PI*x(2)/2)
  end function start

  ! cos(pi x) cos(pi y / 2) on 1 x 2, no flux through the faces, decays at kappa times its eigenvalue.
  subroutine test_adi(before)
    integer, intent(out) :: before
    integer, parameter :: n(2) = [24, 48]
    real(real64), parameter :: dt = 0.01_real64, kappa(2) = [0.5_real64, 2.0_real64]
    type(ct_adi_problem) :: problem
    type(ct_adi_plan) :: plan
    real(real64), pointer :: u(:, :), x(:), y(:)
    real(real64), allocatable :: first(:, :)
    real(real64) :: rate, least, most, error
    integer :: i, stat
    integer(int64) :: j
    logical :: converged
    character(200) :: errmsg
    problem = ct_adi_problem(n)
    problem%high(1:2) = [1, 2]
    problem%diffusivity(1:2) = kappa
    call plan%create(comm, problem)
    call plan%set("state", start)
    call plan%state(u)
    allocate (first, source=u)
    x => plan%middles(1)
    y => plan%middles(2)
    call expect_true(size(x) == n(1) .and. size(y) == n(2), "middles")
    do j = lbound(u, 2), ubound(u, 2)
      call expect_near(abs(u(lbound(u, 1), j) - cos(PI*x(lbound(u, 1)))*cos(PI*y(j)/2)), 1e-14_real64, "state")
    end do
    call plan%bounds_begin()
    do i = 1, 10
      call plan%step(dt)
    end do
    call expect_true(plan%bounds_check(), "bounds")
    rate = kappa(1)*(2*24*sin(PI/48))**2 + kappa(2)*(2*24*sin(PI/96))**2
    if (size(u) > 0) &
      call expect_near(maxval(abs(u - exp(-rate*10*dt)*first)), 1e-4_real64, "decay")
    call expect_near(abs(plan%time() - 10*dt), 1e-14_real64, "time")
    call expect_near(abs(plan%integral()), 1e-13_real64, "integral")
    call plan%range(least, most)
    call expect_true(least < 0 .and. most > 0 .and. most < 1, "range")
    call expect_near(abs(plan%value([1, 1]) - most), 1e-14_real64, "the value of a cell")
    call plan%step_doubled(dt, error)
    call expect_true(error > 0 .and. error < 1e-4_real64, "error of a step")
    call plan%undo()
    call plan%step(-dt, stat, errmsg)
    call expect_failure(stat, errmsg, CT_ERROR_ARGUMENT, "0")
    call plan%set("colour", 1.0_real64, stat=stat, errmsg=errmsg)
    call expect_failure(stat, errmsg, CT_ERROR_ARGUMENT, "colour")
    call plan%set_field("diffusivity", 1 + 0*first)
    call plan%set("reaction", 2.0_real64)
    call plan%set("source", 6.0_real64)
    call plan%steady(1e-10_real64, 500, converged=converged)
    call plan%range(least, most)
    call expect_true(converged, "the steady state was not found")
    call expect_near(max(abs(least - 3), abs(most - 3)), 1e-8_real64, "the steady state")
    before = destroyed()
  end subroutine test_adi

  ! Values at the two faces across x alone, from functions and fields: then u is linear in x.
  subroutine test_faces()
    integer, parameter :: n(3) = [6, 4, 5]
    type(ct_adi_problem) :: problem
    type(ct_adi_plan) :: plan
    real(real32), pointer :: u(:, :, :)
    real(real64), pointer :: x(:)
    real(real32), allocatable :: layer(:, :)
    type(ct_box) :: box
    integer :: i
    problem = ct_adi_problem(n, precision=CT_FLOAT)
    problem%face(:, 1)%kind = CT_ADI_DIRICHLET
    call plan%create(comm, problem, ct_adi_options(grid=[1, 1, ranks]))
    box = plan%box()
    allocate (layer(size_of(box, 2), size_of(box, 3)), source=3.0_real32)
    call plan%set("boundary", one, axis=1, side=1)
    call plan%set_field("boundary", layer, axis=1, side=2)
    call plan%steady(1e-6_real64, 500)
    call plan%state(u)
    x => plan%middles(1)
    do i = 1, n(1)
      if (size(u) > 0) &
        call expect_near(real(maxval(abs(u(i, :, :) - (1 + 2*x(i)))), real64), 1e-4_real64, "linear between faces")
    end do
  end subroutine test_faces

  pure integer(int64) function size_of(box, axis)
    type(ct_box), intent(in) :: box
    integer, intent(in) :: axis
    size_of = box%upper(axis) - box%lower(axis) + 1
  end function size_of

  real(real64) function one(time, x)
    real(real64), intent(in) :: time, x(:)
    one = merge(1, 2, time >= 0 .and. abs(x(1)) < 1e-12_real64) ! evaluated on the face
  end function one

  subroutine test_solvers()
    integer :: before
    call test_tridiagonal(before)
    call expect_true(destroyed() - before == 1, "a tridiagonal plan was left behind")
    call test_adi(before)
    call expect_true(destroyed() - before == 1, "an implicit plan was left behind")
    call test_faces()
  end subroutine test_solvers
end module solvers
