/*
 * A distributed transform, natural order, beside what it can be compared with, in turn in one run:
 * the plain way by MPI_Alltoallv and FFTW, FFTW's own on as many threads of rank 0 (the others
 * asleep; of one rank it is serial FFTW), and the two bounds of its time: two copies of the array
 * past the cache, which no transform that reads and writes it twice can beat, and the arithmetic
 * alone, in the cache. Together they are the time of an execution that never computes while it
 * waits for memory. "filter" is the transform, a multiplication of all coefficients and the inverse
 * in one plan; "own" is ours on arrays of malloc. All may overwrite the input to real numbers.
 * Prints CSV, one line a round; the two distributed results are compared first.
 *
 * usage: mpirun -n P bench_fft_double NZ NY NX c2c|r2c|c2r ROUNDS
 *                    [estimate|measure|patient] [EXCHANGE]
 *        mpirun -n P bench_fft_float ...
 * EXCHANGE is an algorithm, such as direct; without one the plan decides how data moves.
 */
#include "../together.h"
#include "fft_alltoall.h"
#include "fft_arithmetic.h"
#include "fft_filtered.h"
#include "fft_input.h"
#include "fft_threaded.h"

#include "base/job/finalize.h"
#include "base/job/initialize.h"
#include "kernels/stream.h"

#include <cornerturn/agree.h>
#include <cornerturn/fft.h>
#include <cornerturn/memory.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WARM_UP = 2, COLUMNS = 3 };

static const char *const kinds[BENCH_KINDS] = {"c2c", "r2c", "c2r"};

typedef struct bench {
    int rank, size;
    bench_kind kind;
    ptrdiff_t extent[3], bytes[2]; /* bytes of this rank's input and output */
    ptrdiff_t other_bytes;
    ct_fft_plan *plan;
    ct_fft_filter_plan *filter;
    double plan_s, again_s; /* planning, and planning once more */
    void *input, *output, *other;
    void *own[2]; /* an input and an output of malloc */
    fft_alltoall plain;
    fft_arithmetic arithmetic;
    fft_threaded threaded; /* on rank 0 */
} bench;

/* Waits for the other ranks without taking their cores. */
static void sleepy_barrier(MPI_Comm comm) {
    MPI_Request request;
    int done = 0;
    MPI_Ibarrier(comm, &request);
    while (!done) {
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        if (!done) {
            (void)usleep(500);
        }
    }
}

static ct_status create_plan(bench *b, ct_rigour rigour, const char *exchange) {
    ct_fft_options options = {
        .rigour = rigour,
        .direction = b->kind == BENCH_C2R ? CT_INVERSE : CT_FORWARD,
        .scaling = CT_SCALING_NONE,
        .destroys_input = b->kind == BENCH_C2R,
        .array.grid = {b->size, 1, 1}, /* the job of the plain way */
        .spectrum.grid = {b->size, 1, 1},
        .exchange = {.planning = rigour == CT_ESTIMATE ? CT_PLAN_ESTIMATE : CT_PLAN_MEASURE,
                     .algorithm = exchange}};
    ct_fft_problem problem =
        b->kind == BENCH_C2C ? ct_fft_complex(3, b->extent) : ct_fft_real(3, b->extent);
    problem.precision = (ct_precision)BENCH_PRECISION;
    double start_s = MPI_Wtime();
    ct_status status = ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &b->plan);
    b->plan_s = MPI_Wtime() - start_s;
    if (status == CT_OK) {
        ct_fft_plan_destroy(&b->plan);
        start_s = MPI_Wtime();
        status = ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &b->plan);
        b->again_s = MPI_Wtime() - start_s;
    }
    if (status == CT_OK) {
        status = ct_fft_filter_plan_create(MPI_COMM_WORLD, &problem, &options, &b->filter);
    }
    return status;
}

static ct_status create(bench *b, ct_rigour rigour, unsigned fftw_rigour, const char *exchange) {
    ct_status status = create_plan(b, rigour, exchange);
    if (status != CT_OK) {
        return status;
    }
    b->bytes[0] = ct_fft_input_bytes(b->plan);
    b->bytes[1] = ct_fft_output_bytes(b->plan);
    void **arrays[] = {&b->input, &b->output, &b->other};
    const ptrdiff_t filtered_bytes = ct_fft_filter_bytes(b->filter);
    b->other_bytes = filtered_bytes > b->bytes[1] ? filtered_bytes : b->bytes[1];
    for (int i = 0; status == CT_OK && i < 3; i++) {
        status = ct_alloc(MPI_COMM_WORLD, i == 2 ? b->other_bytes : b->bytes[i > 0], arrays[i]);
    }
    if (status == CT_OK &&
        (!fft_alltoall_create(b->extent, b->kind, fftw_rigour, b->input, b->other, &b->plain) ||
         !fft_arithmetic_create(b->extent, b->kind, fftw_rigour, b->rank, b->size,
                                &b->arithmetic))) {
        status = CT_ERROR_MEMORY;
    }
    if (status == CT_OK) {
        fft_input_fill(b->extent, b->kind, b->input, b->bytes[0], b->rank);
        memset(b->output, 0, (size_t)b->bytes[1]);
        memset(b->other, 0, (size_t)b->other_bytes);
    }
    for (int i = 0; status == CT_OK && i < 2; i++) {
        b->own[i] = malloc((size_t)b->bytes[i]);
        status = b->own[i] != NULL ? CT_OK : CT_ERROR_MEMORY;
    }
    if (status == CT_OK && b->rank == 0 &&
        !fft_threaded_create(b->extent, b->kind, fftw_rigour, b->size, &b->threaded)) {
        status = CT_ERROR_MEMORY;
    }
    return ct_agree(MPI_COMM_WORLD, status);
}

/* Largest difference between the two distributed results, over the largest number. */
static double difference(const bench *b) {
    const ct_real *one = b->output;
    const ct_real *two = b->other;
    double largest[2] = {0, 0};
    for (ptrdiff_t i = 0; i < b->bytes[1] / (ptrdiff_t)sizeof(ct_real); i++) {
        const double apart = fabs((double)one[i] - (double)two[i]);
        largest[0] = apart > largest[0] ? apart : largest[0]; /* with fmax gcc 12 fails on arm64 */
        largest[1] = fmax(largest[1], fabs((double)two[i]));
    }
    MPI_Allreduce(MPI_IN_PLACE, largest, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return largest[0] / largest[1];
}

/* Input to output and back: each end of the transform once read and once written, twice. */
static double time_floor(const bench *b) {
    ptrdiff_t bytes = b->bytes[0] < b->bytes[1] ? b->bytes[0] : b->bytes[1];
    double start_s = together_begin_s();
    ct_stream_copy(b->other, b->input, (size_t)bytes);
    ct_stream_copy(b->other, b->output, (size_t)bytes);
    ct_stream_fence();
    return together_taken_s(start_s);
}

/* To real numbers the input is another one after each transform. */
static void renew_input(const bench *b) {
    if (b->kind == BENCH_C2R) {
        fft_input_fill(b->extent, b->kind, b->input, b->bytes[0], b->rank);
    }
}

static double time_threaded(const bench *b) {
    double seconds = 0;
    sleepy_barrier(MPI_COMM_WORLD);
    if (b->rank == 0) {
        seconds = fft_threaded_run(&b->threaded);
    }
    sleepy_barrier(MPI_COMM_WORLD);
    return seconds;
}

/* The first phases' seconds, and the rest of them in the last. */
static void print_phases(const ct_fft_plan *plan) {
    for (int column = 0; column < COLUMNS; column++) {
        double seconds = 0;
        for (int phase = column; phase < ct_fft_phases(plan); phase++) {
            seconds += phase == column || column == COLUMNS - 1 ? ct_fft_seconds(plan, phase) : 0;
        }
        (void)printf(",%.9f", seconds);
    }
}

static ct_status run_round(bench *b, int is_printed) {
    const ct_exchange_plan *between = ct_fft_exchange(b->plan);
    double threaded_s = time_threaded(b);
    renew_input(b);
    double start_s = together_begin_s();
    ct_status status = ct_fft_execute(b->plan, b->input, b->output);
    double ours_s = together_taken_s(start_s);
    renew_input(b);
    start_s = together_begin_s();
    double transposed_s = fft_alltoall_run(&b->plain);
    double plain_s = together_taken_s(start_s);
    MPI_Allreduce(MPI_IN_PLACE, &transposed_s, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    double apart = difference(b);
    double floor_s = time_floor(b);
    start_s = together_begin_s();
    fft_arithmetic_run(&b->arithmetic);
    double arithmetic_s = together_taken_s(start_s);
    renew_input(b);
    start_s = together_begin_s();
    if (status == CT_OK) {
        status = ct_fft_filter_execute(b->filter, b->input, b->other, fft_filtered_multiply, NULL);
    }
    double filter_s = together_taken_s(start_s);
    fft_input_fill(b->extent, b->kind, b->own[0], b->bytes[0], b->rank);
    start_s = together_begin_s();
    status = status == CT_OK ? ct_fft_execute(b->plan, b->own[0], b->own[1]) : status;
    double own_s = together_taken_s(start_s);
    if (status == CT_OK && !(apart <= 100 * (BENCH_PRECISION ? 6e-8 : 1.1e-16))) {
        (void)fprintf(stderr, "bench_fft: the results differ by %g\n", apart);
        return CT_ERROR_INTERNAL;
    }
    if (b->rank == 0 && is_printed) {
        (void)printf(
            "%td,%td,%td,%s,%s,%d,%s,%.9f,%.9f,%.9f,%.9f,%.9f,%.9f,%.9f,%.9f,%.9f,%.9f,%.0f",
            b->extent[0], b->extent[1], b->extent[2], kinds[b->kind],
            BENCH_PRECISION ? "float" : "double", b->size,
            between != NULL ? ct_exchange_algorithm(between) : "none", ours_s, plain_s,
            transposed_s, threaded_s, floor_s, arithmetic_s, filter_s, own_s, b->plan_s, b->again_s,
            ct_fft_moved_bytes(b->plan));
        print_phases(b->plan);
        (void)printf("\n");
        (void)fflush(stdout);
    }
    return status;
}

static void destroy(bench *b) {
    fft_alltoall_destroy(&b->plain);
    fft_arithmetic_destroy(&b->arithmetic);
    fft_threaded_destroy(&b->threaded);
    void **arrays[] = {&b->input, &b->output, &b->other};
    for (int i = 0; i < 3; i++) {
        ct_free(arrays[i]);
    }
    free(b->own[0]);
    free(b->own[1]);
    ct_fft_plan_destroy(&b->plan);
    ct_fft_filter_plan_destroy(&b->filter);
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        ct_rigour ours;
        unsigned fftw;
    } rigours[] = {{"estimate", CT_ESTIMATE, FFTW_ESTIMATE},
                   {"measure", CT_MEASURE, FFTW_MEASURE},
                   {"patient", CT_PATIENT, FFTW_PATIENT}};
    int rigour = 1;
    bench b = {.plan = NULL, .plain = {.element = MPI_DATATYPE_NULL}};
    int kind = 0;
    while (argc > 4 && kind < BENCH_KINDS && strcmp(argv[4], kinds[kind]) != 0) {
        kind++;
    }
    if (argc < 6 || argc > 8 || kind == BENCH_KINDS) {
        (void)fprintf(stderr, "usage: bench_fft_double NZ NY NX c2c|r2c|c2r ROUNDS "
                              "[estimate|measure|patient] [EXCHANGE]\n");
        return 2;
    }
    for (int axis = 0; axis < 3; axis++) {
        b.extent[axis] = (ptrdiff_t)strtoll(argv[1 + axis], NULL, 10);
    }
    b.kind = (bench_kind)kind;
    int rounds = (int)strtol(argv[5], NULL, 10);
    for (int i = 0; argc >= 7 && i < 3; i++) {
        rigour = strcmp(argv[6], rigours[i].name) == 0 ? i : rigour;
    }
    (void)FFTW(init_threads)();
    ct_initialize(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &b.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &b.size);
    ct_status status =
        create(&b, rigours[rigour].ours, rigours[rigour].fftw, argc == 8 ? argv[7] : NULL);
    if (b.rank == 0 && status != CT_OK) {
        (void)fprintf(stderr, "bench_fft: %s\n", ct_error_message());
    } else if (b.rank == 0) {
        (void)printf(
            "nz,ny,nx,kind,precision,ranks,exchange,ours_s,plain_s,plain_transposed_s,"
            "fftw_s,floor_s,arithmetic_s,filter_s,own_s,plan_s,again_s,moved_bytes,first_s,"
            "second_s,rest_s\n");
    }
    for (int round = -WARM_UP; status == CT_OK && round < rounds; round++) {
        status = run_round(&b, round >= 0);
    }
    destroy(&b);
    ct_finalize("bench_fft"); /* between hosts MPI's own may not return */
    return ct_end(status != CT_OK);
}
