! The vortices of Taylor and Green in a periodic cube, by a pseudo-spectral method: velocities are kept
! as spectra, their products are formed at points. Steps by Heun's method, and compares with the exact
! solution, exp(-2 nu t) times the first velocities. Usage: taylor_green [N]
program taylor_green
  use, intrinsic :: iso_fortran_env, only: real64
  use mpi_f08
  use cornerturn
  implicit none

  type :: spectral_field
    type(ct_memory) :: memory
    complex(real64), pointer :: c(:, :, :)
  end type spectral_field
  type :: point_field
    type(ct_memory) :: memory
    real(real64), pointer :: v(:, :, :)
  end type point_field

  real(real64), parameter :: PI = acos(-1.0_real64), NU = 0.1_real64, DT = 0.01_real64
  integer, parameter :: STEPS = 20
  integer :: n = 32, rank
  character(16) :: argument
  real(real64) :: error

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call get_command_argument(1, argument)
  if (argument /= "") read (argument, *) n
  call run(error)
  if (rank == 0) print "(a,i0,a,i0,a,es9.2)", "Taylor-Green, ", n, "^3 points, ", STEPS, &
    " steps: largest error ", error
  call MPI_Finalize()

contains

  subroutine run(error)
    real(real64), intent(out) :: error
    type(ct_fft_plan) :: forward, inverse
    type(spectral_field) :: u(3), first(3), rate(3), second(3)
    type(point_field) :: velocity(3), vorticity(3)
    integer :: a, step
    call forward%create(MPI_COMM_WORLD, ct_fft_real([n, n, n]), ct_fft_options(scaling=CT_SCALING_FULL))
    call inverse%create(MPI_COMM_WORLD, ct_fft_real([n, n, n]), &
                        ct_fft_options(direction=CT_INVERSE, scaling=CT_SCALING_NONE))
    do a = 1, 3
      call create_spectral(forward, u(a))
      call create_spectral(forward, first(a))
      call create_spectral(forward, rate(a))
      call create_spectral(forward, second(a))
      call velocity(a)%memory%allocate(MPI_COMM_WORLD, velocity(a)%v, forward%input_box())
      call vorticity(a)%memory%allocate(MPI_COMM_WORLD, vorticity(a)%v, forward%input_box())
      call start(a, velocity(a)%v)
      call forward%execute(velocity(a)%v, u(a)%c)
    end do
    do step = 1, STEPS
      call right_side(forward, inverse, u, rate, velocity, vorticity)
      do a = 1, 3
        first(a)%c = u(a)%c + DT*rate(a)%c
      end do
      call right_side(forward, inverse, first, second, velocity, vorticity)
      do a = 1, 3
        u(a)%c = u(a)%c + 0.5_real64*DT*(rate(a)%c + second(a)%c)
      end do
    end do
    error = 0
    do a = 1, 3
      call inverse%execute(u(a)%c, velocity(a)%v)
      call start(a, vorticity(a)%v)
      if (size(velocity(a)%v) > 0) error = max(error, maxval(abs( &
        velocity(a)%v - exp(-2*NU*STEPS*DT)*vorticity(a)%v)))
    end do
    call MPI_Allreduce(MPI_IN_PLACE, error, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD)
  end subroutine run

  ! u x vorticity - nu k^2 u, without what is a gradient and without the upper third of the modes.
  subroutine right_side(forward, inverse, u, rate, velocity, vorticity)
    type(ct_fft_plan), intent(in) :: forward, inverse
    type(spectral_field), intent(inout) :: u(3), rate(3)
    type(point_field), intent(inout) :: velocity(3), vorticity(3)
    real(real64) :: k(3), square
    complex(real64) :: force(3), curl(3)
    integer :: a, i, j, l
    do l = lbound(u(1)%c, 3), ubound(u(1)%c, 3)
      do j = lbound(u(1)%c, 2), ubound(u(1)%c, 2)
        do i = lbound(u(1)%c, 1), ubound(u(1)%c, 1)
          k = [wavenumber(i), wavenumber(j), wavenumber(l)]
          curl = (0, 1)*cross(cmplx(k, 0, real64), [u(1)%c(i, j, l), u(2)%c(i, j, l), u(3)%c(i, j, l)])
          do a = 1, 3
            rate(a)%c(i, j, l) = curl(a)
          end do
        end do
      end do
    end do
    do a = 1, 3
      call inverse%execute(u(a)%c, velocity(a)%v)
      call inverse%execute(rate(a)%c, vorticity(a)%v)
    end do
    call products(velocity, vorticity)
    do a = 1, 3
      call forward%execute(vorticity(a)%v, rate(a)%c)
    end do
    do l = lbound(u(1)%c, 3), ubound(u(1)%c, 3)
      do j = lbound(u(1)%c, 2), ubound(u(1)%c, 2)
        do i = lbound(u(1)%c, 1), ubound(u(1)%c, 1)
          k = [wavenumber(i), wavenumber(j), wavenumber(l)]
          square = max(sum(k*k), 1.0_real64)
          force = [(rate(a)%c(i, j, l), a=1, 3)]
          if (maxval(abs(k)) > n/3) force = 0
          force = force - k*sum(k*force)/square
          do a = 1, 3
            rate(a)%c(i, j, l) = force(a) - NU*sum(k*k)*u(a)%c(i, j, l)
          end do
        end do
      end do
    end do
  end subroutine right_side

  ! At each point, the velocity times the vorticity, in place of the vorticity.
  subroutine products(velocity, vorticity)
    type(point_field), intent(inout) :: velocity(3), vorticity(3)
    integer :: i, j, l, a
    real(real64) :: product(3)
    do l = lbound(velocity(1)%v, 3), ubound(velocity(1)%v, 3)
      do j = lbound(velocity(1)%v, 2), ubound(velocity(1)%v, 2)
        do i = lbound(velocity(1)%v, 1), ubound(velocity(1)%v, 1)
          product = real(cross([(cmplx(velocity(a)%v(i, j, l), 0, real64), a=1, 3)], &
                               [(cmplx(vorticity(a)%v(i, j, l), 0, real64), a=1, 3)]), real64)
          do a = 1, 3
            vorticity(a)%v(i, j, l) = product(a)
          end do
        end do
      end do
    end do
  end subroutine products

  subroutine create_spectral(plan, field)
    type(ct_fft_plan), intent(in) :: plan
    type(spectral_field), intent(inout) :: field
    call field%memory%allocate(MPI_COMM_WORLD, field%c, plan%output_box())
  end subroutine create_spectral

  ! (sin x cos y, -cos x sin y, 0)
  subroutine start(axis, v)
    integer, intent(in) :: axis
    real(real64), pointer, intent(in) :: v(:, :, :)
    integer :: i, j
    real(real64) :: h
    h = 2*PI/n
    if (axis == 3) v = 0
    do j = lbound(v, 2), ubound(v, 2)
      do i = lbound(v, 1), ubound(v, 1)
        if (axis == 1) v(i, j, :) = sin((i - 1)*h)*cos((j - 1)*h)
        if (axis == 2) v(i, j, :) = -cos((i - 1)*h)*sin((j - 1)*h)
      end do
    end do
  end subroutine start

  pure real(real64) function wavenumber(index)
    integer, intent(in) :: index
    wavenumber = index - 1
    if (index - 1 > n/2) wavenumber = index - 1 - n
  end function wavenumber

  pure function cross(x, y) result(z)
    complex(real64), intent(in) :: x(3), y(3)
    complex(real64) :: z(3)
    z = [x(2)*y(3) - x(3)*y(2), x(3)*y(1) - x(1)*y(3), x(1)*y(2) - x(2)*y(1)]
  end function cross
end program taylor_green
