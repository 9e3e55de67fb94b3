/* All-to-alls by us and by MPI, with the same arguments; what plans and communicators cost is
 * counted. */
#ifndef CT_TESTS_ALLTOALLS_H
#define CT_TESTS_ALLTOALLS_H

#include "counted.h"
#include "expect.h"

#include <cornerturn/alltoall.h>

enum { RANKS_MOST = 16, BLOCK_MOST = 6000 };

static int rank, size;

static char from[RANKS_MOST * BLOCK_MOST], into[RANKS_MOST * BLOCK_MOST];
static char wanted[RANKS_MOST * BLOCK_MOST];

static inline void fill(unsigned seed) {
    for (size_t i = 0; i < sizeof from; i++) {
        from[i] = (char)(i * 7 + (size_t)rank * 31 + seed + (i >> 8));
    }
    memset(into, 0x5a, sizeof into);
    memset(wanted, 0x5a, sizeof wanted);
}

/* Calls ours and MPI's with the same arguments on `comm`. */
static inline void expect_alltoall(MPI_Comm comm, int count, MPI_Datatype type, int in_place) {
    static unsigned seed;
    fill(seed++);
    if (in_place) {
        memcpy(into, from, sizeof into);
        memcpy(wanted, from, sizeof wanted);
    }
    const void *send = in_place ? MPI_IN_PLACE : from;
    MPI_Alltoall(send, count, type, wanted, count, type, comm);
    EXPECT_INT(ct_alltoall(send, count, type, into, count, type, comm), CT_OK);
    EXPECT_INT(memcmp(into, wanted, sizeof into), 0);
}

/* Counts of (from, to) that every rank works out alike, symmetric in place. */
static inline int count_of(int a, int b, unsigned seed, int in_place) {
    unsigned low = (unsigned)(in_place && b < a ? b : a);
    unsigned high = (unsigned)(in_place && b < a ? a : b);
    unsigned mixed = low * 7919 + high * 104729 + seed * 2654435761U;
    mixed ^= mixed >> 13;
    return mixed % 3 == 0 ? 0 : (int)(mixed % 90);
}

typedef struct counted {
    int send[RANKS_MOST], send_at[RANKS_MOST], receive[RANKS_MOST], receive_at[RANKS_MOST];
} counted;

static inline counted counted_of(unsigned seed, int in_place) {
    counted c = {{0}, {0}, {0}, {0}};
    int at[2] = {3, 5};
    for (int k = 0; k < size; k++) {
        int peer = (int)(((unsigned)k + seed) % (unsigned)size);
        c.send[peer] = count_of(rank, peer, seed, in_place);
        c.receive[peer] = count_of(peer, rank, seed, in_place);
        c.send_at[peer] = at[0];
        c.receive_at[peer] = at[1];
        at[0] += c.send[peer] + 1;
        at[1] += c.receive[peer] + 2;
    }
    return c;
}

static inline void expect_counted(const counted *c, MPI_Datatype type, int in_place) {
    fill(1);
    if (in_place) {
        memcpy(into, from, sizeof into);
        memcpy(wanted, from, sizeof wanted);
    }
    const void *send = in_place ? MPI_IN_PLACE : from;
    MPI_Alltoallv(send, c->send, c->send_at, type, wanted, c->receive, c->receive_at, type,
                  MPI_COMM_WORLD);
    EXPECT_INT(ct_alltoallv(send, in_place ? NULL : c->send, in_place ? NULL : c->send_at, type,
                            into, c->receive, c->receive_at, type, MPI_COMM_WORLD),
               CT_OK);
    EXPECT_INT(memcmp(into, wanted, sizeof into), 0);
}

static inline void alltoalls_begin(int *argc, char ***argv) {
    int level = 0;
    MPI_Init_thread(argc, argv, *argc > 1 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
}

/* What is still kept with a communicator is freed; returns the status of the test. */
static inline int alltoalls_end(void) {
    MPI_Comm never_freed = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &never_freed);
    expect_alltoall(never_freed, 7, MPI_INT, 0);
    MPI_Finalize();
    EXPECT_INT(counted_made, counted_freed + 1);
    return expect_status();
}

#endif
