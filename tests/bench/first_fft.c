/*
 * What the first FFT of a plan takes longer than the later ones, of arrays of malloc beside ones of
 * ct_alloc: n^3 doubles, arrays and plans made anew for each round and the arrays written before,
 * executions of the two in turn. Prints CSV, a line a case: milliseconds on the slowest rank,
 * medians of the rounds; what all ranks take to copy the larger array.
 *
 * usage: mpirun -n P bench_first_fft [N ..]
 */
#include "median.h"
#include "numbers.h"
#include "together.h"

#include <cornerturn/fft.h>
#include <cornerturn/memory.h>
#include <stdio.h>
#include <string.h>

enum { ROUNDS = 5, LATER = 7, PRIVATE = 0, SHARED = 1, MEMORIES = 2 };

typedef struct kind {
    const char *name;
    int is_complex;
    ct_fft_options options;
} kind;

static const kind kinds[] = {
    {"c2c", 1, {.direction = CT_FORWARD}},
    {"c2c in place", 1, {.direction = CT_FORWARD, .in_place = 1}},
    {"c2c inverse", 1, {.direction = CT_INVERSE}},
    {"r2c", 0, {.direction = CT_FORWARD}},
    {"r2c in place", 0, {.direction = CT_FORWARD, .in_place = 1}},
    {"c2r", 0, {.direction = CT_INVERSE}},
    {"c2r destroying", 0, {.direction = CT_INVERSE, .destroys_input = 1}},
};

/* A plan and its arrays; in place the two are one. */
typedef struct job {
    ct_fft_plan *plan;
    void *memory[2], *output;
    ptrdiff_t bytes;
} job;

static ct_status open(const kind *k, ptrdiff_t n, int is_shared, job *j) {
    const ptrdiff_t extent[3] = {n, n, n};
    const ct_fft_problem problem =
        k->is_complex ? ct_fft_complex(3, extent) : ct_fft_real(3, extent);
    *j = (job){.plan = NULL};
    ct_status status = ct_fft_plan_create(MPI_COMM_WORLD, &problem, &k->options, &j->plan);
    if (status != CT_OK) {
        return status;
    }
    ptrdiff_t bytes[2] = {ct_fft_input_bytes(j->plan), ct_fft_output_bytes(j->plan)};
    j->bytes = bytes[0] > bytes[1] ? bytes[0] : bytes[1];
    for (int i = 0; i < 2 && status == CT_OK; i++) {
        if (is_shared) {
            status = ct_alloc(MPI_COMM_WORLD, j->bytes, &j->memory[i]);
        } else {
            j->memory[i] = malloc((size_t)j->bytes);
            status = j->memory[i] != NULL ? CT_OK : CT_ERROR_MEMORY;
        }
        if (status == CT_OK) {
            numbers_fill(j->memory[i], j->bytes);
        }
    }
    j->output = j->memory[!k->options.in_place];
    return status;
}

static void close(int is_shared, job *j) {
    for (int i = 0; i < 2; i++) {
        if (is_shared) {
            ct_free(&j->memory[i]);
        } else {
            free(j->memory[i]);
        }
    }
    ct_fft_plan_destroy(&j->plan);
}

static double once(const job *j, ct_status *status) {
    const double begin_s = together_begin_s();
    *status = *status == CT_OK ? ct_fft_execute(j->plan, j->memory[0], j->output) : *status;
    return 1e3 * together_taken_s(begin_s);
}

static double copy_once(const job *j) {
    const double begin_s = together_begin_s();
    memcpy(j->memory[1], j->memory[0], (size_t)j->bytes);
    return 1e3 * together_taken_s(begin_s);
}

/* First executions, medians of later ones and of copies. */
typedef struct times {
    double first_ms[MEMORIES][ROUNDS], later_ms[MEMORIES][ROUNDS], copy_ms[ROUNDS];
} times;

static ct_status one_round(const kind *k, ptrdiff_t n, int round, times *t) {
    double later_ms[MEMORIES][LATER] = {{0}};
    double copy_ms[LATER] = {0};
    job jobs[MEMORIES];
    ct_status status = open(k, n, PRIVATE, &jobs[PRIVATE]);
    const ct_status other = open(k, n, SHARED, &jobs[SHARED]);
    status = status == CT_OK ? other : status;
    for (int m = 0; m < MEMORIES; m++) {
        t->first_ms[m][round] = once(&jobs[m], &status);
    }
    for (int i = 0; i < LATER; i++) {
        for (int m = 0; m < MEMORIES; m++) {
            later_ms[m][i] = once(&jobs[m], &status);
        }
        copy_ms[i] = status == CT_OK ? copy_once(&jobs[SHARED]) : 0;
    }
    for (int m = 0; m < MEMORIES; m++) {
        t->later_ms[m][round] = median(later_ms[m], LATER);
        close(m, &jobs[m]);
    }
    t->copy_ms[round] = median(copy_ms, LATER);
    return status;
}

static ct_status time_case(const kind *k, ptrdiff_t n) {
    times t;
    ct_status status = CT_OK;
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int round = 0; round < ROUNDS && status == CT_OK; round++) {
        status = one_round(k, n, round, &t);
    }
    if (rank == 0 && status == CT_OK) {
        const double copy_ms = median(t.copy_ms, ROUNDS);
        const double first_ms = median(t.first_ms[PRIVATE], ROUNDS);
        const double later_ms = median(t.later_ms[PRIVATE], ROUNDS);
        const double shared_ms = median(t.later_ms[SHARED], ROUNDS);
        (void)printf("%s,%td,%.3f,%.3f,%.3f,%.3f,%.3f,%.2f,%.2f\n", k->name, n, first_ms, later_ms,
                     median(t.first_ms[SHARED], ROUNDS), shared_ms, copy_ms, first_ms / later_ms,
                     later_ms / (shared_ms + copy_ms));
        (void)fflush(stdout);
    }
    return status;
}

int main(int argc, char **argv) {
    static const ptrdiff_t usual[] = {64, 128, 256};
    const int given = argc > 1;
    const int count = given ? argc - 1 : 3;
    ct_status status = CT_OK;
    int rank = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        (void)printf("kind,n,malloc_first_ms,malloc_later_ms,ct_alloc_first_ms,ct_alloc_later_ms,"
                     "copy_ms,first_over_later,malloc_over_ct_alloc_and_copy\n");
    }
    for (int i = 0; i < count && status == CT_OK; i++) {
        const ptrdiff_t n = given ? (ptrdiff_t)strtol(argv[1 + i], NULL, 10) : usual[i];
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds && status == CT_OK; k++) {
            status = time_case(&kinds[k], n);
        }
    }
    if (status != CT_OK) {
        (void)fprintf(stderr, "bench_first_fft: %s\n", ct_error_message());
    }
    MPI_Finalize();
    return status != CT_OK;
}
