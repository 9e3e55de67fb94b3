/*
 * A transform in natural order, doubles, beside FFTW's MPI library (a batch: FFTW, each rank its
 * own part) and FFTW on as many threads of rank 0, the other ranks asleep; in turn in one run. All
 * keep their input but c2r; ours does too as c2r_kept. FFTW plans with `measure` for LIMIT seconds
 * at most. "floor" is two copies of the array past the cache, "arithmetic" the transforms along all
 * axes in the cache. Sums of squares of the results are compared first. In a round each executes
 * for 20 ms on end, as a caller's loop does: a single short one would find in the caches what the
 * others left there. The data are numbers at random, not zeros, of which some processors write
 * lines up to twice as fast. Prints CSV, one line a round, until SECONDS have passed: 5 to 101.
 *
 * usage: mpirun -n P bench_fft_table LIBRARY|- c2c|r2c|c2r|c2r_kept|dct2|dst1 EXTENTS SECONDS
 *                    LIMIT PEERS shared|private measure|estimate WISDOM any|avx2|portable
 *
 * EXTENTS are such as 64x64x64, 10000*16x16 for a batch, or 64x64x64:3 for vectors; PEERS mpi,
 * threads or both; ours measures or not; WISDOM a file that planning writes and planning again
 * reads; ours has no wider vectors than the last.
 */
#include "../together.h"
#include "fft_arithmetic.h"
#include "table_ours.h"
#include "table_peers.h"

#include "base/job/finalize.h"
#include "kernels/stream.h"
#include "kernels/vectors.h"

#include <cornerturn/agree.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OURS, BY_MPI, ON_THREADS, METHODS, WARM_UP = 2, ROUNDS_LEAST = 5, ROUNDS_MOST = 101 };

/* A method executes in a round as often as ours does in so many seconds. */
static const double TURN_SECONDS = 20e-3;
enum { REPEATS_MOST = 100 };

typedef struct bench {
    table_case c;
    int has[METHODS], is_private, has_arithmetic, repeats;
    double seconds, first_s;
    const char *wisdom;
    table_ours ours;
    table_peer peer[METHODS];
    fft_arithmetic arithmetic;
} bench;

/* Waits for the other ranks without taking their cores. */
static void sleepy_barrier(void) {
    MPI_Request request;
    int done = 0;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    while (!done) {
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        if (!done) {
            (void)usleep(500);
        }
    }
}

static int create_arithmetic(bench *b) {
    ptrdiff_t extent[3] = {1, 1, 1};
    b->has_arithmetic = b->c.axes > 1 && b->c.axes < 4 && !b->c.is_batch && b->c.components == 1 &&
                        b->c.kind < TABLE_DCT2;
    for (int a = 0; b->has_arithmetic && a < b->c.axes; a++) {
        extent[3 - b->c.axes + a] = b->c.extent[a];
    }
    static const bench_kind kinds[TABLE_KINDS] = {BENCH_C2C, BENCH_R2C, BENCH_C2R};
    return !b->has_arithmetic || fft_arithmetic_create(extent, kinds[b->c.kind], FFTW_MEASURE,
                                                       b->c.rank, b->c.size, &b->arithmetic);
}

static ct_status create(bench *b) {
    ct_status status = table_ours_create(&b->c, b->wisdom, b->is_private, &b->ours);
    int is_whole = status == CT_OK;
    if (is_whole && b->has[BY_MPI]) {
        is_whole = table_mpi_create(&b->c, &b->peer[BY_MPI]);
        b->has[BY_MPI] = b->peer[BY_MPI].plan != NULL;
    }
    if (is_whole && b->has[ON_THREADS] && b->c.rank == 0) {
        is_whole = table_threads_create(&b->c, b->c.size, &b->peer[ON_THREADS]);
    }
    is_whole = is_whole && create_arithmetic(b);
    return ct_agree(MPI_COMM_WORLD, is_whole ? CT_OK : CT_ERROR_MEMORY);
}

/* Executing leaves another input in all plans of FFTW's to real numbers, which would grow. Others
 * keep theirs, so once is enough. */
static int keeps_input(const bench *b, int method) {
    return b->c.kind != TABLE_C2R || (method == OURS && b->c.keeps_input);
}

static void fill_input(const bench *b, int method) {
    const table_peer *peer = &b->peer[method];
    if (method == OURS) {
        table_fill(&b->c, b->ours.array[0], b->ours.first[0], b->ours.count[0], 0);
    } else if (peer->plan != NULL) {
        table_fill(&b->c, peer->array[0], peer->first, peer->count,
                   method == BY_MPI && !b->c.is_batch);
    }
}

/* Seconds of an execution. */
static ct_status run_ours(bench *b, double *seconds) {
    ct_status status = CT_OK;
    const double start_s = together_begin_s();
    for (int i = 0; status == CT_OK && i < b->repeats; i++) {
        status = ct_fft_execute(b->ours.plan, b->ours.array[0], b->ours.array[1]);
    }
    *seconds = together_taken_s(start_s) / b->repeats;
    return status;
}

static void repeat(const bench *b, fftw_plan plan) {
    for (int i = 0; i < b->repeats; i++) {
        fftw_execute(plan);
    }
}

static double run_peer(const bench *b, int method) {
    if (method == BY_MPI) {
        const double start_s = together_begin_s();
        repeat(b, b->peer[BY_MPI].plan);
        return together_taken_s(start_s) / b->repeats;
    }
    sleepy_barrier();
    const double start_s = MPI_Wtime();
    if (b->c.rank == 0) {
        repeat(b, b->peer[ON_THREADS].plan);
    }
    const double end_s = MPI_Wtime();
    sleepy_barrier();
    return (end_s - start_s) / b->repeats;
}

/* Executes each once; the first execution of ours is timed. */
static ct_status compare(bench *b) {
    double sum[METHODS] = {0};
    fill_input(b, OURS);
    ct_status status = run_ours(b, &b->first_s);
    sum[OURS] = table_squares(&b->c, b->ours.array[1], b->ours.bytes[1], 0);
    for (int m = BY_MPI; m < METHODS; m++) {
        const table_peer *peer = &b->peer[m];
        const int pads = m == BY_MPI && !b->c.is_batch;
        if (!b->has[m]) {
            continue;
        }
        fill_input(b, m);
        (void)run_peer(b, m);
        if (peer->plan != NULL) {
            const ptrdiff_t used =
                b->c.axes == 1 ? peer->bytes[1] : table_bytes(&b->c, 1, peer->count, pads);
            sum[m] = table_squares(&b->c, peer->array[1], used, pads && b->c.kind == TABLE_C2R);
        }
    }
    MPI_Allreduce(MPI_IN_PLACE, sum, METHODS, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int m = BY_MPI; m < METHODS; m++) {
        if (b->has[m] && !(fabs(sum[m] - sum[OURS]) <= 1e-11 * sum[OURS])) {
            (void)fprintf(stderr, "bench_fft_table: sums of squares differ: %.17g, %.17g by %s\n",
                          sum[OURS], sum[m], m == BY_MPI ? "MPI" : "threads");
            return CT_ERROR_INTERNAL;
        }
    }
    return status;
}

static double time_floor(const bench *b) {
    const ptrdiff_t bytes =
        b->ours.bytes[0] < b->ours.bytes[1] ? b->ours.bytes[0] : b->ours.bytes[1];
    const double start_s = together_begin_s();
    ct_stream_copy(b->ours.array[1], b->ours.array[0], (size_t)bytes);
    ct_stream_copy(b->ours.array[0], b->ours.array[1], (size_t)bytes);
    ct_stream_fence();
    return together_taken_s(start_s);
}

static ct_status run_round(bench *b, int round) {
    double seconds[METHODS] = {NAN, NAN, NAN};
    ct_status status = CT_OK;
    for (int i = 0; status == CT_OK && i < METHODS; i++) {
        const int turn = (i + round + WARM_UP) % METHODS;         /* each first in its turn, */
        const int m = round % 2 == 0 ? turn : METHODS - 1 - turn; /* and after each other one */
        if (b->has[m] && !keeps_input(b, m)) {
            fill_input(b, m);
        }
        if (m == OURS) {
            status = run_ours(b, &seconds[OURS]);
        } else if (b->has[m]) {
            seconds[m] = run_peer(b, m);
        }
    }
    const double floor_s = time_floor(b);
    double arithmetic_s = NAN;
    if (b->has_arithmetic) {
        const double start_s = together_begin_s();
        fft_arithmetic_run(&b->arithmetic);
        arithmetic_s = together_taken_s(start_s);
    }
    if (b->c.rank == 0 && round >= 0) {
        const ptrdiff_t bytes =
            b->ours.bytes[0] < b->ours.bytes[1] ? b->ours.bytes[0] : b->ours.bytes[1];
        (void)printf("%.9f,%.9f,%.9f,%.9f,%.9f,%.9f,%.6f,%.6f,%.6f,%.6f,%.0f\n", seconds[OURS],
                     seconds[BY_MPI], seconds[ON_THREADS], floor_s, arithmetic_s, b->first_s,
                     b->ours.plan_s, b->ours.again_s, b->peer[BY_MPI].plan_s,
                     b->peer[ON_THREADS].plan_s, 4.0 * (double)bytes * b->c.size);
        (void)fflush(stdout);
    }
    return status;
}

/* By the first execution, of a rank for all. */
static void set_repeats(bench *b) {
    const double fit = b->first_s > 0 ? TURN_SECONDS / b->first_s : 1;
    b->repeats = fit < 1 ? 1 : fit < REPEATS_MOST ? (int)fit : REPEATS_MOST;
    MPI_Bcast(&b->repeats, 1, MPI_INT, 0, MPI_COMM_WORLD);
}

static ct_status measure(bench *b) {
    ct_status status = create(b);
    if (status == CT_OK) {
        status = compare(b);
        set_repeats(b);
    }
    if (status == CT_OK && b->c.rank == 0) {
        (void)printf(
            "ours_s,mpi_s,threads_s,floor_s,arithmetic_s,first_s,plan_s,again_s,mpi_plan_s,"
            "threads_plan_s,floor_bytes\n");
    }
    const double start_s = MPI_Wtime();
    int goes_on = status == CT_OK;
    for (int round = -WARM_UP; goes_on; round++) {
        status = run_round(b, round);
        goes_on = status == CT_OK && round + 1 < ROUNDS_MOST &&
                  (round + 1 < ROUNDS_LEAST || MPI_Wtime() - start_s < b->seconds);
        MPI_Bcast(&goes_on, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    return status;
}

static void destroy(bench *b) {
    table_ours_destroy(&b->ours);
    for (int m = BY_MPI; m < METHODS; m++) {
        table_peer_destroy(&b->peer[m]);
    }
    if (b->has_arithmetic) {
        fft_arithmetic_destroy(&b->arithmetic);
    }
}

static int parse(char **argv, bench *b) {
    static const char *const kinds[TABLE_KINDS] = {"c2c", "r2c", "c2r", "dct2", "dst1"};
    int kind = 0;
    b->c.keeps_input = strcmp(argv[2], "c2r") != 0;
    while (kind < TABLE_KINDS && strcmp(argv[2], kinds[kind]) != 0) {
        kind++;
    }
    kind = strcmp(argv[2], "c2r_kept") == 0 ? TABLE_C2R : kind;
    b->c.kind = (table_kind)kind;
    b->c.library = strcmp(argv[1], "-") != 0 ? argv[1] : NULL;
    table_parse(argv[3], &b->c);
    b->seconds = strtod(argv[4], NULL);
    b->c.limit_s = strtod(argv[5], NULL);
    b->has[BY_MPI] = strcmp(argv[6], "threads") != 0 && table_has_mpi(&b->c);
    b->has[ON_THREADS] = strcmp(argv[6], "mpi") != 0;
    b->is_private = strcmp(argv[7], "private") == 0;
    b->c.measures = strcmp(argv[8], "estimate") != 0;
    b->wisdom = argv[9];
    ct_vectors_limit(strcmp(argv[10], "portable") == 0 ? CT_VECTORS_PORTABLE
                     : strcmp(argv[10], "avx2") == 0   ? CT_VECTORS_AVX2
                                                       : CT_VECTORS_AVX512);
    return kind < TABLE_KINDS;
}

int main(int argc, char **argv) {
    bench b = {.has[OURS] = 1, .repeats = 1};
    if (argc != 11 || !parse(argv, &b)) {
        (void)fprintf(
            stderr,
            "usage: bench_fft_table LIBRARY|- c2c|r2c|c2r|c2r_kept|dct2|dst1 EXTENTS SECONDS "
            "LIMIT mpi|threads|both shared|private measure|estimate WISDOM any|avx2|portable\n");
        return 2;
    }
    (void)fftw_init_threads();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &b.c.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &b.c.size);
    const ct_status status = measure(&b);
    if (b.c.rank == 0 && status != CT_OK) {
        (void)fprintf(stderr, "bench_fft_table: %s\n", ct_error_message());
    }
    destroy(&b);
    ct_finalize("bench_fft_table"); /* between hosts MPI's own may not return */
    return ct_end(status != CT_OK);
}
