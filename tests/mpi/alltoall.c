/* The all-to-alls with MPI's arguments against MPI's own: sizes, types, in place, many shapes of
 * calls in turn, communicators that come and go, intercommunicators, what is wrong on one rank
 * only. What plans and communicators cost is counted at the calls of MPI. */
#include "expect.h"

#include <cornerturn/alltoall.h>
#include <cornerturn/memory.h>
#include <stdlib.h>

enum { RANKS_MOST = 16, BLOCK_MOST = 6000 };

static int rank, size;
static int made, freed, reductions;

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm) {
    made++;
    return PMPI_Comm_dup(comm, newcomm);
}

int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm) {
    made++;
    return PMPI_Comm_split(comm, color, key, newcomm);
}

int MPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm *newcomm) {
    made++;
    return PMPI_Comm_split_type(comm, split_type, key, info, newcomm);
}

int MPI_Intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm,
                         int remote_leader, int tag, MPI_Comm *newintercomm) {
    made++;
    return PMPI_Intercomm_create(local_comm, local_leader, peer_comm, remote_leader, tag,
                                 newintercomm);
}

int MPI_Comm_free(MPI_Comm *comm) {
    freed++;
    return PMPI_Comm_free(comm);
}

int MPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                  MPI_Comm comm) {
    reductions++;
    return PMPI_Allreduce(sendbuf, recvbuf, count, datatype, op, comm);
}

static char from[RANKS_MOST * BLOCK_MOST], into[RANKS_MOST * BLOCK_MOST];
static char wanted[RANKS_MOST * BLOCK_MOST];

static void fill(unsigned seed) {
    for (size_t i = 0; i < sizeof from; i++) {
        from[i] = (char)(i * 7 + (size_t)rank * 31 + seed + (i >> 8));
    }
    memset(into, 0x5a, sizeof into);
    memset(wanted, 0x5a, sizeof wanted);
}

/* Calls ours and MPI's with the same arguments on `comm`. */
static void expect_alltoall(MPI_Comm comm, int count, MPI_Datatype type, int in_place) {
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
static int count_of(int a, int b, unsigned seed, int in_place) {
    unsigned low = (unsigned)(in_place && b < a ? b : a);
    unsigned high = (unsigned)(in_place && b < a ? a : b);
    unsigned mixed = low * 7919 + high * 104729 + seed * 2654435761U;
    mixed ^= mixed >> 13;
    return mixed % 3 == 0 ? 0 : (int)(mixed % 90);
}

typedef struct counted {
    int send[RANKS_MOST], send_at[RANKS_MOST], receive[RANKS_MOST], receive_at[RANKS_MOST];
} counted;

static counted counted_of(unsigned seed, int in_place) {
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

static void expect_counted(const counted *c, MPI_Datatype type, int in_place) {
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

static void expect_sizes_and_types(void) {
    MPI_Datatype triple = MPI_DATATYPE_NULL;
    MPI_Datatype twice = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(3, MPI_DOUBLE, &triple);
    MPI_Type_contiguous(2, triple, &twice);
    MPI_Type_commit(&twice);
    for (int in_place = 0; in_place < 2; in_place++) {
        expect_alltoall(MPI_COMM_WORLD, 1, MPI_INT, in_place);
        expect_alltoall(MPI_COMM_WORLD, 700, MPI_DOUBLE, in_place);
        expect_alltoall(MPI_COMM_WORLD, 0, MPI_DOUBLE, in_place);
        expect_alltoall(MPI_COMM_WORLD, 5, twice, in_place);
        expect_alltoall(MPI_COMM_WORLD, 13, MPI_CHAR, in_place);
        for (unsigned seed = 1; seed < 5; seed++) {
            counted c = counted_of(seed, in_place);
            expect_counted(&c, seed % 2 ? MPI_DOUBLE : MPI_SHORT, in_place);
        }
    }
    MPI_Type_free(&triple);
    MPI_Type_free(&twice);
}

/* Types with holes, or in an order of their own, are the library's, also when one rank alone has
 * one; so is what lies before the array. */
static void expect_foreign(void) {
    int lengths[2] = {1, 1};
    int places[2] = {1, 0};
    MPI_Datatype holes = MPI_DATATYPE_NULL;
    MPI_Datatype swapped = MPI_DATATYPE_NULL;
    MPI_Type_vector(4, 1, 2, MPI_INT, &holes);
    MPI_Type_indexed(2, lengths, places, MPI_INT, &swapped);
    MPI_Type_commit(&holes);
    MPI_Type_commit(&swapped);
    for (int round = 0; round < 2; round++) {
        expect_alltoall(MPI_COMM_WORLD, 3, holes, 0);
        expect_alltoall(MPI_COMM_WORLD, 3, holes, 1);
        for (int odd = 0; odd < size; odd++) {
            MPI_Datatype mine = rank == odd ? swapped : MPI_INT;
            int count = rank == odd ? 4 : 8;
            expect_alltoall(MPI_COMM_WORLD, 8, MPI_INT, 0); /* a plan that the next call tries */
            fill(9);
            MPI_Alltoall(from, count, mine, wanted, 8, MPI_INT, MPI_COMM_WORLD);
            EXPECT_INT(ct_alltoall(from, count, mine, into, 8, MPI_INT, MPI_COMM_WORLD), CT_OK);
            EXPECT_INT(memcmp(into, wanted, sizeof into), 0);
            expect_alltoall(MPI_COMM_WORLD, 8, MPI_INT, 1); /* and one that it must not */
            fill(10);
            memcpy(into, from, sizeof into);
            memcpy(wanted, from, sizeof wanted);
            MPI_Alltoall(MPI_IN_PLACE, 0, mine, wanted, count, mine, MPI_COMM_WORLD);
            EXPECT_INT(ct_alltoall(MPI_IN_PLACE, 0, mine, into, count, mine, MPI_COMM_WORLD),
                       CT_OK);
            EXPECT_INT(memcmp(into, wanted, sizeof into), 0);
        }
    }
    counted c = counted_of(2, 0);
    for (int peer = 0; peer < size; peer++) {
        c.send_at[peer] -= 1000;
    }
    fill(3);
    MPI_Alltoallv(from + 4000, c.send, c.send_at, MPI_INT, wanted, c.receive, c.receive_at, MPI_INT,
                  MPI_COMM_WORLD);
    EXPECT_INT(ct_alltoallv(from + 4000, c.send, c.send_at, MPI_INT, into, c.receive, c.receive_at,
                            MPI_INT, MPI_COMM_WORLD),
               CT_OK);
    EXPECT_INT(memcmp(into, wanted, sizeof into), 0);
    MPI_Type_free(&holes);
    MPI_Type_free(&swapped);
}

/* Calls like earlier ones plan nothing; like the last one, they do not even agree. */
static void expect_kept(void) {
    static const int counts[] = {1, 2, 3, 40, 500};
    for (int i = 0; i < 5; i++) {
        expect_alltoall(MPI_COMM_WORLD, counts[i], MPI_INT, 0);
    }
    int made_before = made;
    for (int i = 0; i < 15; i++) {
        expect_alltoall(MPI_COMM_WORLD, counts[i % 5], MPI_INT, i % 5 == 4);
        expect_alltoall(MPI_COMM_WORLD, counts[i * 3 % 5], MPI_INT, 0);
        made_before = i == 5 ? made : made_before; /* the one in place is new once */
    }
    EXPECT_INT(made, made_before);
    expect_alltoall(MPI_COMM_WORLD, 3, MPI_INT, 0);
    int reductions_before = reductions;
    for (int i = 0; i < 5; i++) {
        expect_alltoall(MPI_COMM_WORLD, 3, MPI_INT, 0);
    }
    EXPECT(size == 1 || reductions == reductions_before);
    for (int i = 0; i < (size <= 3 ? 12 : 0); i++) { /* more than are kept */
        expect_alltoall(MPI_COMM_WORLD, 10 + i, MPI_INT, 0);
    }
    expect_alltoall(MPI_COMM_WORLD, 10, MPI_INT, 0);
}

/* Only two ranks see that anything has changed. */
static void expect_partly_changed(void) {
    counted c = {{0}, {0}, {0}, {0}};
    for (int peer = 0; peer < size; peer++) {
        c.send[peer] = c.receive[peer] = 20;
        c.send_at[peer] = c.receive_at[peer] = 40 * peer;
    }
    for (int round = 0; round < 6; round++) {
        expect_counted(&c, MPI_INT, 0);
        int made_before = made;
        expect_counted(&c, MPI_INT, 0);
        EXPECT_INT(made, made_before);
        if (size > 1 && rank < 2) {
            c.send[1 - rank] = c.receive[1 - rank] = 20 + round % 3;
        }
    }
}

static void expect_communicators(void) {
    int rounds = size <= 2 ? 20 : 3;
    int live = made - freed;
    for (int i = 0; i < rounds; i++) {
        MPI_Comm comm = MPI_COMM_NULL;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        expect_alltoall(comm, 1 + i % 4, MPI_INT, 0);
        expect_alltoall(comm, 50, MPI_DOUBLE, i % 2);
        MPI_Comm_free(&comm);
    }
    EXPECT_INT(made - freed, live);
    /* Halves, freed in another order than they were made. */
    MPI_Comm half = MPI_COMM_NULL;
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
    expect_alltoall(half, 9, MPI_INT, 0);
    MPI_Comm_dup(half, &copy);
    expect_alltoall(copy, 9, MPI_INT, 0);
    expect_alltoall(half, 9, MPI_INT, 0);
    MPI_Comm_free(&half);
    expect_alltoall(copy, 9, MPI_INT, 0);
    MPI_Comm_free(&copy);
    EXPECT_INT(made - freed, live);
}

static void expect_intercommunicator(void) {
    MPI_Comm half = MPI_COMM_NULL;
    MPI_Comm inter = MPI_COMM_NULL;
    if (size > 1) {
        MPI_Comm_split(MPI_COMM_WORLD, rank == 0, 0, &half);
        MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank == 0, 7, &inter);
        expect_alltoall(inter, 4, MPI_INT, 0);
        MPI_Comm_free(&inter);
        MPI_Comm_free(&half);
    }
}

/* One rank's mistake fails all, and the next call is well. */
static void expect_bad_use(void) {
    counted c = counted_of(1, 0);
    counted bad = c;
    for (int warm = 0; warm < 2; warm++) {
        for (int guilty = 0; guilty<size; guilty += size> 1 ? size - 1 : 1) {
            int me = rank == guilty;
            EXPECT_INT(ct_alltoall(from, me ? -3 : 4, MPI_INT, into, 4, MPI_INT, MPI_COMM_WORLD),
                       CT_ERROR_ARGUMENT);
            EXPECT_TEXT(ct_error_message(), "the send count is -3; allowed: 0 or more");
            EXPECT_INT(ct_alltoall(from, 4, MPI_INT, me ? NULL : into, 4, MPI_INT, MPI_COMM_WORLD),
                       CT_ERROR_ARGUMENT);
            EXPECT_TEXT(ct_error_message(), "ct_alltoall: the receive array is NULL");
            EXPECT_INT(ct_alltoall(from, 4, me ? MPI_DATATYPE_NULL : MPI_INT, into, 4, MPI_INT,
                                   MPI_COMM_WORLD),
                       CT_ERROR_ARGUMENT);
            EXPECT_TEXT(ct_error_message(), "MPI_DATATYPE_NULL");
            EXPECT_INT(
                ct_alltoall(from, 4, MPI_INT, me ? MPI_IN_PLACE : into, 4, MPI_INT, MPI_COMM_WORLD),
                CT_ERROR_ARGUMENT);
            bad.receive[size - 1] = me ? -1 : c.receive[size - 1];
            EXPECT_INT(ct_alltoallv(from, c.send, c.send_at, MPI_INT, into, bad.receive,
                                    c.receive_at, MPI_INT, MPI_COMM_WORLD),
                       CT_ERROR_ARGUMENT);
            EXPECT_TEXT(ct_error_message(), "is -1; allowed: 0 or more");
            EXPECT_INT(ct_alltoallv(from, c.send, me ? NULL : c.send_at, MPI_INT, into, c.receive,
                                    c.receive_at, MPI_INT, MPI_COMM_WORLD),
                       CT_ERROR_ARGUMENT);
            int size_of_mine = me ? 1400 : 4; /* too long for a message that does not wait */
            EXPECT_INT(ct_alltoall(from, size_of_mine, MPI_INT, into, 4, MPI_INT, MPI_COMM_WORLD),
                       CT_ERROR_ARGUMENT);
            expect_alltoall(MPI_COMM_WORLD, 4, MPI_INT, 0);
        }
        expect_alltoall(MPI_COMM_WORLD, 1400, MPI_INT, 0); /* the plan that mistakes then meet */
    }
    EXPECT_INT(ct_alltoall(from, 4, MPI_INT, into, 4, MPI_INT, MPI_COMM_NULL), CT_ERROR_ARGUMENT);
}

/* Arrays that ranks share, and blocks that the receiver copies straight out of them. */
static void expect_shared(void) {
    enum { INTS = 20000 };
    void *shared[2] = {NULL, NULL};
    EXPECT_INT(ct_alloc(MPI_COMM_WORLD, (ptrdiff_t)size * INTS * 4, &shared[0]), CT_OK);
    EXPECT_INT(ct_alloc(MPI_COMM_WORLD, (ptrdiff_t)size * INTS * 4, &shared[1]), CT_OK);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < size * INTS; i++) {
            ((int *)shared[0])[i] = rank * 1000003 + i + round;
        }
        EXPECT_INT(ct_alltoall(shared[0], INTS, MPI_INT, shared[1], INTS, MPI_INT, MPI_COMM_WORLD),
                   CT_OK);
        for (int i = 0; i < size * INTS; i += 997) {
            EXPECT_INT(((int *)shared[1])[i], i / INTS * 1000003 + rank * INTS + i % INTS + round);
        }
    }
    ct_free(&shared[1]);
    ct_free(&shared[0]);
}

int main(int argc, char **argv) {
    int level = 0;
    MPI_Init_thread(&argc, &argv, argc > 1 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect_alltoall(MPI_COMM_SELF, 6, MPI_INT, 0);
    expect_bad_use();
    expect_sizes_and_types();
    expect_foreign();
    expect_kept();
    expect_partly_changed();
    expect_communicators();
    expect_intercommunicator();
    expect_shared();
    MPI_Comm never_freed = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &never_freed);
    expect_alltoall(never_freed, 7, MPI_INT, 0);
    MPI_Finalize(); /* frees what is still kept with a communicator */
    EXPECT_INT(made, freed + 1);
    return expect_status();
}
