! MPI_IN_PLACE of `use mpi`, which is another variable than that of mpi_f08.
module in_place_of_mpi
  use mpi, only: MPI_IN_PLACE, MPI_INTEGER
  use cornerturn
  implicit none

contains

  subroutine gathered_in_place(vectors, count, comm)
    integer, intent(inout) :: vectors(:, 0:)
    integer, intent(in) :: count, comm
    call ct_allgather(MPI_IN_PLACE, 0, MPI_INTEGER, vectors, count, MPI_INTEGER, comm)
  end subroutine gathered_in_place
end module in_place_of_mpi
