/*
 * A matrix in ScaLAPACK's block-cyclic form goes to blocks of rows, beside each rank's part copied
 * by memcpy and past the cache, in turn in one run; once unchanged, once as 2 A + 3 B. The blocks
 * of rows are stored by columns, as ScaLAPACK does, or by rows. Prints CSV: one line a round,
 * seconds from a common start to the last rank's end.
 *
 * usage: mpirun -n P bench_redistribute SIZE WIDTH ROUNDS
 *        SIZE x SIZE doubles in blocks of WIDTH x WIDTH on a 1 x P grid
 */
#include "kernels/stream.h"
#include "together.h"

#include <cornerturn/agree.h>
#include <cornerturn/memory.h>
#include <cornerturn/redistribute.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WARM_UP = 2 };

typedef enum method { OURS, SCALED, MEMCPY, STREAM, METHODS } method;

typedef struct bench {
    int rank, size;
    ct_redistribute_plan *plans[2]; /* unchanged; scaled */
    ptrdiff_t bytes;                /* of input and of result */
    void *input, *output;
} bench;

static ct_status run_once(bench *b, method how) {
    if (how == MEMCPY) {
        memcpy(b->output, b->input, (size_t)b->bytes);
    } else if (how == STREAM) {
        ct_stream_copy(b->output, b->input, (size_t)b->bytes);
        ct_stream_fence();
    } else {
        return ct_redistribute_execute(b->plans[how], b->input, b->output);
    }
    return CT_OK;
}

/* Seconds until the last rank is done, of a run after another of the same: what lies in the caches
 * is its own. Collective. */
static ct_status time_once(bench *b, method how, double *seconds) {
    ct_status status = run_once(b, how);
    const double begin_s = together_begin_s();
    status = status == CT_OK ? run_once(b, how) : status;
    *seconds = together_taken_s(begin_s);
    return status;
}

/* Both plans for one order of the result's axes. Collective. */
static ct_status make_plans(bench *b, ptrdiff_t size, ptrdiff_t width, int by_rows) {
    const ptrdiff_t extent[2] = {size, size};
    const ptrdiff_t widths[2] = {width, width};
    const int columns[2] = {1, b->size};
    const int rows[2] = {b->size, 1};
    ct_numbers numbers = ct_numbers_real(CT_DOUBLE, CT_DOUBLE);
    ct_redistribute_options options = {.conjugate = 0};
    ct_decomposition from = ct_decompose_cyclic(2, extent, columns, widths);
    ct_decomposition into = ct_decompose_blocks(2, extent, rows);
    ct_status status = CT_OK;
    from.order[0] = 1; /* by columns */
    into.order[0] = !by_rows;
    into.order[1] = by_rows;
    b->bytes = ct_decomposition_elements(&from, b->rank) * (ptrdiff_t)sizeof(double);
    for (int scales = 0; scales < 2 && status == CT_OK; scales++) {
        status = ct_redistribute_plan_create(MPI_COMM_WORLD, &from, NULL, &into, sizeof(double),
                                             &options, &b->plans[scales]);
        numbers.alpha[0] = 2;
        numbers.beta[0] = 3;
        options.numbers = &numbers;
    }
    return status;
}

static ct_status measure(bench *b, ptrdiff_t size, int by_rows, int rounds) {
    ct_status status = CT_OK;
    for (int round = -WARM_UP; round < rounds && status == CT_OK; round++) {
        double seconds[METHODS] = {0};
        for (int how = 0; how < METHODS && status == CT_OK; how++) {
            status = time_once(b, (method)how, &seconds[how]);
        }
        if (status == CT_OK && round >= 0 && b->rank == 0) {
            (void)printf("%td,%d,%s,%s,%.7f,%.7f,%.7f,%.7f\n", size, b->size,
                         by_rows ? "rows" : "columns",
                         ct_exchange_algorithm(ct_redistribute_exchange(b->plans[0])),
                         seconds[OURS], seconds[SCALED], seconds[MEMCPY], seconds[STREAM]);
        }
    }
    return status;
}

static ct_status run(bench *b, ptrdiff_t size, ptrdiff_t width, int rounds) {
    const ptrdiff_t most = (size / b->size + width) * size * (ptrdiff_t)sizeof(double);
    ct_status status = ct_alloc(MPI_COMM_WORLD, most, &b->input);
    status = status == CT_OK ? ct_alloc(MPI_COMM_WORLD, most, &b->output) : status;
    if (status != CT_OK) {
        return status;
    }
    memset(b->input, 1, (size_t)most);
    memset(b->output, 0, (size_t)most);
    if (b->rank == 0) {
        (void)printf("size,ranks,result_by,exchange,ours_s,scaled_s,memcpy_s,stream_s\n");
    }
    for (int by_rows = 0; by_rows < 2 && status == CT_OK; by_rows++) {
        status = make_plans(b, size, width, by_rows);
        status = status == CT_OK ? measure(b, size, by_rows, rounds) : status;
        ct_redistribute_plan_destroy(&b->plans[0]);
        ct_redistribute_plan_destroy(&b->plans[1]);
    }
    return status;
}

int main(int argc, char **argv) {
    long long numbers[3] = {0, 0, 0};
    bench b = {.bytes = 0};
    for (int i = 1; i < argc && i <= 3; i++) {
        numbers[i - 1] = strtoll(argv[i], NULL, 10);
    }
    if (argc != 4 || numbers[0] < 1 || numbers[1] < 1 || numbers[2] < 1) {
        (void)fprintf(stderr, "usage: bench_redistribute SIZE WIDTH ROUNDS\n");
        return 2;
    }
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &b.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &b.size);
    ct_status status = run(&b, numbers[0], numbers[1], (int)numbers[2]);
    if (status != CT_OK && b.rank == 0) {
        (void)fprintf(stderr, "bench_redistribute: %s\n", ct_error_message());
    }
    ct_free(&b.input);
    ct_free(&b.output);
    MPI_Finalize();
    return status != CT_OK;
}
