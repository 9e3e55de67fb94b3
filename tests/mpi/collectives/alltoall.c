/* The all-to-alls with MPI's arguments against MPI's own: sizes, types, in place, shared arrays,
 * what is wrong on one rank only. */
#include "alltoalls.h"
#include "expect.h"

#include <cornerturn/memory.h>

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
    alltoalls_begin(&argc, &argv);
    expect_alltoall(MPI_COMM_SELF, 6, MPI_INT, 0);
    expect_bad_use();
    expect_sizes_and_types();
    expect_foreign();
    expect_shared();
    return alltoalls_end();
}
