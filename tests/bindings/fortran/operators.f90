! Filters, Poisson's equation and implicit steps beside what is known of sines and cosines.
module operators
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64
  use expect
  implicit none
  private
  public :: test_operators

  type, extends(ct_fft_hook) :: halving
    real(real64) :: factor
  contains
    procedure :: apply => apply_halving
  end type halving

contains

  ! sin(x) cos(2 y), its derivative along x, its mean square and its products.
  subroutine test_spectrum()
    integer, parameter :: n(2) = [12, 10]
    type(ct_fft_plan) :: forward, inverse
    type(ct_spectrum) :: spectrum
    type(ct_box) :: here, there
    real(real64), allocatable :: u(:, :), v(:, :), power(:), modes(:)
    complex(real64), allocatable :: c(:, :)
    real(real64) :: h(2)
    integer(int64) :: i, j
    integer :: stat
    character(200) :: errmsg
    h = 2*PI/n
    call forward%create(comm, ct_fft_real(n))
    call inverse%create(comm, ct_fft_real(n), ct_fft_options(direction=CT_INVERSE))
    here = forward%input_box()
    there = forward%output_box()
    allocate (u(here%lower(1):here%upper(1), here%lower(2):here%upper(2)))
    allocate (v, mold=u)
    allocate (c(there%lower(1):there%upper(1), there%lower(2):there%upper(2)))
    do j = lbound(u, 2), ubound(u, 2)
      u(:, j) = [(1 + sin((i - 1)*h(1))*cos(2*(j - 1)*h(2)), i=here%lower(1), here%upper(1))]
    end do
    call forward%execute(u, c)
    call spectrum%create(ct_fft_real(n), there, h)
    call expect_near(abs(spectrum%wavenumber(1, 2_int64) - 1/(2*PI)), 1e-15_real64, "wavenumber along x")
    call expect_near(abs(spectrum%wavenumber(2, 10_int64) + 1/(2*PI)), 1e-15_real64, "wavenumber along y")
    allocate (power(spectrum%bins(spectrum%bin_width())), source=0.0_real64)
    allocate (modes, source=power)
    call spectrum%power(c, spectrum%bin_width(), power, modes)
    call MPI_Allreduce(MPI_IN_PLACE, power, size(power), MPI_DOUBLE_PRECISION, MPI_SUM, comm)
    call expect_near(abs(sum(power) - 1.25_real64), 1e-13_real64, "the power is the mean square")
    call spectrum%power(c, spectrum%bin_width(), power(1:1), modes, stat, errmsg)
    call expect_failure(stat, errmsg, CT_ERROR_ARGUMENT, "bins")
    call expect_near(abs(all_sum(spectrum%mean(c)) - 1), 1e-13_real64, "mean")
    call spectrum%filter(ct_filter(CT_FILTER_GRADIENT, axis=1), c)
    call inverse%execute(c, v)
    do j = lbound(v, 2), ubound(v, 2)
      do i = lbound(v, 1), ubound(v, 1)
        v(i, j) = v(i, j) - cos((i - 1)*h(1))*cos(2*(j - 1)*h(2))
      end do
    end do
    if (size(v) > 0) call expect_near(maxval(abs(v)), 1e-13_real64, "derivative along x")
    call spectrum%filter(ct_filter(CT_FILTER_GRADIENT, axis=3), c, stat, errmsg)
    call expect_true(stat == CT_ERROR_ARGUMENT, "a derivative along no axis")
    ! sin(x) convolved with itself, shifted by a quarter along x.
    call forward%execute(u, c)
    call spectrum%multiply(c, c, shift=[3, 0])
    call inverse%execute(c, v)
    do j = lbound(v, 2), ubound(v, 2)
      do i = lbound(v, 1), ubound(v, 1)
        v(i, j) = v(i, j) - product(n)*(1 - 0.25_real64*cos((i - 4)*h(1))*cos(2*(j - 1)*h(2)))
      end do
    end do
    if (size(v) > 0) call expect_near(maxval(abs(v)), 1e-11_real64, "convolution")
  end subroutine test_spectrum

  real(real64) function all_sum(mine)
    real(real64), intent(in) :: mine
    call MPI_Allreduce(mine, all_sum, 1, MPI_DOUBLE_PRECISION, MPI_SUM, comm)
  end function all_sum

  subroutine apply_halving(self, tile)
    class(halving), intent(in) :: self
    type(ct_fft_tile), intent(in) :: tile
    complex(real64), pointer :: c(:)
    integer(int64) :: i, j, k, at
    call tile%view(c)
    do k = 0, tile%box%upper(3) - tile%box%lower(3)
      do j = 0, tile%box%upper(2) - tile%box%lower(2)
        do i = 0, tile%box%upper(1) - tile%box%lower(1)
          at = 1 + sum([i, j, k]*tile%stride(1:3))
          if (i + tile%box%lower(1) == 2) c(at) = c(at)*self%factor ! the second mode along x
        end do
      end do
    end do
  end subroutine apply_halving

  ! cos(x) + cos(y), of which the mode along x alone is halved.
  subroutine test_filter(before)
    integer, intent(out) :: before
    integer, parameter :: n(3) = [8, 6, 4]
    type(ct_fft_filter_plan) :: plan
    type(ct_memory) :: memory(2)
    real(real64), pointer :: u(:, :, :), v(:, :, :)
    integer(int64) :: i, j, k
    real(real64) :: worst
    call plan%create(comm, ct_fft_real(n))
    call memory(1)%allocate(comm, u, plan%box())
    call memory(2)%allocate(comm, v, plan%box())
    do k = lbound(u, 3), ubound(u, 3)
      do j = lbound(u, 2), ubound(u, 2)
        u(:, j, k) = [(cos(2*PI*(i - 1)/n(1)) + cos(2*PI*(j - 1)/n(2)), i=lbound(u, 1), ubound(u, 1))]
      end do
    end do
    call plan%execute(u, v, halving(0.5_real64))
    worst = 0
    do k = lbound(u, 3), ubound(u, 3)
      do j = lbound(u, 2), ubound(u, 2)
        do i = lbound(u, 1), ubound(u, 1)
          worst = max(worst, abs(v(i, j, k) - 0.5_real64*cos(2*PI*(i - 1)/n(1)) - cos(2*PI*(j - 1)/n(2))))
        end do
      end do
    end do
    call expect_near(worst, 1e-14_real64, "filter in one pass")
    call expect_true(len(plan%reason()) > 0, "no reason")
    before = destroyed()
  end subroutine test_filter

  ! Periodic along x, Neumann at the lower and Dirichlet at the upper end of y.
  subroutine test_poisson(before)
    integer, intent(out) :: before
    integer, parameter :: n(2) = [8, 9]
    integer, parameter :: boundary(2) = [CT_BOUNDARY_PERIODIC, CT_BOUNDARY_NEUMANN_DIRICHLET]
    type(ct_poisson_plan) :: plan
    type(ct_box) :: box
    real(real64), allocatable :: f(:, :), u(:, :), exact(:, :)
    real(real64) :: h(2), x, y
    integer(int64) :: i, j
    integer :: stat
    character(200) :: errmsg
    h = [2*PI/n(1), 0.5_real64*PI/(n(2) + ct_poisson_ends(boundary(2), CT_POINTS_CELL))]
    call plan%create(comm, n, h, boundary, CT_POINTS_CELL)
    box = plan%box()
    allocate (f(box%lower(1):box%upper(1), box%lower(2):box%upper(2)))
    allocate (u, exact, mold=f)
    do j = lbound(f, 2), ubound(f, 2)
      do i = lbound(f, 1), ubound(f, 1)
        x = (i - 1 + ct_poisson_offset(boundary(1), CT_POINTS_CELL))*h(1)
        y = (j - 1 + ct_poisson_offset(boundary(2), CT_POINTS_CELL))*h(2)
        exact(i, j) = cos(3*x)*cos(5*y)
      end do
    end do
    f = -34*exact
    call plan%execute(f, u)
    if (size(u) > 0) call expect_near(maxval(abs(u - exact)), 1e-13_real64, "Poisson's equation")
    call plan%execute(real(f, real32), u, stat, errmsg)
    if (size(f) > 0) call expect_failure(stat, errmsg, CT_ERROR_ARGUMENT, "allowed")
    before = destroyed()
  end subroutine test_poisson

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

  subroutine test_operators()
    integer :: before
    call test_spectrum()
    call test_filter(before)
    call expect_true(destroyed() - before == 3, "a filter was left behind")
    call test_poisson(before)
    call expect_true(destroyed() - before == 3, "a plan of Poisson's equation was left behind")
    call test_adi(before)
    call expect_true(destroyed() - before == 1, "an implicit plan was left behind")
    call test_faces()
  end subroutine test_operators
end module operators
