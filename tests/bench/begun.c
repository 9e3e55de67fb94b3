/*
 * Nonblocking all-to-alls of arrays of malloc under the preload beside those of the MPI library,
 * and what its persistent ones take, which the preload passes on: in turn, batches of calls that
 * are waited for at once. Medians of the ratios of neighbours in time, with quartiles: above 1, the
 * nonblocking call under the preload is faster. Without the preload it prints the error of the
 * measurement. More ranks than cores measure the scheduler.
 *
 *   mpirun -n 2 env LD_PRELOAD=libcornerturn_preload.so bench_begun
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 41, LEAST = 1024, MOST = 4 << 20, WARM_UP = 2048, WARM_UP_BYTES = 256 << 20 };
enum { BEGUN, BEGUN_BY_LIBRARY, PERSISTENT, METHODS };
#if MPI_VERSION < 4 /* which has none, and 0 in their column */
#define PMPI_Alltoall_init(sent, n, type, got, m, into, comm, info, request) MPI_SUCCESS
#endif

typedef struct bench {
    int rank, bytes, calls; /* bytes: of a block; calls: of a batch */
    char *sent, *got;
    MPI_Request persistent;
} bench;

static void call(bench *b, int method) {
    MPI_Request request = MPI_REQUEST_NULL;
    if (method == PERSISTENT) {
        if (b->persistent != MPI_REQUEST_NULL) {
            (void)MPI_Start(&b->persistent);
            (void)MPI_Wait(&b->persistent, MPI_STATUS_IGNORE);
        }
        return;
    }
    if (method == BEGUN) {
        (void)MPI_Ialltoall(b->sent, b->bytes, MPI_BYTE, b->got, b->bytes, MPI_BYTE, MPI_COMM_WORLD,
                            &request);
    } else {
        (void)PMPI_Ialltoall(b->sent, b->bytes, MPI_BYTE, b->got, b->bytes, MPI_BYTE,
                             MPI_COMM_WORLD, &request);
    }
    (void)MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static double batch_s(bench *b, int method) {
    (void)PMPI_Barrier(MPI_COMM_WORLD);
    const double start_s = MPI_Wtime();
    for (int i = 0; i < b->calls; i++) {
        call(b, method);
    }
    (void)PMPI_Barrier(MPI_COMM_WORLD);
    return (MPI_Wtime() - start_s) / b->calls;
}

static int ascending(const void *left, const void *right) {
    const double *a = left;
    const double *b = right;
    return *a < *b ? -1 : *a > *b;
}

static void show(double ratios[]) {
    qsort(ratios, ROUNDS, sizeof *ratios, ascending);
    printf("   %5.2f (%.2f .. %.2f)", ratios[ROUNDS / 2], ratios[ROUNDS / 4],
           ratios[3 * ROUNDS / 4]);
}

static void compare(bench *b) {
    double seconds[METHODS];
    double ours[ROUNDS];
    double gains[METHODS][ROUNDS];
    for (int i = 0; i < WARM_UP && (long)i * b->bytes < WARM_UP_BYTES; i++) {
        call(b, BEGUN); /* until the preload has chosen */
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (int method = 0; method < METHODS; method++) {
            seconds[method] = batch_s(b, method);
            gains[method][round] = seconds[method] / seconds[BEGUN];
        }
        ours[round] = seconds[BEGUN];
    }
    if (b->rank == 0) {
        qsort(ours, ROUNDS, sizeof *ours, ascending);
        printf("%8d %10.2f", b->bytes, ours[ROUNDS / 2] * 1e6);
        show(gains[BEGUN_BY_LIBRARY]);
        show(gains[PERSISTENT]);
        printf("\n");
        (void)fflush(stdout);
    }
}

int main(int argc, char **argv) {
    bench b = {.persistent = MPI_REQUEST_NULL};
    int ranks = 1;
    (void)MPI_Init(&argc, &argv);
    (void)MPI_Comm_rank(MPI_COMM_WORLD, &b.rank);
    (void)MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    b.sent = malloc((size_t)MOST * (size_t)ranks);
    b.got = malloc((size_t)MOST * (size_t)ranks);
    if (b.sent == NULL || b.got == NULL) {
        (void)fprintf(stderr, "bench_begun: no memory\n");
        (void)MPI_Abort(MPI_COMM_WORLD, 1);
        return 1;
    }
    memset(b.sent, 1, (size_t)MOST * (size_t)ranks);
    memset(b.got, 0, (size_t)MOST * (size_t)ranks);
    if (b.rank == 0) {
        printf("   bytes    us: MPI_I..   PMPI_Ialltoall over it   persistent over it\n");
    }
    for (b.bytes = LEAST; b.bytes <= MOST; b.bytes *= 2) {
        b.calls = b.bytes < 65536 ? 200 : b.bytes < 1 << 20 ? 20 : 2;
        (void)PMPI_Alltoall_init(b.sent, b.bytes, MPI_BYTE, b.got, b.bytes, MPI_BYTE,
                                 MPI_COMM_WORLD, MPI_INFO_NULL, &b.persistent);
        compare(&b);
        if (b.persistent != MPI_REQUEST_NULL) {
            (void)MPI_Request_free(&b.persistent);
        }
    }
    free(b.sent);
    free(b.got);
    (void)MPI_Finalize();
    return 0;
}
