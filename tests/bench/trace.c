/*
 * usage: bench_trace [ROUNDS [FILE]]
 *
 * What a trace costs: complex FFTs of 128^3, with arrays that ranks share and by messages, and
 * transposes of 2048 x 2048 doubles, in turn without a trace and with one, written to FILE
 * (/tmp/bench_trace.json) between the rounds. Rank 0 prints median milliseconds of a call on the
 * slowest rank, the median of the rounds' ratios with its quartiles, and what the events of a call
 * take of its time, by the nanoseconds of a region that is recorded, which are the first line; then
 * those of a region that nobody records.
 */
#include "numbers.h"

#include <cornerturn/fft.h>
#include <cornerturn/memory.h>
#include <cornerturn/trace.h>
#include <cornerturn/transpose.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FFT_EXTENT = 128, ROWS = 2048, CALLS = 8, ROUNDS_MOST = 1001, REGIONS = 1 << 22 };

/* What is timed: one of the two plans. */
typedef struct work {
    const char *name;
    ct_fft_plan *fft;
    ct_transpose_plan *transpose;
    void *from, *into;
} work;

static void check(ct_status status) {
    if (status != CT_OK) {
        (void)fprintf(stderr, "bench_trace: %s\n", ct_error_message());
        (void)MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

static void allocate(work *w, ptrdiff_t from_bytes, ptrdiff_t into_bytes) {
    check(ct_alloc(MPI_COMM_WORLD, from_bytes, &w->from));
    check(ct_alloc(MPI_COMM_WORLD, into_bytes, &w->into));
    numbers_fill(w->from, from_bytes);
    memset(w->into, 0, (size_t)into_bytes);
}

static work create_fft(ct_transport transport) {
    const ptrdiff_t extent[] = {FFT_EXTENT, FFT_EXTENT, FFT_EXTENT};
    const ct_fft_problem problem = ct_fft_complex(3, extent);
    const ct_fft_options options = {.rigour = CT_ESTIMATE, .exchange.transport = transport};
    work w = {.name = transport == CT_TRANSPORT_MESSAGES ? "fft 128^3, messages" : "fft 128^3"};
    check(ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &w.fft));
    allocate(&w, ct_fft_input_bytes(w.fft), ct_fft_output_bytes(w.fft));
    return w;
}

static work create_transpose(int rank, int ranks) {
    const ct_distribution rows = {.axes = 2, .extent = {ROWS, ROWS}, .grid = {ranks, 1}};
    const ptrdiff_t bytes = ct_distribution_elements(&rows, rank) * (ptrdiff_t)sizeof(double);
    work w = {.name = "transpose 2048^2"};
    check(ct_transpose_plan_create(MPI_COMM_WORLD, &rows, NULL, &rows, sizeof(double), NULL,
                                   &w.transpose));
    allocate(&w, bytes, bytes);
    return w;
}

static void destroy(work *w) {
    ct_free(&w->from);
    ct_free(&w->into);
    ct_fft_plan_destroy(&w->fft);
    ct_transpose_plan_destroy(&w->transpose);
}

/* Seconds of a call on the slowest rank. */
static double run(const work *w) {
    (void)MPI_Barrier(MPI_COMM_WORLD);
    const double start_s = MPI_Wtime();
    for (int i = 0; i < CALLS; i++) {
        check(w->fft != NULL ? ct_fft_execute(w->fft, w->from, w->into)
                             : ct_transpose_execute(w->transpose, w->from, w->into));
    }
    double seconds = (MPI_Wtime() - start_s) / CALLS;
    (void)MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return seconds;
}

static int ascending(const void *left, const void *right) {
    const double a = *(const double *)left;
    const double b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Nanoseconds of a region, begin and end. */
static double region_ns(void) {
    const double start_s = MPI_Wtime();
    for (int i = 0; i < REGIONS; i++) {
        ct_trace_region_begin("a");
        ct_trace_region_end();
    }
    return (MPI_Wtime() - start_s) / REGIONS * 1e9;
}

static double recorded_ns(const char *path) {
    check(ct_trace_begin(MPI_COMM_WORLD, path, 0));
    const double ns = region_ns();
    check(ct_trace_end(NULL));
    return ns;
}

static void compare(const work *w, int rounds, const char *path, double event_ns) {
    static double plain_s[ROUNDS_MOST];
    static double traced_s[ROUNDS_MOST];
    static double ratio[ROUNDS_MOST];
    ct_trace_summary summary = {.events = 0};
    (void)run(w);
    for (int round = 0; round < rounds; round++) {
        for (int turn = 0; turn < 2; turn++) {
            if ((round + turn) % 2 == 0) {
                plain_s[round] = run(w);
            } else {
                check(ct_trace_begin(MPI_COMM_WORLD, path, 0));
                traced_s[round] = run(w);
                check(ct_trace_end(&summary));
            }
        }
        ratio[round] = traced_s[round] / plain_s[round];
    }
    qsort(plain_s, (size_t)rounds, sizeof *plain_s, ascending);
    qsort(traced_s, (size_t)rounds, sizeof *traced_s, ascending);
    qsort(ratio, (size_t)rounds, sizeof *ratio, ascending);
    int rank = 0;
    int ranks = 1;
    (void)MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    (void)MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const double events = summary.events / ranks / CALLS;
    if (rank == 0) {
        (void)printf(
            "%-20s plain %8.3f ms, traced %8.3f ms, ratio %.4f [%.4f, %.4f]; %.1f events a "
            "rank and call, %.4f %%\n",
            w->name, 1e3 * plain_s[rounds / 2], 1e3 * traced_s[rounds / 2], ratio[rounds / 2],
            ratio[rounds / 4], ratio[3 * rounds / 4], events,
            100 * events * event_ns * 1e-9 / plain_s[rounds / 2]);
    }
}

int main(int argc, char **argv) {
    int rank = 0;
    int ranks = 1;
    const int asked = argc > 1 ? atoi(argv[1]) : 101;
    const int rounds = asked >= 1 && asked <= ROUNDS_MOST ? asked : 101;
    const char *path = argc > 2 ? argv[2] : "/tmp/bench_trace.json";
    (void)MPI_Init(&argc, &argv);
    (void)MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    (void)MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    work works[] = {create_fft(CT_TRANSPORT_AUTO), create_fft(CT_TRANSPORT_MESSAGES),
                    create_transpose(rank, ranks)};
    const double event_ns = recorded_ns(path);
    if (rank == 0) {
        (void)printf("a region that is recorded: %.2f ns\n", event_ns);
    }
    for (size_t i = 0; i < sizeof works / sizeof *works; i++) {
        compare(&works[i], rounds, path, event_ns);
        destroy(&works[i]);
    }
    const double idle_ns = region_ns();
    if (rank == 0) {
        (void)printf("a region that nobody records: %.2f ns\n", idle_ns);
        (void)remove(path);
    }
    (void)MPI_Finalize();
    return 0;
}
