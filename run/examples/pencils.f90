! A program for 2DECOMP&FFT and its translation, line by line: the lines that begin with "!2d" are what
! it was. The Laplacian of a function by differences along x, y and z, each where a rank has whole lines,
! beside the exact one. Usage: pencils [p_row p_col]
program pencils
  use, intrinsic :: iso_fortran_env, only: real64
  use mpi_f08
!2d use decomp_2d
  use cornerturn
  implicit none
  integer, parameter :: nx = 24, ny = 20, nz = 16
  real(real64), parameter :: PI = acos(-1.0_real64)
  type(ct_decomposition) :: x, y, z
  type(ct_redistribute_plan) :: x_to_y, y_to_z, z_to_y, y_to_x
  type(ct_memory) :: memory(6)
  real(real64), pointer :: u1(:, :, :), u2(:, :, :), u3(:, :, :)
  real(real64), pointer :: lap1(:, :, :), lap2(:, :, :), lap3(:, :, :)
  real(real64) :: error, h(3)
  integer :: p_row, p_col, rank, ranks, i, j, k
  character(8) :: words(2)

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  p_row = 1
  p_col = ranks
  call get_command_argument(1, words(1))
  call get_command_argument(2, words(2))
  if (words(2) /= "") read (words, *) p_row, p_col

!2d call decomp_2d_init(nx, ny, nz, p_row, p_col)
  ! MPI_Cart_create, which 2DECOMP&FFT calls, has ranks follow one another along columns.
  x = ct_decomposition([nx, ny, nz], grid=[1, p_row, p_col], last_fastest=.true.)
  y = ct_decomposition([nx, ny, nz], grid=[p_row, 1, p_col], last_fastest=.true.)
  z = ct_decomposition([nx, ny, nz], grid=[p_row, p_col, 1], last_fastest=.true.)

!2d call alloc_x(u1, opt_global=.true.)
  call memory(1)%allocate(MPI_COMM_WORLD, u1, x%box(rank))
!2d call alloc_y(u2, opt_global=.true.)
  call memory(2)%allocate(MPI_COMM_WORLD, u2, y%box(rank))
!2d call alloc_z(u3, opt_global=.true.)
  call memory(3)%allocate(MPI_COMM_WORLD, u3, z%box(rank))
!2d call alloc_x(lap1, opt_global=.true.); call alloc_y(lap2, opt_global=.true.); ..
  call memory(4)%allocate(MPI_COMM_WORLD, lap1, x%box(rank))
  call memory(5)%allocate(MPI_COMM_WORLD, lap2, y%box(rank))
  call memory(6)%allocate(MPI_COMM_WORLD, lap3, z%box(rank))

  ! 2DECOMP&FFT plans when it is initialised.
  call x_to_y%create(MPI_COMM_WORLD, x, y, u1)
  call y_to_z%create(MPI_COMM_WORLD, y, z, u1)
  call z_to_y%create(MPI_COMM_WORLD, z, y, u1)
  call y_to_x%create(MPI_COMM_WORLD, y, x, u1)

  h = 2*PI/[nx, ny, nz]
!2d do k = xstart(3), xend(3); do j = xstart(2), xend(2); do i = xstart(1), xend(1)
  do k = lbound(u1, 3), ubound(u1, 3)
    do j = lbound(u1, 2), ubound(u1, 2)
      do i = lbound(u1, 1), ubound(u1, 1)
        u1(i, j, k) = sin(i*h(1))*sin(j*h(2))*sin(k*h(3))
      end do
    end do
  end do

!2d call transpose_x_to_y(u1, u2)
  call x_to_y%execute(u1, u2)
!2d call transpose_y_to_z(u2, u3)
  call y_to_z%execute(u2, u3)
  lap3 = (cshift(u3, 1, 3) - 2*u3 + cshift(u3, -1, 3))/h(3)**2
!2d call transpose_z_to_y(lap3, lap2)
  call z_to_y%execute(lap3, lap2)
  lap2 = lap2 + (cshift(u2, 1, 2) - 2*u2 + cshift(u2, -1, 2))/h(2)**2
!2d call transpose_y_to_x(lap2, lap1)
  call y_to_x%execute(lap2, lap1)
  lap1 = lap1 + (cshift(u1, 1, 1) - 2*u1 + cshift(u1, -1, 1))/h(1)**2

  lap1 = lap1 + sum((2*sin(h/2)/h)**2)*u1
  error = 0
  if (size(lap1) > 0) error = maxval(abs(lap1))
  call MPI_Allreduce(MPI_IN_PLACE, error, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD)
  if (rank == 0) print "(a,i0,a,i0,a,es9.2)", "pencils, ", p_row, " x ", p_col, &
    ": largest error of the Laplacian ", error

!2d call decomp_2d_finalize
  call x_to_y%destroy()
  call y_to_z%destroy()
  call z_to_y%destroy()
  call y_to_x%destroy()
  do i = 1, size(memory)
    call memory(i)%destroy()
  end do
  call MPI_Finalize()
end program pencils
