/*
 * What the first transpose of a plan takes longer than the later ones: n x n elements by rows, of
 * arrays of ct_alloc and of malloc, to another array and in place; arrays and plan are made anew
 * for each round, and the arrays written before. Prints CSV, a line a case: milliseconds on the
 * slowest rank, medians of the rounds, and first over later.
 *
 * usage: mpirun -n P bench_first_transpose
 */
#include "median.h"
#include "together.h"

#include <cornerturn/memory.h>
#include <cornerturn/transpose.h>
#include <stdio.h>
#include <string.h>

enum { ROUNDS = 7, LATER = 9 };

/* A matrix, and how it is transposed. */
typedef struct problem {
    ptrdiff_t n, element_bytes;
    int is_private, in_place;
} problem;

/* Milliseconds of one execution on the slowest rank. */
static double once(ct_transpose_plan *plan, const void *from, void *into, ct_status *status) {
    const double begin_s = together_begin_s();
    *status = *status == CT_OK ? ct_transpose_execute(plan, from, into) : *status;
    return 1e3 * together_taken_s(begin_s);
}

static ct_status allocate(const problem *p, ptrdiff_t bytes, void *arrays[2]) {
    ct_status status = CT_OK;
    for (int i = 0; i < 2 - p->in_place && status == CT_OK; i++) {
        if (p->is_private) {
            arrays[i] = malloc((size_t)bytes + 1);
            status = arrays[i] != NULL ? CT_OK : CT_ERROR_MEMORY;
        } else {
            status = ct_alloc(MPI_COMM_WORLD, bytes, &arrays[i]);
        }
        if (status == CT_OK) {
            memset(arrays[i], 1, (size_t)bytes);
        }
    }
    return status;
}

static void release(const problem *p, void *arrays[2]) {
    for (int i = 0; i < 2; i++) {
        if (p->is_private) {
            free(arrays[i]);
        } else {
            ct_free(&arrays[i]);
        }
    }
}

/* The first execution and the median of the later ones. */
static ct_status one_round(const problem *p, double *first_ms, double *later_ms) {
    int rank = 0;
    int size = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const ct_distribution rows = {2, {p->n, p->n}, {size, 1}, 0};
    const ct_transpose_options options = {.exchange = {.in_place = p->in_place}};
    ct_transpose_plan *plan = NULL;
    void *arrays[2] = {NULL, NULL};
    double all_ms[LATER] = {0};
    ct_status status = ct_transpose_plan_create(MPI_COMM_WORLD, &rows, NULL, &rows,
                                                p->element_bytes, &options, &plan);
    if (status == CT_OK) {
        status = allocate(p, ct_distribution_elements(&rows, rank) * p->element_bytes, arrays);
    }
    void *into = p->in_place ? arrays[0] : arrays[1];
    *first_ms = once(plan, arrays[0], into, &status);
    for (int i = 0; i < LATER; i++) {
        all_ms[i] = once(plan, arrays[0], into, &status);
    }
    *later_ms = median(all_ms, LATER);
    release(p, arrays);
    ct_transpose_plan_destroy(&plan);
    return status;
}

static ct_status time_case(const problem *p) {
    double first_ms[ROUNDS] = {0};
    double later_ms[ROUNDS] = {0};
    ct_status status = CT_OK;
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int round = 0; round < ROUNDS && status == CT_OK; round++) {
        status = one_round(p, &first_ms[round], &later_ms[round]);
    }
    if (rank == 0 && status == CT_OK) {
        const double first = median(first_ms, ROUNDS);
        const double later = median(later_ms, ROUNDS);
        (void)printf("%td,%td,%s,%s,%.3f,%.3f,%.2f\n", p->n, p->element_bytes,
                     p->is_private ? "malloc" : "ct_alloc", p->in_place ? "yes" : "no", first,
                     later, first / later);
    }
    return status;
}

int main(int argc, char **argv) {
    static const ptrdiff_t shapes[][2] = {{512, 8},   {1024, 8}, {2048, 8},
                                          {2048, 16}, {3001, 8}, {4096, 8}};
    ct_status status = CT_OK;
    int rank = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        (void)printf("n,element_bytes,arrays,in_place,first_ms,later_ms,ratio\n");
    }
    for (int kind = 0; kind < 4; kind++) {
        for (size_t s = 0; s < sizeof shapes / sizeof *shapes && status == CT_OK; s++) {
            const problem p = {shapes[s][0], shapes[s][1], kind / 2, kind % 2};
            status = time_case(&p);
        }
    }
    if (status != CT_OK) {
        (void)fprintf(stderr, "bench_first_transpose: %s\n", ct_error_message());
    }
    MPI_Finalize();
    return status != CT_OK;
}
