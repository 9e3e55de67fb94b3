! A spectrum and back in Fortran, as with fftw3-mpi.f03: what that file declares of these functions.
program heat
  use, intrinsic :: iso_c_binding
  use mpi
  implicit none
  include 'fftw3.f03'
  integer(C_INTPTR_T), parameter :: n = 24, m = 18
  interface
    subroutine fftw_mpi_init() bind(C, name='fftw_mpi_init')
    end subroutine
    integer(C_INTPTR_T) function fftw_mpi_local_size_2d(n0, n1, comm, local_n0, local_0_start) &
        bind(C, name='fftw_mpi_local_size_2d_f03')
      import
      integer(C_INTPTR_T), value :: n0, n1
      integer(C_INT32_T), value :: comm
      integer(C_INTPTR_T), intent(out) :: local_n0, local_0_start
    end function
    type(C_PTR) function fftw_mpi_plan_dft_2d(n0, n1, in, out, comm, sign, flags) &
        bind(C, name='fftw_mpi_plan_dft_2d_f03')
      import
      integer(C_INTPTR_T), value :: n0, n1
      complex(C_DOUBLE_COMPLEX), dimension(*), intent(out) :: in, out
      integer(C_INT32_T), value :: comm
      integer(C_INT), value :: sign, flags
    end function
    subroutine fftw_mpi_execute_dft(p, in, out) bind(C, name='fftw_mpi_execute_dft')
      import
      type(C_PTR), value :: p
      complex(C_DOUBLE_COMPLEX), dimension(*), intent(inout) :: in
      complex(C_DOUBLE_COMPLEX), dimension(*), intent(out) :: out
    end subroutine
  end interface
  type(C_PTR) :: forward, back, memory
  complex(C_DOUBLE_COMPLEX), pointer :: u(:,:)
  integer(C_INTPTR_T) :: elements, columns, first, i, j
  integer :: ierror, rank
  real(8) :: error, largest

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call fftw_mpi_init()
  elements = fftw_mpi_local_size_2d(m, n, MPI_COMM_WORLD, columns, first)
  memory = fftw_alloc_complex(elements)
  call c_f_pointer(memory, u, [n, columns])
  forward = fftw_mpi_plan_dft_2d(m, n, u, u, MPI_COMM_WORLD, FFTW_FORWARD, FFTW_ESTIMATE)
  back = fftw_mpi_plan_dft_2d(m, n, u, u, MPI_COMM_WORLD, FFTW_BACKWARD, FFTW_ESTIMATE)
  do j = 1, columns
    do i = 1, n
      u(i, j) = cmplx(i, (first + j)**2, 8)
    end do
  end do
  call fftw_mpi_execute_dft(forward, u, u)
  error = 0
  if (rank == 0) error = abs(u(1, 1) - cmplx(m*n*(n + 1)/2, n*m*(m + 1)*(2*m + 1)/6, 8))
  call fftw_mpi_execute_dft(back, u, u)
  do j = 1, columns
    do i = 1, n
      error = max(error, abs(u(i, j)/(n*m) - cmplx(i, (first + j)**2, 8)))
    end do
  end do
  call MPI_Allreduce(error, largest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierror)
  call fftw_destroy_plan(forward)
  call fftw_destroy_plan(back)
  call fftw_free(memory)
  call MPI_Finalize(ierror)
  if (largest > 1d-8) stop 1
end program
