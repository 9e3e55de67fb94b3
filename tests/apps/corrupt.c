/* Preloaded into a test: an MPI library whose Alltoallv brings a byte that nobody sent. */
#include <mpi.h>

int MPI_Alltoallv(const void *send, const int *send_counts, const int *send_displacements,
                  MPI_Datatype send_type, void *receive, const int *receive_counts,
                  const int *receive_displacements, MPI_Datatype receive_type, MPI_Comm comm) {
    int rank = 0;
    int element_bytes = 1;
    int code = PMPI_Alltoallv(send, send_counts, send_displacements, send_type, receive,
                              receive_counts, receive_displacements, receive_type, comm);
    (void)PMPI_Comm_rank(comm, &rank);
    (void)PMPI_Type_size(receive_type, &element_bytes);
    if (rank == 1 && receive_counts[0] > 0) {
        char *first = (char *)receive + (MPI_Aint)receive_displacements[0] * element_bytes;
        *first = (char)(*first ^ 1);
    }
    return code;
}
