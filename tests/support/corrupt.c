/* Preloaded into a test: an MPI library whose Alltoall and Alltoallv bring a byte that nobody sent.
 */
#include <mpi.h>

/* Rank 1 gets a wrong byte from rank 0. */
static void corrupt(void *first, int count, MPI_Comm comm) {
    int rank = 0;
    (void)PMPI_Comm_rank(comm, &rank);
    if (rank == 1 && count > 0) {
        *(char *)first = (char)(*(char *)first ^ 1);
    }
}

int MPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                 int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    int code = PMPI_Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    corrupt(recvbuf, recvtype == MPI_UINT64_T ? 0 : recvcount, comm); /* sizes */
    return code;
}

int MPI_Alltoallv(const void *sendbuf, const int *sendcounts, const int *sdispls,
                  MPI_Datatype sendtype, void *recvbuf, const int *recvcounts, const int *rdispls,
                  MPI_Datatype recvtype, MPI_Comm comm) {
    int element_bytes = 1;
    int code = PMPI_Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
                              recvtype, comm);
    (void)PMPI_Type_size(recvtype, &element_bytes);
    corrupt((char *)recvbuf + (MPI_Aint)rdispls[0] * element_bytes, recvcounts[0], comm);
    return code;
}
