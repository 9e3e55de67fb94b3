/*
 * What the first exchange of a plan takes longer than the later ones, beside the first MPI_Alltoall
 * of arrays of malloc and its later ones: arrays and plan are made anew for each round, and written
 * before. Prints CSV, a line a size: seconds on the slowest rank, medians of the rounds, and first
 * over later.
 *
 * usage: mpirun -n P bench_first
 */
#include "median.h"

#include <cornerturn/exchange.h>
#include <cornerturn/memory.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 31, LATER = 20, LEAST = 8, MOST = 4 << 20 };
enum { FIRST, NEXT, FIRST_BY_LIBRARY, NEXT_BY_LIBRARY, COLUMNS };

/* Seconds of one exchange, by a plan or without one by MPI_Alltoall; the slowest rank's. */
static double once(ct_exchange_plan *plan, void *from, void *into, int bytes, int *failed) {
    double seconds = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    const double start_s = MPI_Wtime();
    if (plan != NULL) {
        *failed |= ct_exchange_execute(plan, from, into) != CT_OK;
    } else {
        *failed |= MPI_Alltoall(from, bytes, MPI_BYTE, into, bytes, MPI_BYTE, MPI_COMM_WORLD) != 0;
    }
    seconds = MPI_Wtime() - start_s;
    MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return seconds;
}

static void series(ct_exchange_plan *plan, void *from, void *into, int bytes, double taken_s[2],
                   int *failed) {
    double later_s[LATER];
    taken_s[0] = once(plan, from, into, bytes, failed);
    for (int i = 0; i < LATER; i++) {
        later_s[i] = once(plan, from, into, bytes, failed);
    }
    taken_s[1] = median(later_s, LATER);
}

static ct_status one_round(int size, int bytes, ct_block *blocks, double taken_s[COLUMNS],
                           int *failed) {
    const ptrdiff_t whole = (ptrdiff_t)size * bytes;
    const ct_layout layout = {1, blocks};
    void *arrays[2] = {NULL, NULL};
    void *own[2] = {malloc((size_t)whole), malloc((size_t)whole)};
    ct_exchange_plan *plan = NULL;
    ct_status status = ct_alloc(MPI_COMM_WORLD, whole, &arrays[0]);
    status = status == CT_OK ? ct_alloc(MPI_COMM_WORLD, whole, &arrays[1]) : status;
    status = status == CT_OK
                 ? ct_exchange_plan_create(MPI_COMM_WORLD, &layout, &layout, NULL, &plan)
                 : status;
    *failed |= own[0] == NULL || own[1] == NULL;
    if (status == CT_OK && own[0] != NULL && own[1] != NULL) {
        for (int i = 0; i < 2; i++) {
            memset(arrays[i], i, (size_t)whole);
            memset(own[i], i, (size_t)whole);
        }
        series(plan, arrays[0], arrays[1], bytes, taken_s + FIRST, failed);
        series(NULL, own[0], own[1], bytes, taken_s + FIRST_BY_LIBRARY, failed);
    }
    ct_exchange_plan_destroy(&plan);
    for (int i = 0; i < 2; i++) {
        ct_free(&arrays[i]);
        free(own[i]);
    }
    return status;
}

static ct_status time_size(int rank, int size, int bytes, ct_block *blocks, int *failed) {
    double taken_s[COLUMNS] = {0};
    static double all_s[COLUMNS][ROUNDS];
    ct_status status = CT_OK;
    for (int peer = 0; peer < size; peer++) {
        blocks[peer] = ct_block_contiguous((ptrdiff_t)peer * bytes, bytes, 1);
    }
    for (int round = 0; status == CT_OK && round < ROUNDS; round++) {
        status = one_round(size, bytes, blocks, taken_s, failed);
        for (int i = 0; i < COLUMNS; i++) {
            all_s[i][round] = taken_s[i];
        }
    }
    if (rank == 0 && status == CT_OK) {
        double middle_s[COLUMNS];
        for (int i = 0; i < COLUMNS; i++) {
            middle_s[i] = median(all_s[i], ROUNDS);
        }
        (void)printf("%d,%.9f,%.9f,%.2f,%.9f,%.9f,%.2f\n", bytes, middle_s[FIRST], middle_s[NEXT],
                     middle_s[FIRST] / middle_s[NEXT], middle_s[FIRST_BY_LIBRARY],
                     middle_s[NEXT_BY_LIBRARY],
                     middle_s[FIRST_BY_LIBRARY] / middle_s[NEXT_BY_LIBRARY]);
    }
    return status;
}

int main(int argc, char **argv) {
    int rank = 0;
    int size = 1;
    int failed = 0;
    ct_status status = CT_OK;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    ct_block *blocks = malloc((size_t)size * sizeof *blocks);
    if (rank == 0) {
        (void)printf("bytes,first_s,later_s,ratio,mpi_first_s,mpi_later_s,mpi_ratio\n");
    }
    for (int bytes = LEAST; blocks != NULL && status == CT_OK && bytes <= MOST; bytes *= 8) {
        status = time_size(rank, size, bytes, blocks, &failed);
    }
    if (status != CT_OK) {
        (void)fprintf(stderr, "bench_first: %s\n", ct_error_message());
    }
    failed |= blocks == NULL || status != CT_OK;
    free(blocks);
    MPI_Finalize();
    return failed;
}
