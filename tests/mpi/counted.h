/* MPI calls that stand before MPI's own: they count, and refuse on request. */
#ifndef CT_TESTS_COUNTED_H
#define CT_TESTS_COUNTED_H

#include <mpi.h>

static int counted_calls;                  /* of all those below */
static int counted_windows, counted_comms; /* created and not freed */
static int refuse_windows;

int MPI_Win_allocate_shared(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm,
                            void *baseptr, MPI_Win *win) {
    counted_calls++;
    if (refuse_windows) {
        return MPI_ERR_OTHER;
    }
    counted_windows++;
    return PMPI_Win_allocate_shared(size, disp_unit, info, comm, baseptr, win);
}

int MPI_Win_free(MPI_Win *win) {
    counted_calls++;
    counted_windows--;
    return PMPI_Win_free(win);
}

int MPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm *newcomm) {
    counted_calls++;
    counted_comms++;
    return PMPI_Comm_split_type(comm, split_type, key, info, newcomm);
}

int MPI_Comm_free(MPI_Comm *comm) {
    counted_calls++;
    counted_comms--;
    return PMPI_Comm_free(comm);
}

int MPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                  MPI_Comm comm) {
    counted_calls++;
    return PMPI_Allreduce(sendbuf, recvbuf, count, datatype, op, comm);
}

#endif
