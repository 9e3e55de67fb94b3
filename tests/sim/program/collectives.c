#include "collectives.h"

#include "base/mpi.h"

#include <cornerturn/agree.h>
#include <simgrid/actor.h>
#include <simgrid/barrier.h>
#include <stdlib.h>
#include <string.h>

/* What all ranks see. */
typedef struct meeting {
    sg_bar_t barrier;
    double barrier_s;
    char *common;        /* what rank 0 makes for all, who read it until they meet again, */
    int code;            /* and how that went */
    const char *given[]; /* by each rank, which stays in its call until all have read it */
} meeting;

static meeting *place; /* NULL: there is none yet */
static int ranks;

static void meet(void) {
    (void)sg_barrier_wait(place->barrier);
}

/* Makes it on rank 0, which alone uses `made`. */
static ct_status make(double barrier_s, meeting **made) {
    meeting *m = calloc(1, sizeof *m + (size_t)ranks * sizeof *m->given);
    if (m == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for %d ranks to meet", ranks);
    }
    m->barrier = sg_barrier_init((unsigned)ranks);
    m->barrier_s = barrier_s;
    *made = m;
    return CT_OK;
}

ct_status collectives_begin(double barrier_s) {
    meeting *made = NULL;
    int rank = 0;
    ct_status status = CT_OK;
    CT_MPI(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    CT_MPI(MPI_Comm_size(MPI_COMM_WORLD, &ranks));
    CT_TRY(ct_agree(MPI_COMM_WORLD, rank == 0 ? make(barrier_s, &made) : CT_OK));
    CT_MPI(PMPI_Bcast(&made, sizeof made, MPI_BYTE, 0, MPI_COMM_WORLD));
    place = made;
cleanup:
    return status;
}

/* Whether these are all ranks; if so, which of them this is. */
static int are_all(MPI_Comm comm, int *rank) {
    int size = 0;
    return place != NULL && PMPI_Comm_size(comm, &size) == MPI_SUCCESS && size == ranks &&
           PMPI_Comm_rank(comm, rank) == MPI_SUCCESS;
}

static size_t bytes_of(int count, MPI_Datatype type) {
    int bytes = 0;
    (void)PMPI_Type_size(type, &bytes);
    return (size_t)count * (size_t)bytes;
}

int MPI_Barrier(MPI_Comm comm) {
    int rank = 0;
    if (!are_all(comm, &rank)) {
        return PMPI_Barrier(comm);
    }
    meet();
    if (place->barrier_s > 0) {
        sg_actor_sleep_for(place->barrier_s);
    }
    return MPI_SUCCESS;
}

int MPI_Ibarrier(MPI_Comm comm, MPI_Request *request) {
    *request = MPI_REQUEST_NULL;
    return MPI_Barrier(comm);
}

static int make_room(size_t bytes) {
    free(place->common);
    place->common = malloc(bytes + 1);
    return place->common != NULL ? MPI_SUCCESS : MPI_ERR_NO_MEM;
}

/* In the order of ranks. */
static int reduce(int count, MPI_Datatype type, MPI_Op op) {
    const size_t bytes = bytes_of(count, type);
    int code = make_room(bytes);
    if (code == MPI_SUCCESS) {
        memcpy(place->common, place->given[0], bytes);
    }
    for (int from = 1; from < ranks && code == MPI_SUCCESS; from++) {
        code = PMPI_Reduce_local(place->given[from], place->common, count, type, op);
    }
    return code;
}

/* What all give, one after the other. */
static int gather(size_t bytes) {
    const int code = make_room((size_t)ranks * bytes);
    for (int from = 0; from < ranks && code == MPI_SUCCESS; from++) {
        memcpy(place->common + (size_t)from * bytes, place->given[from], bytes);
    }
    return code;
}

int MPI_Allreduce(const void *send, void *receive, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm) {
    int rank = 0;
    if (!are_all(comm, &rank)) {
        return PMPI_Allreduce(send, receive, count, type, op, comm);
    }
    place->given[rank] = send == MPI_IN_PLACE ? receive : send;
    meet();
    if (rank == 0) {
        place->code = reduce(count, type, op);
    }
    meet();
    if (place->code == MPI_SUCCESS) {
        memcpy(receive, place->common, bytes_of(count, type));
    }
    return place->code;
}

int MPI_Bcast(void *data, int count, MPI_Datatype type, int root, MPI_Comm comm) {
    int rank = 0;
    if (!are_all(comm, &rank)) {
        return PMPI_Bcast(data, count, type, root, comm);
    }
    place->given[rank] = data;
    meet();
    if (rank != root) {
        memcpy(data, place->given[root], bytes_of(count, type));
    }
    meet();
    return MPI_SUCCESS;
}

int MPI_Allgather(const void *send, int send_count, MPI_Datatype send_type, void *receive,
                  int receive_count, MPI_Datatype receive_type, MPI_Comm comm) {
    const size_t bytes = bytes_of(receive_count, receive_type);
    int rank = 0;
    if (send == MPI_IN_PLACE || !are_all(comm, &rank)) {
        return PMPI_Allgather(send, send_count, send_type, receive, receive_count, receive_type,
                              comm);
    }
    place->given[rank] = send;
    meet();
    if (rank == 0) { /* or every rank would go through the memory of all */
        place->code = gather(bytes);
    }
    meet();
    if (place->code == MPI_SUCCESS) {
        memcpy(receive, place->common, (size_t)ranks * bytes);
    }
    return place->code;
}

int MPI_Alltoall(const void *send, int send_count, MPI_Datatype send_type, void *receive,
                 int receive_count, MPI_Datatype receive_type, MPI_Comm comm) {
    const size_t bytes = bytes_of(receive_count, receive_type);
    int rank = 0;
    if (send == MPI_IN_PLACE || !are_all(comm, &rank)) {
        return PMPI_Alltoall(send, send_count, send_type, receive, receive_count, receive_type,
                             comm);
    }
    place->given[rank] = send;
    meet();
    for (int from = 0; from < ranks; from++) {
        memcpy((char *)receive + (size_t)from * bytes, place->given[from] + (size_t)rank * bytes,
               bytes);
    }
    meet();
    return MPI_SUCCESS;
}
