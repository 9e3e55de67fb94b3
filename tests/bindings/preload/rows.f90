! As rows.c, by columns, which are side by side in Fortran, and with MPI_IN_PLACE and Alltoallv.
program rows
  use mpi
  implicit none
  integer, parameter :: width = 48, rounds = 120
  integer :: rank, ranks, error, round, i, peer
  integer, allocatable :: counts(:), places(:)
  double precision, allocatable :: matrix(:), sent(:)
  double precision :: total, all
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  allocate (matrix(width * width * ranks), sent(width * width * ranks))
  allocate (counts(ranks), places(ranks))
  counts = width * width
  do peer = 1, ranks
    places(peer) = (peer - 1) * width * width
  end do
  do i = 1, size(matrix)
    matrix(i) = rank * size(matrix) + i
  end do
  do round = 1, rounds
    call MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, matrix, width * width, &
                      MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, error)
    sent = matrix + round
    call MPI_Alltoallv(sent, counts, places, MPI_DOUBLE_PRECISION, matrix, counts, places, &
                       MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, error)
  end do
  total = 0
  do i = 1, size(matrix)
    total = total + matrix(i) * (mod(i, 17) + 1)
  end do
  call MPI_Reduce(total, all, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD, error)
  if (rank == 0) print '(ES24.16)', all
  call MPI_Finalize(error)
end program rows
