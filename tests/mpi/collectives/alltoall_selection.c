/* All-to-alls with MPI's arguments are tried against MPI's own in the calls themselves, and go on
 * as what was faster, by a clock that this test sets; whatever arrays and types ranks come with. */
#include "expect.h"

#include <cornerturn/alltoall.h>
#include <cornerturn/memory.h>

#include <stdlib.h>
#include <time.h>

enum { RANKS_MOST = 8, BLOCK = 300, IN_TRIAL = 20, AFTER = 30 };

static int rank, size;
static double now_s, library_s; /* the clock, and what a call of MPI's own takes more than ours, */
static double late_s;           /* and the first one after ours: ranks come to it late */
static int was_ours;            /* the call before */
static int library_calls[2];    /* of MPI_Alltoall and MPI_Alltoallv */
static char *arrays[2][2];      /* private and shared, to be sent and received */
static int counts[RANKS_MOST], places[RANKS_MOST];

// NOLINTBEGIN(clang-diagnostic-reserved-identifier): the names that --wrap gives
int __wrap_clock_gettime(clockid_t clock, struct timespec *now);

int __wrap_clock_gettime(clockid_t clock, struct timespec *now) {
    (void)clock;
    now_s += 1;
    *now = (struct timespec){(time_t)now_s, (long)((now_s - (double)(time_t)now_s) * 1e9)};
    return 0;
}
// NOLINTEND(clang-diagnostic-reserved-identifier)

static int tells; /* rank 0 tells rank 1 that it is in MPI_Alltoall */

int MPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                 int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    library_calls[0]++;
    if (tells && rank == 0) {
        MPI_Send(NULL, 0, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    }
    now_s += library_s + (was_ours ? late_s : 0);
    return PMPI_Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}

int MPI_Alltoallv(const void *sendbuf, const int *sendcounts, const int *sdispls,
                  MPI_Datatype sendtype, void *recvbuf, const int *recvcounts, const int *rdispls,
                  MPI_Datatype recvtype, MPI_Comm comm) {
    library_calls[1]++;
    now_s += library_s + (was_ours ? late_s : 0);
    return PMPI_Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
                          recvtype, comm);
}

static void fill(int is_shared, int seed) {
    for (int i = 0; i < size * BLOCK; i++) {
        arrays[is_shared][0][i] = (char)(rank * 31 + seed + i * 7);
        arrays[is_shared][1][i] = 0;
    }
}

static int is_right(int is_shared, int bytes, int pitch, int seed) {
    int right = 1;
    for (int from = 0; from < size; from++) {
        for (int i = 0; i < bytes; i++) {
            const char wanted = (char)(from * 31 + seed + (rank * pitch + i) * 7);
            right &= arrays[is_shared][1][from * pitch + i] == wanted;
        }
    }
    return right;
}

/* Calls with blocks of `bytes`, right each time; with gaps between them by counts. */
static void call(MPI_Comm comm, int bytes, int with_gaps, int is_shared, int times) {
    char **array = arrays[is_shared];
    for (int k = 0; k < times; k++) {
        fill(is_shared, k);
        for (int peer = 0; peer < size; peer++) {
            counts[peer] = bytes;
            places[peer] = peer * BLOCK;
        }
        const int before = library_calls[0] + library_calls[1];
        EXPECT_INT(with_gaps
                       ? ct_alltoallv(array[0], counts, places, MPI_CHAR, array[1], counts, places,
                                      MPI_CHAR, comm)
                       : ct_alltoall(array[0], bytes, MPI_CHAR, array[1], bytes, MPI_CHAR, comm),
                   CT_OK);
        EXPECT(is_right(is_shared, bytes, with_gaps ? BLOCK : bytes, k));
        was_ours = library_calls[0] + library_calls[1] == before;
    }
}

/* Calls until a trial is over, and counts in those after it how often the library is called. */
static int calls_of_library(MPI_Comm comm, int bytes, int with_gaps, int is_shared) {
    call(comm, bytes, with_gaps, is_shared, IN_TRIAL);
    library_calls[0] = library_calls[1] = 0;
    call(comm, bytes, with_gaps, is_shared, AFTER);
    EXPECT_INT(library_calls[with_gaps && size > 1 ? 0 : 1], 0); /* one block has no gaps */
    return library_calls[0] + library_calls[1];
}

/* The faster way is taken by all ranks, if only one is slow by the other. */
static void expect_faster(MPI_Comm comm) {
    for (int kind = 0; kind < 4; kind++) {
        library_s = -0.5;
        EXPECT_INT(calls_of_library(comm, 10 + kind, kind % 2, kind / 2), AFTER);
        late_s = 0.7; /* which does not count */
        EXPECT_INT(calls_of_library(comm, 40 + kind, kind % 2, kind / 2), AFTER);
        late_s = 0;
        library_s = 0.5;
        EXPECT_INT(calls_of_library(comm, 20 + kind, kind % 2, kind / 2), 0);
        library_s = rank == size - 1 ? 0.5 : -0.5;
        EXPECT_INT(calls_of_library(comm, 30 + kind, kind % 2, kind / 2), 0);
    }
}

/* Whether rank 0 tells within some seconds that it is in MPI_Alltoall. */
static int is_told(void) {
    enum { PATIENCE_S = 10 };
    const time_t start = time(NULL);
    int found = 0;
    while (!found && time(NULL) - start < PATIENCE_S) {
        MPI_Iprobe(0, 0, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
    }
    return found;
}

/* Once calls go by MPI's own, no rank waits for the others before it, where they share memory. */
static void expect_no_waiting(MPI_Comm comm) {
    if (size == 1 || getenv("CT_TEST_NODES") != NULL) {
        return;
    }
    library_s = -0.5;
    EXPECT_INT(calls_of_library(comm, 77, 0, 0), AFTER);
    tells = 1;
    EXPECT(rank != 1 || is_told());
    call(comm, 77, 0, 0, 1);
    tells = 0;
    if (rank == 1) {
        MPI_Recv(NULL, 0, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* Only the first two ranks see that blocks have changed, whichever way the calls before went. */
static void expect_partly_changed(MPI_Comm comm) {
    int sizes[RANKS_MOST];
    for (int way = 0; size > 1 && way < 2; way++) {
        library_s = way == 0 ? -0.5 : 0.5;
        (void)calls_of_library(comm, 90 + way, 1, 0);
        for (int k = 0; k < 6; k++) {
            for (int peer = 0; peer < size; peer++) {
                sizes[peer] = rank + peer == 1 ? 10 + k : 90 + way;
            }
            fill(0, k);
            EXPECT_INT(ct_alltoallv(arrays[0][0], sizes, places, MPI_CHAR, arrays[0][1], sizes,
                                    places, MPI_CHAR, comm),
                       CT_OK);
            for (int from = 0; from < size; from++) {
                for (int i = 0; i < sizes[from]; i++) {
                    EXPECT_INT(arrays[0][1][from * BLOCK + i],
                               (char)(from * 31 + k + (rank * BLOCK + i) * 7));
                }
            }
            call(comm, 90 + way, 1, 0, 2);
        }
    }
}

static void expect_refused(MPI_Comm comm, int wrong_rank) {
    const int bytes = rank == wrong_rank ? -1 : 40;
    EXPECT_INT(ct_alltoall(arrays[0][0], bytes, MPI_CHAR, arrays[0][1], bytes, MPI_CHAR, comm),
               CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "send count is -1");
}

/* Some ranks come with other arrays or arguments, whichever way the call before went. */
static void expect_changes(void) {
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Datatype pairs = MPI_DATATYPE_NULL;
    MPI_Type_vector(20, 2, 2, MPI_CHAR, &pairs); /* none that plans have */
    MPI_Type_commit(&pairs);
    for (int way = 0; way < 2; way++) {
        library_s = way == 0 ? -0.5 : 0.5;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm); /* where nothing was tried yet */
        call(comm, 40, 0, 0, AFTER);
        for (int k = 0; k < 12; k++) {
            call(comm, 40, 0, (k >> rank % 3) & 1, 1);
        }
        expect_refused(comm, size - 1);
        call(comm, 40, 0, 0, 2);
        fill(0, 5);
        const MPI_Datatype type = rank == 0 ? pairs : MPI_CHAR;
        EXPECT_INT(ct_alltoall(arrays[0][0], rank == 0 ? 1 : 40, type, arrays[0][1],
                               rank == 0 ? 1 : 40, type, comm),
                   CT_OK);
        EXPECT(is_right(0, 40, 40, 5));
        call(comm, 40, 0, 0, AFTER);
        MPI_Comm_free(&comm);
    }
    MPI_Type_free(&pairs);
}

int main(int argc, char **argv) {
    static char alone[2][RANKS_MOST * BLOCK];
    void *together[2] = {NULL, NULL};
    MPI_Comm world = MPI_COMM_NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &world);
    MPI_Comm_rank(world, &rank);
    MPI_Comm_size(world, &size);
    for (int i = 0; i < 2; i++) {
        EXPECT_INT(ct_alloc(world, (ptrdiff_t)RANKS_MOST * BLOCK, &together[i]), CT_OK);
        arrays[0][i] = alone[i];
        arrays[1][i] = together[i];
    }
    if (together[0] != NULL && together[1] != NULL) {
        expect_faster(world);
        expect_no_waiting(world);
        expect_partly_changed(world);
        expect_changes();
    }
    ct_free(&together[0]);
    ct_free(&together[1]);
    MPI_Finalize();
    return expect_status();
}
