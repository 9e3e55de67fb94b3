! Poisson's equation with ends of all kinds, cells of two widths and in free space beside known solutions.
module poisson
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64
  use expect
  implicit none
  private
  public :: test_poisson

contains

  ! Periodic along x, Neumann at the lower and Dirichlet at the upper end of y.
  subroutine test_kinds(symbol, before)
    integer(kind(CT_POISSON_SPECTRAL)), intent(in) :: symbol
    integer, intent(out) :: before
    integer, parameter :: n(2) = [8, 9]
    integer, parameter :: boundary(2) = [CT_BOUNDARY_PERIODIC, CT_BOUNDARY_NEUMANN_DIRICHLET]
    real(real64), parameter :: k(2) = [3, 5]
    type(ct_poisson_plan) :: plan
    type(ct_box) :: box
    real(real64), allocatable :: f(:, :), u(:, :), exact(:, :), slope(:, :, :)
    real(real64) :: h(2), x, y, squares(2), factor(2)
    integer(int64) :: i, j
    integer :: axis, stat
    character(200) :: errmsg
    h = [2*PI/n(1), 0.5_real64*PI/(n(2) + ct_poisson_ends(boundary(2), CT_POINTS_CELL))]
    call plan%create(comm, ct_poisson(n, h, boundary, shift=2.0_real64, symbol=symbol))
    box = plan%box()
    allocate (f(box%lower(1):box%upper(1), box%lower(2):box%upper(2)))
    allocate (u, exact, mold=f)
    allocate (slope(box%lower(1):box%upper(1), box%lower(2):box%upper(2), 2))
    squares = k**2
    factor = k
    if (symbol == CT_POISSON_SECOND) squares = (2 - 2*cos(k*h))/h**2
    if (symbol == CT_POISSON_SECOND) factor = sin(k*h)/h
    do j = lbound(f, 2), ubound(f, 2)
      do i = lbound(f, 1), ubound(f, 1)
        x = (i - 1 + ct_poisson_offset(boundary(1), CT_POINTS_CELL))*h(1)
        y = (j - 1 + ct_poisson_offset(boundary(2), CT_POINTS_CELL))*h(2)
        exact(i, j) = cos(k(1)*x)*cos(k(2)*y)
        slope(i, j, :) = -factor*[sin(k(1)*x)*cos(k(2)*y), cos(k(1)*x)*sin(k(2)*y)]
      end do
    end do
    f = (sum(squares) + 2)*exact
    call plan%solve(f, u)
    if (size(u) > 0) call expect_near(maxval(abs(u - exact)), 1e-13_real64, "Helmholtz's equation")
    do axis = 1, 2
      call plan%gradient(axis, f, u)
      if (size(u) > 0) call expect_near(maxval(abs(u - slope(:, :, axis))), 1e-12_real64, "the gradient of the solution")
    end do
    call plan%solve(real(f, real32), u, stat, errmsg)
    if (size(f) > 0) call expect_failure(stat, errmsg, CT_ERROR_ARGUMENT, "allowed")
    call expect_true(len(plan%reason()) > 0, "no reason")
    before = destroyed()
  end subroutine test_kinds

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

  ! A Gaussian in free space along y, one wave along x: u is known; a wrong order is named.
  subroutine test_unbounded()
    integer, parameter :: n(2) = [6, 40]
    real(real64), parameter :: h(2) = [2*PI/n(1), 1.0_real64/n(2)], squared = 0.0036_real64
    type(ct_poisson_plan) :: plan
    type(ct_poisson) :: problem
    type(ct_box) :: box
    real(real64), allocatable :: f(:, :), u(:, :), exact(:, :), slope(:, :)
    real(real64) :: y
    integer(int64) :: i, j
    integer :: stat
    character(200) :: errmsg
    problem = ct_poisson(n, h, [CT_BOUNDARY_PERIODIC, CT_BOUNDARY_UNBOUNDED])
    call plan%create(comm, problem)
    box = plan%box()
    allocate (f(box%lower(1):box%upper(1), box%lower(2):box%upper(2)))
    allocate (u, exact, slope, mold=f)
    do j = lbound(f, 2), ubound(f, 2)
      do i = lbound(f, 1), ubound(f, 1)
        y = (j - 20.5_real64)*h(2)
        exact(i, j) = cos((i - 1)*h(1))*exp(-y**2/(2*squared))
        slope(i, j) = -y/squared*exact(i, j)
        f(i, j) = (1 + (1 - y**2/squared)/squared)*exact(i, j)
      end do
    end do
    call plan%solve(f, u)
    if (size(u) > 0) call expect_near(maxval(abs(u - exact)), 1e-12_real64, "in free space")
    call plan%gradient(2, f, u)
    if (size(u) > 0) call expect_near(maxval(abs(u - slope)), 1e-10_real64, "a slope in free space")
    problem%order = 5
    call plan%create(comm, problem, stat=stat, errmsg=errmsg)
    call expect_failure(stat, errmsg, CT_ERROR_ARGUMENT, "order 5")
  end subroutine test_unbounded

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

  subroutine test_poisson()
    integer :: before
    call test_kinds(CT_POISSON_SPECTRAL, before)
    call expect_true(destroyed() - before == 1, "a plan of Poisson's equation was left behind")
    call test_kinds(CT_POISSON_SECOND, before)
    call test_widths()
    call test_unbounded()
    call test_mean()
  end subroutine test_poisson
end module poisson
