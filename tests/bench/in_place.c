/*
 * FFTs of dense real rows in place beside ones from array to array, in turn in one run: each
 * executes for 20 ms on end, as a caller's loop does. Arrays of ct_alloc, numbers at random before
 * each turn, which grow in it; out of place c2r may destroy its input. Prints CSV, a line a case:
 * ms, medians of the rounds; the median and the quartiles of the ratios; what a rank's plans and
 * arrays hold in both ways, MB.
 *
 * usage: mpirun -n P bench_in_place [EXTENTS ..]      such as 64x64x64, or 10000*32x32 for a batch
 */
#include "median.h"
#include "numbers.h"
#include "together.h"

#include "fft/query.h"

#include <cornerturn/fft.h>
#include <cornerturn/memory.h>
#include <stdio.h>
#include <string.h>

enum { IN_PLACE, OUT_OF_PLACE, WAYS, ROUNDS = 21, REPEATS_MOST = 200 };

static const double TURN_SECONDS = 20e-3;

/* A plan and its arrays; in place the two are one. */
typedef struct job {
    ct_fft_plan *plan;
    void *memory[2], *output;
    ptrdiff_t bytes; /* of the input */
    double held_bytes;
    int repeats; /* in a turn */
} job;

static ct_fft_problem parse(const char *extents, ct_precision precision) {
    ptrdiff_t extent[CT_MAX_AXES] = {0};
    int axes = 0;
    for (char *at = (char *)extents; axes < CT_MAX_AXES && *at != '\0'; at += *at != '\0') {
        extent[axes++] = (ptrdiff_t)strtoll(at, &at, 10);
    }
    ct_fft_problem problem = ct_fft_real(axes, extent);
    problem.precision = precision;
    if (strchr(extents, '*') != NULL) {
        problem.kind[0] = CT_FFT_NONE;
    }
    return problem;
}

static double once_s(const job *j, int repeats, ct_status *status) {
    numbers_fill(j->memory[0], j->bytes);
    const double begin_s = together_begin_s();
    for (int i = 0; i < repeats && *status == CT_OK; i++) {
        *status = ct_fft_execute(j->plan, j->memory[0], j->output);
    }
    return together_taken_s(begin_s) / repeats;
}

static ct_status open(const ct_fft_problem *problem, ct_direction direction, int way, job *j) {
    const ct_fft_options options = {.direction = direction,
                                    .rigour = CT_MEASURE,
                                    .in_place = way == IN_PLACE,
                                    .destroys_input = way == OUT_OF_PLACE};
    *j = (job){.plan = NULL};
    ct_status status = ct_fft_plan_create(MPI_COMM_WORLD, problem, &options, &j->plan);
    if (status != CT_OK) {
        return status;
    }
    ptrdiff_t bytes[2] = {ct_fft_input_bytes(j->plan), ct_fft_output_bytes(j->plan)};
    if (way == IN_PLACE) {
        bytes[0] = bytes[0] > bytes[1] ? bytes[0] : bytes[1];
    }
    j->bytes = bytes[0];
    j->held_bytes = ct_fft_held_bytes(j->plan);
    for (int i = 0; i <= (way == OUT_OF_PLACE) && status == CT_OK; i++) {
        status = ct_alloc(MPI_COMM_WORLD, bytes[i], &j->memory[i]);
        if (status == CT_OK) {
            memset(j->memory[i], 0, (size_t)bytes[i]);
            j->held_bytes += (double)bytes[i];
        }
    }
    j->output = j->memory[way == OUT_OF_PLACE];
    if (status != CT_OK) {
        return status;
    }
    (void)once_s(j, 1, &status);
    const double seconds = once_s(j, 1, &status);
    const double fit = seconds > 0 ? TURN_SECONDS / seconds : 1;
    j->repeats = fit < 1 ? 1 : fit < REPEATS_MOST ? (int)fit : REPEATS_MOST;
    (void)MPI_Bcast(&j->repeats, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return status;
}

static void close(job *j) {
    ct_free(&j->memory[0]);
    ct_free(&j->memory[1]);
    ct_fft_plan_destroy(&j->plan);
}

static ct_status time_case(const char *extents, ct_precision precision, ct_direction direction) {
    const ct_fft_problem problem = parse(extents, precision);
    job jobs[WAYS] = {{.plan = NULL}, {.plan = NULL}};
    double ms[WAYS][ROUNDS];
    double ratio[ROUNDS];
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    ct_status status = open(&problem, direction, IN_PLACE, &jobs[IN_PLACE]);
    status =
        status == CT_OK ? open(&problem, direction, OUT_OF_PLACE, &jobs[OUT_OF_PLACE]) : status;
    for (int round = 0; round < ROUNDS && status == CT_OK; round++) {
        for (int i = 0; i < WAYS; i++) {
            const int way = (i + round) % WAYS; /* each first in its turn */
            ms[way][round] = 1e3 * once_s(&jobs[way], jobs[way].repeats, &status);
        }
        ratio[round] = ms[IN_PLACE][round] / ms[OUT_OF_PLACE][round];
    }
    if (rank == 0 && status == CT_OK) {
        const double middle = median(ratio, ROUNDS); /* which are sorted then */
        (void)printf("%s,%s,%s,%.4f,%.4f,%.2f,%.2f,%.2f,%.3f,%.3f\n",
                     direction == CT_FORWARD ? "r2c" : "c2r", extents,
                     precision == CT_FLOAT ? "float" : "double", median(ms[IN_PLACE], ROUNDS),
                     median(ms[OUT_OF_PLACE], ROUNDS), middle, ratio[ROUNDS / 4],
                     ratio[3 * ROUNDS / 4], jobs[IN_PLACE].held_bytes * 1e-6,
                     jobs[OUT_OF_PLACE].held_bytes * 1e-6);
        (void)fflush(stdout);
    }
    close(&jobs[IN_PLACE]);
    close(&jobs[OUT_OF_PLACE]);
    return status;
}

int main(int argc, char **argv) {
    static const char *const usual[] = {"32x32x32",    "64x64x64",    "100x100x100",
                                        "128x128x128", "256x256x256", "1024x1024"};
    const int given = argc > 1;
    const int count = given ? argc - 1 : (int)(sizeof usual / sizeof *usual);
    ct_status status = CT_OK;
    int rank = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        (void)printf(
            "kind,extents,precision,in_place_ms,out_of_place_ms,in_place_over_out_of_place,"
            "quartile_1,quartile_3,in_place_mb,out_of_place_mb\n");
    }
    for (int i = 0; i < 4 * count && status == CT_OK; i++) {
        status =
            time_case(given ? argv[1 + i / 4] : usual[i / 4], i / 2 % 2 == 0 ? CT_DOUBLE : CT_FLOAT,
                      i % 2 == 0 ? CT_FORWARD : CT_INVERSE);
    }
    if (status != CT_OK) {
        (void)fprintf(stderr, "bench_in_place: %s\n", ct_error_message());
    }
    MPI_Finalize();
    return status != CT_OK;
}
