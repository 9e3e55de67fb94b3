/* Preloaded into tests whose MPI has no variable that makes one machine several nodes: with
 * CT_TEST_NODES=n it deals the ranks out to n nodes in turn, as MPICH does by its own. */
#include "told_nodes.h"

int MPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm *newcomm) {
    return PMPI_Comm_split_type(comm, split_type, key, info, newcomm);
}

/* Tests that count calls have the function above themselves. */
int PMPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm *newcomm) {
    MPI_Comm node = MPI_COMM_NULL;
    int rank = 0;
    (void)info; /* no hints for what this makes */
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int color = split_type == MPI_COMM_TYPE_SHARED ? 0 : MPI_UNDEFINED;
    if (color == 0 && told_nodes() > 0) {
        color = rank % told_nodes();
    }
    int code = PMPI_Comm_split(comm, color, key, &node);
    *newcomm = node;
    return code;
}
