/* All-to-alls one after the other: many shapes of calls in turn, communicators that come and go,
 * intercommunicators. */
#include "alltoalls.h"
#include "expect.h"

#include <stdlib.h>

/* Calls like earlier ones plan nothing; like the last one, they do not even agree. */
static void expect_kept(void) {
    static const int counts[] = {1, 2, 3, 40, 500};
    for (int i = 0; i < 5; i++) {
        expect_alltoall(MPI_COMM_WORLD, counts[i], MPI_INT, 0);
    }
    int made_before = counted_made;
    for (int i = 0; i < 15; i++) {
        expect_alltoall(MPI_COMM_WORLD, counts[i % 5], MPI_INT, i % 5 == 4);
        expect_alltoall(MPI_COMM_WORLD, counts[i * 3 % 5], MPI_INT, 0);
        made_before = i == 5 ? counted_made : made_before; /* the one in place is new once */
    }
    EXPECT_INT(counted_made, made_before);
    expect_alltoall(MPI_COMM_WORLD, 3, MPI_INT, 0);
    int reductions_before = counted_reductions;
    for (int i = 0; i < 5; i++) {
        expect_alltoall(MPI_COMM_WORLD, 3, MPI_INT, 0);
    }
    /* Between nodes a call that the library is tried for begins with one. */
    EXPECT(counted_reductions - reductions_before <= (getenv("CT_TEST_NODES") != NULL ? 5 : 0));
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
        int made_before = counted_made;
        expect_counted(&c, MPI_INT, 0);
        EXPECT_INT(counted_made, made_before);
        if (size > 1 && rank < 2) {
            c.send[1 - rank] = c.receive[1 - rank] = 20 + round % 3;
        }
    }
}

static int copied;

static int count_copy(MPI_Comm comm, int key, void *extra, void *value, void *copy, int *flag) {
    (void)comm;
    (void)key;
    (void)extra;
    *(void **)copy = value;
    *flag = 1;
    copied++;
    return MPI_SUCCESS;
}

/* The user's attributes, which may own something, stay on the user's communicator. */
static void expect_no_copies(void) {
    MPI_Comm comm = MPI_COMM_NULL;
    int key = MPI_KEYVAL_INVALID;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_keyval(count_copy, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    MPI_Comm_set_attr(comm, key, &copied);
    expect_alltoall(comm, 7, MPI_INT, 0);
    EXPECT_INT(copied, 0);
    MPI_Comm_free(&comm);
    MPI_Comm_free_keyval(&key);
}

static void expect_communicators(void) {
    int rounds = size <= 2 ? 20 : 3;
    int live = counted_made - counted_freed;
    for (int i = 0; i < rounds; i++) {
        MPI_Comm comm = MPI_COMM_NULL;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        expect_alltoall(comm, 1 + i % 4, MPI_INT, 0);
        expect_alltoall(comm, 50, MPI_DOUBLE, i % 2);
        MPI_Comm_free(&comm);
    }
    EXPECT_INT(counted_made - counted_freed, live);
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
    EXPECT_INT(counted_made - counted_freed, live);
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

int main(int argc, char **argv) {
    alltoalls_begin(&argc, &argv);
    expect_kept();
    expect_partly_changed();
    expect_communicators();
    expect_intercommunicator();
    expect_no_copies();
    return alltoalls_end();
}
