/* All-to-alls that one call begins and another completes, in arrays of their own. */
#ifndef CT_TESTS_PRELOAD_BEGUN_H
#define CT_TESTS_PRELOAD_BEGUN_H

#include "both.h"

/* Nonblocking ones, then persistent ones, which MPI has from version 4 on. */
enum { IALLTOALL, IALLTOALLV, IALLTOALLW, ALLTOALL_INIT, ALLTOALLV_INIT, ALLTOALLW_INIT };
enum { BEGUN_FORMS = MPI_VERSION >= 4 ? ALLTOALLW_INIT + 1 : IALLTOALLW + 1 };
enum { BEGUN_INTS = 1 << 14, BEGUN_MESSAGE = 1 << 16 };
static int begun_sent[BEGUN_INTS], begun_got[BEGUN_INTS], begun_wanted[BEGUN_INTS];

/* Blocks for or from all ranks; a form that has no counts, or one type, takes those of rank 0. */
typedef struct begun_side {
    int counts[RANKS_MOST], places[RANKS_MOST]; /* places: of elements, or bytes with types */
    MPI_Datatype types[RANKS_MOST];
} begun_side;

typedef struct begun {
    int form, is_in_place;
    begun_side out, in;
    MPI_Request request; /* of a persistent form */
} begun;

#ifdef OPEN_MPI
enum { IS_OPEN_MPI = 1 };
#else
enum { IS_OPEN_MPI = 0 };
#endif

/* In place all peers have one type: MPICH 4.0 takes the size of another peer's there. A rank's only
 * block is at 0: Open MPI 4.1 takes the place of bytes for one of elements, where there is one
 * rank. (Blocking calls are right.) */
static inline void begun_draw(begun_side *drawn, const begun *call, MPI_Comm comm, int seed,
                              int with_gaps, int is_in) {
    const int form = call->form % ALLTOALL_INIT;
    side way = draw_side(with_gaps);
    int rank = 0;
    int size = 1;
    PMPI_Comm_rank(comm, &rank);
    PMPI_Comm_size(comm, &size);
    int at = IS_OPEN_MPI && size == 1 ? 0 : 1;
    for (int peer = 0; peer < size; peer++) {
        const int from = is_in ? peer : rank;
        const int to = is_in ? rank : peer;
        const int units =
            form == IALLTOALL ? seed % 9 : units_of(from, to, seed, call->is_in_place);
        way = form == IALLTOALLW && !call->is_in_place ? draw_side(with_gaps) : way;
        drawn->counts[peer] = units * way.scale;
        drawn->types[peer] = way.type;
        drawn->places[peer] = form == IALLTOALLW ? at * (int)sizeof(int) : at;
        at += (form == IALLTOALLW ? 2 * UNIT_INTS * units : drawn->counts[peer]) + 1;
    }
}

#if MPI_VERSION >= 4
static inline void begun_init(begun *call, MPI_Comm comm) {
    const begun_side *out = &call->out;
    const begun_side *in = &call->in;
    const void *from = call->is_in_place ? MPI_IN_PLACE : (void *)begun_sent;
    if (call->form == ALLTOALL_INIT) {
        MPI_Alltoall_init(from, out->counts[0], out->types[0], begun_got, in->counts[0],
                          in->types[0], comm, MPI_INFO_NULL, &call->request);
    } else if (call->form == ALLTOALLV_INIT) {
        MPI_Alltoallv_init(from, out->counts, out->places, out->types[0], begun_got, in->counts,
                           in->places, in->types[0], comm, MPI_INFO_NULL, &call->request);
    } else if (call->form == ALLTOALLW_INIT) {
        MPI_Alltoallw_init(from, out->counts, out->places, out->types, begun_got, in->counts,
                           in->places, in->types, comm, MPI_INFO_NULL, &call->request);
    }
}
#else
static inline void begun_init(begun *call, MPI_Comm comm) {
    (void)call;
    (void)comm;
}
#endif

/* Draws the blocks; makes a persistent request. In place both sides are the one that receives. */
static inline void begun_prepare(begun *call, MPI_Comm comm, int seed, int with_gaps) {
    begun_draw(&call->in, call, comm, seed, with_gaps, 1);
    begun_draw(&call->out, call, comm, seed, with_gaps, 0);
    if (call->is_in_place) {
        call->out = call->in;
    }
    begun_init(call, comm);
}

/* Begins the call with new numbers. */
static inline void begun_start(begun *call, MPI_Comm comm) {
    static int next;
    const begun_side *out = &call->out;
    const begun_side *in = &call->in;
    const void *from = call->is_in_place ? MPI_IN_PLACE : (void *)begun_sent;
    next++;
    for (int i = 0; i < BEGUN_INTS; i++) {
        begun_sent[i] = world_rank * 1000003 + i * 7 + next;
        begun_got[i] = begun_wanted[i] = call->is_in_place ? begun_sent[i] : -next;
    }
    if (call->form == IALLTOALL) {
        MPI_Ialltoall(from, out->counts[0], out->types[0], begun_got, in->counts[0], in->types[0],
                      comm, &call->request);
    } else if (call->form == IALLTOALLV) {
        MPI_Ialltoallv(from, out->counts, out->places, out->types[0], begun_got, in->counts,
                       in->places, in->types[0], comm, &call->request);
    } else if (call->form == IALLTOALLW) {
        MPI_Ialltoallw(from, out->counts, out->places, out->types, begun_got, in->counts,
                       in->places, in->types, comm, &call->request);
    } else {
        MPI_Start(&call->request);
    }
}

/* Completes the call while its neighbour is in a call that waits for this rank: of two ranks one
 * sends after it has completed, one completes after it has received. */
static inline void begun_complete(begun *call, MPI_Comm comm) {
    static int message[BEGUN_MESSAGE];
    int rank = 0;
    int size = 1;
    PMPI_Comm_rank(comm, &rank);
    PMPI_Comm_size(comm, &size);
    const int has_partner = (rank ^ 1) < size;
    if (rank % 2 == 1) {
        MPI_Recv(message, BEGUN_MESSAGE, MPI_INT, rank - 1, 4, comm, MPI_STATUS_IGNORE);
    }
    MPI_Wait(&call->request, MPI_STATUS_IGNORE);
    if (rank % 2 == 0 && has_partner) {
        MPI_Send(message, BEGUN_MESSAGE, MPI_INT, rank + 1, 4, comm);
    }
}

/* Completes the call; expects what the blocking one of the MPI library gives. */
static inline void begun_finish(begun *call, MPI_Comm comm) {
    static const char *const names[] = {"Ialltoall",     "Ialltoallv",     "Ialltoallw",
                                        "Alltoall_init", "Alltoallv_init", "Alltoallw_init"};
    const begun_side *out = &call->out;
    const begun_side *in = &call->in;
    const void *from = call->is_in_place ? MPI_IN_PLACE : (void *)begun_sent;
    begun_complete(call, comm);
    if (call->form % ALLTOALL_INIT == IALLTOALL) {
        PMPI_Alltoall(from, out->counts[0], out->types[0], begun_wanted, in->counts[0],
                      in->types[0], comm);
    } else if (call->form % ALLTOALL_INIT == IALLTOALLV) {
        PMPI_Alltoallv(from, out->counts, out->places, out->types[0], begun_wanted, in->counts,
                       in->places, in->types[0], comm);
    } else {
        PMPI_Alltoallw(from, out->counts, out->places, out->types, begun_wanted, in->counts,
                       in->places, in->types, comm);
    }
    expect_alike(names[call->form], begun_got, begun_wanted, sizeof begun_got);
}

static inline void begun_free(begun *call) {
    if (call->form >= ALLTOALL_INIT) {
        MPI_Request_free(&call->request);
    }
}

#endif
