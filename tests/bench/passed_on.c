/*
 * What a call takes longer under the preload that passes it on: calls by MPI_ and by PMPI_ in turn,
 * on one rank and on all. Without the preload it prints the error of the measurement. For example:
 *
 *   mpirun -n 2 env LD_PRELOAD=libcornerturn_preload.so CT_PRELOAD=off bench_passed_on
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { CALLS = 2000, ROUNDS = 401, BYTES = 8, RANKS_MOST = 64 };
enum { TO_ALL, TO_ALL_COUNTS, FROM_ROOT, BEGUN, KINDS };

static char sent[BYTES * RANKS_MOST], got[BYTES * RANKS_MOST];
static int counts[RANKS_MOST], places[RANKS_MOST];

/* One call by MPI_ or by PMPI_. */
#define CALL(P, kind, comm)                                                                        \
    do {                                                                                           \
        MPI_Request request = MPI_REQUEST_NULL;                                                    \
        if ((kind) == TO_ALL) {                                                                    \
            P##MPI_Alltoall(sent, BYTES, MPI_BYTE, got, BYTES, MPI_BYTE, comm);                    \
        } else if ((kind) == TO_ALL_COUNTS) {                                                      \
            P##MPI_Alltoallv(sent, counts, places, MPI_BYTE, got, counts, places, MPI_BYTE, comm); \
        } else if ((kind) == FROM_ROOT) {                                                          \
            P##MPI_Bcast(sent, BYTES, MPI_BYTE, 0, comm);                                          \
        } else {                                                                                   \
            P##MPI_Ialltoall(sent, BYTES, MPI_BYTE, got, BYTES, MPI_BYTE, comm, &request);         \
            PMPI_Wait(&request, MPI_STATUS_IGNORE);                                                \
        }                                                                                          \
    } while (0)

static double mpi_ns(int kind, MPI_Comm comm) {
    const double start_s = MPI_Wtime();
    for (int i = 0; i < CALLS; i++) {
        CALL(, kind, comm);
    }
    return (MPI_Wtime() - start_s) / CALLS * 1e9;
}

static double pmpi_ns(int kind, MPI_Comm comm) {
    const double start_s = MPI_Wtime();
    for (int i = 0; i < CALLS; i++) {
        CALL(P, kind, comm);
    }
    return (MPI_Wtime() - start_s) / CALLS * 1e9;
}

static int ascending(const void *left, const void *right) {
    const double *a = left;
    const double *b = right;
    return *a < *b ? -1 : *a > *b;
}

static void compare(int kind, MPI_Comm comm) {
    static const char *const names[KINDS] = {"Alltoall", "Alltoallv", "Bcast", "Ialltoall"};
    double longer_ns[ROUNDS];
    double passed_ns[ROUNDS];
    int rank = 0;
    int ranks = 1;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Comm_size(comm, &ranks);
    for (int round = 0; round < ROUNDS; round++) {
        PMPI_Barrier(MPI_COMM_WORLD);
        passed_ns[round] = pmpi_ns(kind, comm);
        PMPI_Barrier(MPI_COMM_WORLD);
        longer_ns[round] = mpi_ns(kind, comm) - passed_ns[round];
    }
    qsort(longer_ns, ROUNDS, sizeof *longer_ns, ascending);
    qsort(passed_ns, ROUNDS, sizeof *passed_ns, ascending);
    if (rank == 0) {
        (void)printf("MPI_%-10s ranks %2d: PMPI %8.1f ns; longer by %6.1f ns (%.1f .. %.1f)\n",
                     names[kind], ranks, passed_ns[ROUNDS / 2], longer_ns[ROUNDS / 2],
                     longer_ns[ROUNDS / 4], longer_ns[3 * ROUNDS / 4]);
    }
}

int main(int argc, char **argv) {
    int ranks = 1;
    MPI_Init(&argc, &argv);
    PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int peer = 0; peer < RANKS_MOST; peer++) {
        counts[peer] = BYTES;
        places[peer] = peer * BYTES;
    }
    for (int kind = 0; kind < KINDS; kind++) {
        compare(kind, MPI_COMM_SELF);
    }
    for (int kind = 0; kind < KINDS && ranks > 1 && ranks <= RANKS_MOST; kind++) {
        compare(kind, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
