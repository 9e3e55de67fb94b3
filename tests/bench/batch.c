/*
 * usage: bench_batch N [ROUNDS]
 *
 * A batch of 8 complex FFTs of N^3, in planes, transposed spectrum, by messages, beside 8 calls: in
 * turn, rank 0 prints a line a round: ms of the 8 calls, of the exchanges and the transforms in
 * them, and of the batch. Both together can be as fast as the longer of exchanges and transforms.
 */
#include "numbers.h"
#include "together.h"

#include <cornerturn/fft.h>
#include <cornerturn/memory.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = 8, N_MOST = 1024, ROUNDS_MOST = 1000 };

typedef struct bench {
    ct_fft_plan *plan;
    void *input[FIELDS], *output[FIELDS];
} bench;

static void check(ct_status status) {
    if (status != CT_OK) {
        (void)fprintf(stderr, "bench_batch: %s\n", ct_error_message());
        (void)MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

static bench create(ptrdiff_t n, int ranks) {
    bench b = {.plan = NULL};
    const ptrdiff_t extent[] = {n, n, n};
    const ct_fft_problem problem = ct_fft_complex(3, extent);
    const ct_fft_options options = {
        .rigour = CT_ESTIMATE,
        .pipeline = 1,
        .transposed = 1,
        .array.grid = {ranks, 1, 1},
        .exchange = {.algorithm = "direct", .transport = CT_TRANSPORT_MESSAGES}};
    check(ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &b.plan));
    for (int i = 0; i < FIELDS; i++) {
        const ptrdiff_t bytes[] = {ct_fft_input_bytes(b.plan), ct_fft_output_bytes(b.plan)};
        check(ct_alloc(MPI_COMM_WORLD, bytes[0], &b.input[i]));
        check(ct_alloc(MPI_COMM_WORLD, bytes[1], &b.output[i]));
        numbers_fill(b.input[i], bytes[0]);
        memset(b.output[i], 0, (size_t)bytes[1]);
    }
    return b;
}

static void destroy(bench *b) {
    for (int i = 0; i < FIELDS; i++) {
        ct_free(&b->input[i]);
        ct_free(&b->output[i]);
    }
    ct_fft_plan_destroy(&b->plan);
}

/* One call a field; adds up the exchanges in them, and what is no exchange. */
static double run_calls(bench *b, double *exchange_s, double *transform_s) {
    *exchange_s = *transform_s = 0;
    const double begin_s = together_begin_s();
    for (int i = 0; i < FIELDS; i++) {
        check(ct_fft_execute(b->plan, b->input[i], b->output[i]));
        for (int p = 0; p < ct_fft_phases(b->plan); p++) {
            const int is_exchange = strstr(ct_fft_phase_name(b->plan, p), "exchange") != NULL;
            *(is_exchange ? exchange_s : transform_s) += ct_fft_seconds(b->plan, p);
        }
    }
    return together_taken_s(begin_s);
}

static double run_batch(bench *b) {
    const double begin_s = together_begin_s();
    check(ct_fft_execute_many(b->plan, FIELDS, (const void *const *)b->input, b->output));
    return together_taken_s(begin_s);
}

int main(int argc, char **argv) {
    int rank = 0;
    int ranks = 0;
    (void)MPI_Init(&argc, &argv);
    (void)MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    (void)MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const long n = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
    const long rounds = argc > 2 ? strtol(argv[2], NULL, 10) : 5;
    if (n < 1 || n > N_MOST || rounds < 1 || rounds > ROUNDS_MOST) {
        (void)fprintf(stderr, "usage: bench_batch N [ROUNDS]\n");
        (void)MPI_Finalize();
        return 2;
    }
    bench b = create(n, ranks);
    double exchange_s = 0;
    double transform_s = 0;
    (void)run_batch(&b); /* its pages and plans */
    for (long i = 0; i < rounds; i++) {
        const double calls_s = run_calls(&b, &exchange_s, &transform_s);
        const double batch_s = run_batch(&b);
        if (rank == 0) {
            (void)printf("%.3f %.3f %.3f %.3f\n", 1e3 * calls_s, 1e3 * exchange_s,
                         1e3 * transform_s, 1e3 * batch_s);
            (void)fflush(stdout);
        }
    }
    destroy(&b);
    (void)MPI_Finalize();
    return 0;
}
