/* Preloaded into a test: an MPI library whose Alltoallv brings a byte that nobody sent. */
#include <mpi.h>

int MPI_Alltoallv(const void *sendbuf, const int *sendcounts, const int *sdispls,
                  MPI_Datatype sendtype, void *recvbuf, const int *recvcounts, const int *rdispls,
                  MPI_Datatype recvtype, MPI_Comm comm) {
    int rank = 0;
    int element_bytes = 1;
    int code = PMPI_Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
                              recvtype, comm);
    (void)PMPI_Comm_rank(comm, &rank);
    (void)PMPI_Type_size(recvtype, &element_bytes);
    if (rank == 1 && recvcounts[0] > 0) {
        char *first = (char *)recvbuf + (MPI_Aint)rdispls[0] * element_bytes;
        *first = (char)(*first ^ 1);
    }
    return code;
}
