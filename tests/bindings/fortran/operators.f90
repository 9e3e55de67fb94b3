! Filters beside what is known of sines and cosines.
module operators
  use, intrinsic :: iso_fortran_env, only: int64, real64
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
    call expect_near(spectrum%wavenumber(3, 1_int64, stat, errmsg), 0.0_real64, "no wavenumber")
    call expect_failure(stat, errmsg, CT_ERROR_ARGUMENT, "allowed: 0 to 1")
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

  subroutine test_operators()
    integer :: before
    call test_spectrum()
    call test_filter(before)
    call expect_true(destroyed() - before == 3, "a filter was left behind")
  end subroutine test_operators
end module operators
