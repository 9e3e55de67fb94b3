/* Functions of MPI that create and free communicators, and MPI_Allreduce: those of this file count
 * and call MPI's own. A test that includes it has them for the library too; what it does not want
 * to count it calls as PMPI_. */
#ifndef CT_TESTS_COUNTED_H
#define CT_TESTS_COUNTED_H

#include <mpi.h>

static int counted_made, counted_freed; /* communicators */
static int counted_reductions;

/* Of all calls below. */
static inline int counted_calls(void) {
    return counted_made + counted_freed + counted_reductions;
}

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm) {
    counted_made++;
    return PMPI_Comm_dup(comm, newcomm);
}

int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm) {
    counted_made++;
    return PMPI_Comm_split(comm, color, key, newcomm);
}

int MPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm *newcomm) {
    counted_made++;
    return PMPI_Comm_split_type(comm, split_type, key, info, newcomm);
}

int MPI_Intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm,
                         int remote_leader, int tag, MPI_Comm *newintercomm) {
    counted_made++;
    return PMPI_Intercomm_create(local_comm, local_leader, peer_comm, remote_leader, tag,
                                 newintercomm);
}

int MPI_Comm_free(MPI_Comm *comm) {
    counted_freed++;
    return PMPI_Comm_free(comm);
}

int MPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                  MPI_Comm comm) {
    counted_reductions++;
    return PMPI_Allreduce(sendbuf, recvbuf, count, datatype, op, comm);
}

#endif
