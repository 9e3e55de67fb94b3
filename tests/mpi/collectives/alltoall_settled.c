/* All-to-alls that repeat the one before, which MPI's own call did, are not read again
 * (collectives/settled.h): what may have changed all the same, on all ranks or some, and that they
 * count as others do. A clock that this test sets makes MPI's own call the faster. */
#include "alltoalls.h"

#include <stdlib.h>
#include <time.h>

enum { TRIAL = 20, PAUSE = 180, FEW = 5 };

static double now_s;
static int library_calls; /* of MPI_Alltoall, the test's own as well */

// NOLINTBEGIN(clang-diagnostic-reserved-identifier): the names that --wrap gives
int __wrap_clock_gettime(clockid_t clock, struct timespec *now);

int __wrap_clock_gettime(clockid_t clock, struct timespec *now) {
    (void)clock;
    now_s += 1;
    *now = (struct timespec){(time_t)now_s, (long)((now_s - (double)(time_t)now_s) * 1e9)};
    return 0;
}
// NOLINTEND(clang-diagnostic-reserved-identifier)

int MPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                 int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    library_calls++;
    now_s -= 0.5;
    return PMPI_Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}

int MPI_Alltoallv(const void *sendbuf, const int *sendcounts, const int *sdispls,
                  MPI_Datatype sendtype, void *recvbuf, const int *recvcounts, const int *rdispls,
                  MPI_Datatype recvtype, MPI_Comm comm) {
    now_s -= 0.5;
    return PMPI_Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
                          recvtype, comm);
}

/* Takes turns with MPI's own call, until that is what does such calls. */
static void settle(MPI_Comm comm, int count, MPI_Datatype type) {
    for (int i = 0; i < TRIAL + FEW; i++) {
        expect_alltoall(comm, count, type, 0);
    }
}

/* Calls of ours of which the library did so many. */
static void expect_library(MPI_Comm comm, int calls, int by_library) {
    MPI_Datatype pair = MPI_DATATYPE_NULL; /* a rank that names the blocks by it reads all calls */
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    const int before = library_calls;
    for (int i = 0; i < calls; i++) {
        const int is_read = rank % 2 == 1 && i % 3 != 0;
        expect_alltoall(comm, is_read ? 3 : 6, is_read ? pair : MPI_INT, 0);
    }
    EXPECT_INT(library_calls - before - calls, by_library);
    MPI_Type_free(&pair);
}

/* Trials come as early on ranks that read no calls as on those that read all. */
static void expect_trials(void) {
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    expect_library(comm, TRIAL, TRIAL / 2);
    expect_library(comm, PAUSE, PAUSE);
    expect_library(comm, TRIAL, TRIAL / 2);
    expect_library(comm, FEW, FEW);
    MPI_Comm_free(&comm);
}

/* Types that are freed, whose handles others of another size get. */
static void expect_types(MPI_Comm comm) {
    for (int i = 0; i < FEW; i++) {
        MPI_Datatype some = MPI_DATATYPE_NULL;
        MPI_Type_contiguous(2 + i, MPI_INT, &some);
        MPI_Type_commit(&some);
        settle(comm, 3, some);
        MPI_Type_free(&some);
    }
}

/* Communicators that are freed, whose handles others in another order of ranks get. */
static void expect_communicators(void) {
    for (int i = 0; i < FEW; i++) {
        MPI_Comm comm = MPI_COMM_NULL;
        MPI_Comm_split(MPI_COMM_WORLD, 0, i % 2 == 0 ? rank : -rank, &comm);
        settle(comm, 9, MPI_INT);
        MPI_Comm_free(&comm);
    }
    MPI_Comm both[2] = {MPI_COMM_NULL, MPI_COMM_NULL};
    MPI_Comm_dup(MPI_COMM_WORLD, &both[0]);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &both[1]);
    for (int i = 0; i < 3 * TRIAL; i++) {
        expect_alltoall(both[i / FEW % 2], 9, MPI_INT, i % 7 == 6);
    }
    MPI_Comm_free(&both[0]);
    MPI_Comm_free(&both[1]);
}

/* Counts that change in the same arrays, on all ranks or between two of them; and calls of one
 * count, right and wrong, in between. */
static void expect_counts(void) {
    counted c = {{0}, {0}, {0}, {0}};
    for (int peer = 0; peer < size; peer++) {
        c.send[peer] = c.receive[peer] = 20 + (peer + rank) % 2;
        c.send_at[peer] = c.receive_at[peer] = 40 * peer;
    }
    for (int round = 0; round < 4 * FEW; round++) {
        for (int i = 0; i < (round == 0 ? TRIAL : 0) + FEW; i++) {
            expect_counted(&c, MPI_INT, 0);
        }
        switch (round % 4) {
        case 0:
            c.send_at[size - 1] += rank == 0;
            c.receive_at[size - 1] += rank == 0;
            break;
        case 1:
            if (size > 1 && rank < 2) {
                c.send[1 - rank] = c.receive[1 - rank] = 22 + round;
            }
            break;
        case 2:
            expect_alltoall(MPI_COMM_WORLD, 11, MPI_INT, 0);
            break;
        default:
            EXPECT_INT(ct_alltoall(from, -1, MPI_INT, into, -1, MPI_INT, MPI_COMM_WORLD),
                       CT_ERROR_ARGUMENT);
        }
    }
}

/* One rank comes with an error. */
static void expect_refused(void) {
    settle(MPI_COMM_WORLD, 13, MPI_INT);
    for (int i = 0; i < FEW; i++) {
        void *array = rank == i % size ? NULL : into;
        EXPECT_INT(ct_alltoall(from, 13, MPI_INT, array, 13, MPI_INT, MPI_COMM_WORLD),
                   CT_ERROR_ARGUMENT);
        expect_alltoall(MPI_COMM_WORLD, 13, MPI_INT, 0);
        expect_alltoall(MPI_COMM_WORLD, 13, MPI_INT, 0);
    }
}

int main(int argc, char **argv) {
    alltoalls_begin(&argc, &argv);
    if (size == 2) { /* many calls */
        expect_trials();
    }
    expect_types(MPI_COMM_WORLD);
    expect_communicators();
    expect_counts();
    expect_refused();
    return alltoalls_end();
}
