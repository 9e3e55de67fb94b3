! Poisson's equation, tridiagonal systems and implicit steps beside what is known of sines and cosines.
module solvers
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64
  use expect
  implicit none
  private
  public :: test_solvers

contains

  ! Periodic along x, Neumann at the lower and Dirichlet at the upper end of y.
  subroutine test_poisson(symbol, before)
    integer(kind(CT_POISSON_SPECTRAL)), intent(in) :: symbol
    integer, intent(out) :: before
    integer, parameter :: n(2) = [8, 9]
    integer, parameter :: boundary(2) = [CT_BOUNDARY_PERIODIC, CT_BOUNDARY_NEUMANN_DIRICHLET]
    real(real64), parameter :: k(2) = [3, 5]
    type(ct_poisson_plan) :: plan
    type(ct_box) :: box
    real(real64), allocatable :: f(:, :), u(:, :), exact(:, :), slope(:, :)
    real(real64) :: h(2), x, y, squares(2), factor
    integer(int64) :: i, j
    integer :: stat
    character(200) :: errmsg
    h = [2*PI/n(1), 0.5_real64*PI/(n(2) + ct_poisson_ends(boundary(2), CT_POINTS_CELL))]
    call plan%create(comm, ct_poisson(n, h, boundary, shift=2.0_real64, symbol=symbol))
    box = plan%box()
    allocate (f(box%lower(1):box%upper(1), box%lower(2):box%upper(2)))
    allocate (u, exact, slope, mold=f)
    squares = k**2
    factor = k(1)
    if (symbol == CT_POISSON_SECOND) squares = (2 - 2*cos(k*h))/h**2
    if (symbol == CT_POISSON_SECOND) factor = sin(k(1)*h(1))/h(1)
    do j = lbound(f, 2), ubound(f, 2)
      do i = lbound(f, 1), ubound(f, 1)
        x = (i - 1 + ct_poisson_offset(boundary(1), CT_POINTS_CELL))*h(1)
        y = (j - 1 + ct_poisson_offset(boundary(2), CT_POINTS_CELL))*h(2)
        exact(i, j) = cos(k(1)*x)*cos(k(2)*y)
        slope(i, j) = -factor*sin(k(1)*x)*cos(k(2)*y)
      end do
    end do
    f = (sum(squares) + 2)*exact
    call plan%solve(f, u)
    if (size(u) > 0) call expect_near(maxval(abs(u - exact)), 1e-13_real64, "Helmholtz's equation")
    call plan%gradient(1, f, u)
    if (size(u) > 0) call expect_near(maxval(abs(u - slope)), 1e-12_real64, "the gradient of the solution")
    call plan%gradient(2, f, u, stat, errmsg)
    call expect_failure(stat, errmsg, CT_ERROR_UNSUPPORTED, "periodic")
    call plan%solve(real(f, real32), u, stat, errmsg)
    if (size(f) > 0) call expect_failure(stat, errmsg, CT_ERROR_ARGUMENT, "allowed")
    call expect_true(len(plan%reason()) > 0, "no reason")
    before = destroyed()
  end subroutine test_poisson

  ! Cells of two widths along y: linear f between Dirichlet ends where nothing changes along x.
  subroutine test_widths()
    type(ct_poisson_plan) :: plan
    type(ct_poisson) :: problem
    type(ct_box) :: box
    real(real64), allocatable :: f(:, :), u(:, :), v(:, :)
    real(real64) :: middle
    integer(int64) :: j
    integer :: stat
    character(200) :: errmsg
    problem = ct_poisson([6, 5], [1.0_real64, 1.0_real64], [CT_BOUNDARY_PERIODIC, CT_BOUNDARY_DIRICHLET], &
                         symbol=CT_POISSON_SECOND)
    problem%faces = [real(real64) :: 0, 1, 2, 3, 5, 7]
    problem%faces_axis = 2
    call plan%create(comm, problem)
    box = plan%box()
    allocate (f(box%lower(1):box%upper(1), box%lower(2):box%upper(2)))
    allocate (u, v, mold=f)
    do j = lbound(f, 2), ubound(f, 2) ! of u = middle of the cell: the upper end lacks 7
      middle = (problem%faces(j) + problem%faces(j + 1))/2
      f(:, j) = merge(7.0_real64/(1*2), 0.0_real64, j == 5)
      u(:, j) = middle
    end do
    call plan%solve(f, v)
    if (size(f) > 0) call expect_near(maxval(abs(v - u)), 1e-13_real64, "cells of two widths")
    problem%faces = [real(real64) :: 0, 1, 2]
    call plan%create(comm, problem, stat=stat, errmsg=errmsg)
    call expect_failure(stat, errmsg, CT_ERROR_ARGUMENT, "one more than cells, 6")
    problem%faces_axis = 3
    call plan%create(comm, problem, stat=stat, errmsg=errmsg)
    call expect_failure(stat, errmsg, CT_ERROR_ARGUMENT, "axis")
  end subroutine test_widths

  ! Ones, of which there is no u; without their mean it is 0.
  subroutine test_mean()
    type(ct_poisson_plan) :: plan
    type(ct_poisson) :: problem
    type(ct_box) :: box
    complex(real32), allocatable :: f(:), u(:)
    integer :: stat
    character(200) :: errmsg
    problem = ct_poisson([6, 4], [1.0_real64, 1.0_real64], [CT_BOUNDARY_PERIODIC, CT_BOUNDARY_NEUMANN], &
                         precision=CT_FLOAT, is_complex=.true.)
    call plan%create(comm, problem)
    box = plan%box()
    allocate (f(box%elements()), source=(1.0_real32, 0.0_real32))
    allocate (u, mold=f)
    call plan%solve(f, u, stat, errmsg)
    call expect_failure(stat, errmsg, CT_ERROR_ARGUMENT, "mean")
    problem%removes_mean = .true.
    call plan%create(comm, problem)
    call plan%solve(f, u)
    if (size(u) > 0) call expect_near(real(maxval(abs(u)), real64), 1e-6_real64, "without the mean")
    problem%spacing = [1.0_real64]
    call plan%create(comm, problem, stat=stat, errmsg=errmsg)
    call expect_failure(stat, errmsg, CT_ERROR_ARGUMENT, "spacing")
  end subroutine test_mean

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
    call test_poisson(CT_POISSON_SPECTRAL, before)
    call expect_true(destroyed() - before == 1, "a plan of Poisson's equation was left behind")
    call test_poisson(CT_POISSON_SECOND, before)
    call test_widths()
    call test_mean()
    call test_tridiagonal(before)
    call expect_true(destroyed() - before == 1, "a tridiagonal plan was left behind")
    call test_adi(before)
    call expect_true(destroyed() - before == 1, "an implicit plan was left behind")
    call test_faces()
  end subroutine test_solvers
end module solvers
