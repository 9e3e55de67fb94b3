! Spectra and back in Fortran, as with fftw3-mpi.f03: what that file declares of these functions.
program heat
  use, intrinsic :: iso_c_binding
  use mpi
  implicit none
  include 'fftw3.f03'
  integer(C_INTPTR_T), parameter :: n = 24, m = 18
  integer(C_INT), parameter :: FFTW_MPI_TRANSPOSED_IN = 536870912, FFTW_MPI_TRANSPOSED_OUT = 1073741824
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
    integer(C_INTPTR_T) function fftw_mpi_local_size_3d_transposed(n0, n1, n2, comm, local_n0, &
        local_0_start, local_n1, local_1_start) bind(C, name='fftw_mpi_local_size_3d_transposed_f03')
      import
      integer(C_INTPTR_T), value :: n0, n1, n2
      integer(C_INT32_T), value :: comm
      integer(C_INTPTR_T), intent(out) :: local_n0, local_0_start, local_n1, local_1_start
    end function
    type(C_PTR) function fftw_mpi_plan_dft_r2c_3d(n0, n1, n2, in, out, comm, flags) &
        bind(C, name='fftw_mpi_plan_dft_r2c_3d_f03')
      import
      integer(C_INTPTR_T), value :: n0, n1, n2
      real(C_DOUBLE), dimension(*), intent(out) :: in
      complex(C_DOUBLE_COMPLEX), dimension(*), intent(out) :: out
      integer(C_INT32_T), value :: comm
      integer(C_INT), value :: flags
    end function
    type(C_PTR) function fftw_mpi_plan_many_dft_c2r(rnk, n, howmany, iblock, oblock, in, out, comm, &
        flags) bind(C, name='fftw_mpi_plan_many_dft_c2r_f03')
      import
      integer(C_INT), value :: rnk, flags
      integer(C_INTPTR_T), dimension(*), intent(in) :: n
      integer(C_INTPTR_T), value :: howmany, iblock, oblock
      complex(C_DOUBLE_COMPLEX), dimension(*), intent(out) :: in
      real(C_DOUBLE), dimension(*), intent(out) :: out
      integer(C_INT32_T), value :: comm
    end function
    subroutine fftw_mpi_execute_dft_r2c(p, in, out) bind(C, name='fftw_mpi_execute_dft_r2c')
      import
      type(C_PTR), value :: p
      real(C_DOUBLE), dimension(*), intent(inout) :: in
      complex(C_DOUBLE_COMPLEX), dimension(*), intent(out) :: out
    end subroutine
    subroutine fftw_mpi_execute_dft_c2r(p, in, out) bind(C, name='fftw_mpi_execute_dft_c2r')
      import
      type(C_PTR), value :: p
      complex(C_DOUBLE_COMPLEX), dimension(*), intent(inout) :: in
      real(C_DOUBLE), dimension(*), intent(out) :: out
    end subroutine
    subroutine fftw_mpi_broadcast_wisdom(comm) bind(C, name='fftw_mpi_broadcast_wisdom_f03')
      import
      integer(C_INT32_T), value :: comm
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
  if (largest > 1d-8) stop 1
  call real_numbers()
  call MPI_Finalize(ierror)
contains
  ! In place, padded, the spectrum distributed along its second axis; one plan by wisdom.
  subroutine real_numbers()
    integer(C_INTPTR_T), parameter :: l = 10, n3(3) = [m, l, n]
    integer(C_INTPTR_T) :: rows, row, turned, other
    complex(C_DOUBLE_COMPLEX), pointer :: spectrum(:,:,:)
    real(C_DOUBLE), pointer :: x(:,:,:)
    type(C_PTR) :: given, known
    elements = fftw_mpi_local_size_3d_transposed(m, l, n/2 + 1, MPI_COMM_WORLD, rows, row, turned, other)
    given = fftw_alloc_complex(elements)
    call c_f_pointer(given, x, [2*(n/2 + 1), l, rows])
    call c_f_pointer(given, spectrum, [n/2 + 1, m, turned])
    forward = fftw_mpi_plan_dft_r2c_3d(m, l, n, x, spectrum, MPI_COMM_WORLD, &
                                       ior(FFTW_MEASURE, FFTW_MPI_TRANSPOSED_OUT))
    back = fftw_mpi_plan_many_dft_c2r(3, n3, 1_C_INTPTR_T, 0_C_INTPTR_T, 0_C_INTPTR_T, spectrum, x, &
                                      MPI_COMM_WORLD, ior(FFTW_MEASURE, FFTW_MPI_TRANSPOSED_IN))
    call fftw_mpi_broadcast_wisdom(MPI_COMM_WORLD)
    known = fftw_mpi_plan_dft_r2c_3d(m, l, n, x, spectrum, MPI_COMM_WORLD, &
                                     ior(FFTW_WISDOM_ONLY, FFTW_MPI_TRANSPOSED_OUT))
    if (.not. c_associated(known)) stop 2
    do j = 1, rows
      x(:, :, j) = row + j
    end do
    call fftw_mpi_execute_dft_r2c(known, x, spectrum)
    error = 0
    if (rank == 0) error = abs(spectrum(1, 1, 1) - n*l*m*(m + 1)/2)
    call fftw_mpi_execute_dft_c2r(back, spectrum, x)
    do j = 1, rows
      error = max(error, maxval(abs(x(1:n, :, j)/(n*l*m) - (row + j))))
    end do
    call MPI_Allreduce(error, largest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierror)
    if (largest > 1d-8) stop 3
    call fftw_destroy_plan(forward)
    call fftw_destroy_plan(back)
    call fftw_destroy_plan(known)
    call fftw_free(given)
  end subroutine
end program
