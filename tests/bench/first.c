/*
 * What the first exchange of a plan takes longer than the later ones, beside the first MPI_Alltoall
 * of arrays of malloc and its later ones: arrays and plan are made anew for each round, and what is
 * sent is written before each exchange. Once as it comes, after the plan was made, and once after
 * exchanges of another plan: the difference is the processor's, whose caches and predictions have
 * lost the code. Prints CSV, a line a size: seconds on the slowest rank, medians of the rounds, and
 * first over later.
 *
 * usage: mpirun -n P bench_first
 */
#include "median.h"
#include "together.h"

#include <cornerturn/exchange.h>
#include <cornerturn/memory.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 31, LATER = 20, LEAST = 8, MOST = 4 << 20 };
enum { FIRST, NEXT, WARM_FIRST, WARM_NEXT, FIRST_BY_LIBRARY, NEXT_BY_LIBRARY, COLUMNS };

/* Arrays and a plan for them. */
typedef struct made {
    void *arrays[2];
    ct_exchange_plan *plan;
} made;

/* Seconds of one exchange of what was just written, by a plan or without one by MPI_Alltoall; the
 * slowest rank's. What is exchanged again unchanged would be in the receiver's cache. */
static double once(ct_exchange_plan *plan, void *from, void *into, int bytes, int *failed) {
    int size = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    memset(from, 1, (size_t)size * (size_t)bytes);
    const double begin_s = together_begin_s();
    if (plan != NULL) {
        *failed |= ct_exchange_execute(plan, from, into) != CT_OK;
    } else {
        *failed |= MPI_Alltoall(from, bytes, MPI_BYTE, into, bytes, MPI_BYTE, MPI_COMM_WORLD) != 0;
    }
    return together_taken_s(begin_s);
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

/* Collective. */
static ct_status make(int bytes, int size, ct_block *blocks, made *m) {
    const ptrdiff_t whole = (ptrdiff_t)size * bytes;
    const ct_layout layout = {1, blocks};
    ct_status status = ct_alloc(MPI_COMM_WORLD, whole, &m->arrays[0]);
    status = status == CT_OK ? ct_alloc(MPI_COMM_WORLD, whole, &m->arrays[1]) : status;
    status = status == CT_OK
                 ? ct_exchange_plan_create(MPI_COMM_WORLD, &layout, &layout, NULL, &m->plan)
                 : status;
    if (status == CT_OK) {
        memset(m->arrays[1], 1, (size_t)whole);
    }
    return status;
}

static void unmake(made *m) {
    ct_exchange_plan_destroy(&m->plan);
    ct_free(&m->arrays[0]);
    ct_free(&m->arrays[1]);
}

static ct_status one_round(int size, int bytes, ct_block *blocks, double taken_s[COLUMNS],
                           int *failed) {
    const size_t whole = (size_t)size * (size_t)bytes;
    void *own[2] = {calloc(1, whole), calloc(1, whole)};
    made cold = {.plan = NULL};
    made warm = {.plan = NULL};
    ct_status status = make(bytes, size, blocks, &cold);
    if (own[1] != NULL) {
        memset(own[1], 1, whole);
    }
    if (status == CT_OK) {
        series(cold.plan, cold.arrays[0], cold.arrays[1], bytes, taken_s + FIRST, failed);
        status = make(bytes, size, blocks, &warm);
    }
    if (status == CT_OK) {
        (void)once(cold.plan, cold.arrays[0], cold.arrays[1], bytes, failed);
        series(warm.plan, warm.arrays[0], warm.arrays[1], bytes, taken_s + WARM_FIRST, failed);
        *failed |= own[0] == NULL || own[1] == NULL;
        if (!*failed) {
            series(NULL, own[0], own[1], bytes, taken_s + FIRST_BY_LIBRARY, failed);
        }
    }
    unmake(&cold);
    unmake(&warm);
    free(own[0]);
    free(own[1]);
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
        (void)printf("%d", bytes);
        for (int i = 0; i < COLUMNS; i += 2) {
            (void)printf(",%.9f,%.9f,%.2f", middle_s[i], middle_s[i + 1],
                         middle_s[i] / middle_s[i + 1]);
        }
        (void)printf("\n");
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
        (void)printf("bytes,first_s,later_s,ratio,warm_first_s,warm_later_s,warm_ratio,"
                     "mpi_first_s,mpi_later_s,mpi_ratio\n");
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
