/*
 * Plans of FFTW's MPI interface by libcornerturn_fftw3_mpi and by FFTW's MPI library, in one
 * program, with the same arrays of fftw_malloc, executed in turn; beside two copies of the data
 * past the cache, the arithmetic alone, in the cache, and the movement alone: each rank's part once
 * to where the first stage leaves it, then half of the lines along the first axis through a tile,
 * out of the parts of all ranks and back, with a barrier after both. The results are compared
 * first; each execution has numbers at random. Prints CSV, one line a round.
 *
 * usage: mpirun -n P bench_fftw_mpi LIBRARY N0 N1 N2 c2c|r2c|c2r in|out ROUNDS estimate|measure
 *
 * LIBRARY is FFTW's libfftw3_mpi.so for this MPI. N0 = 1: a transform of two axes.
 */
#include "../together.h"
#include "fft_arithmetic.h"
#include "fft_input.h"
#include "kernels/stream.h"
#include "movement/fft_movement.h"

#include <dlfcn.h>
#include <fftw3-mpi.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OURS, THEIRS, LIBRARIES, WARM_UP = 2 };

typedef fftw_plan plan_c2c(int, const ptrdiff_t *, fftw_complex *, fftw_complex *, MPI_Comm, int,
                           unsigned);
typedef fftw_plan plan_r2c(int, const ptrdiff_t *, double *, fftw_complex *, MPI_Comm, unsigned);
typedef fftw_plan plan_c2r(int, const ptrdiff_t *, fftw_complex *, double *, MPI_Comm, unsigned);
typedef ptrdiff_t local_size(int, const ptrdiff_t *, MPI_Comm, ptrdiff_t *, ptrdiff_t *);
typedef struct library {
    local_size *local_size;
    plan_c2c *c2c;
    plan_r2c *r2c;
    plan_c2r *c2r;
} library;

typedef struct bench {
    int rank, size, axes, in_place;
    bench_kind kind;
    ptrdiff_t extent[3]; /* of the transform: the last `axes` */
    ptrdiff_t bytes, used_bytes;
    library library[LIBRARIES];
    fftw_plan plan[LIBRARIES];
    double plan_s[LIBRARIES];
    double *input, *output, *kept;
    fft_arithmetic arithmetic;
    fft_movement movement;
} bench;

/* FFTW's functions of that library, which calls its own and not ours of the same names. */
static int open_theirs(const char *path, library *theirs) {
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
    void (*init)(void) = NULL;
    if (handle == NULL) {
        (void)fprintf(stderr, "bench_fftw_mpi: %s\n", dlerror());
        return 0;
    }
    *(void **)&init = dlsym(handle, "fftw_mpi_init"); /* ISO C converts no object to a function */
    *(void **)&theirs->local_size = dlsym(handle, "fftw_mpi_local_size");
    *(void **)&theirs->c2c = dlsym(handle, "fftw_mpi_plan_dft");
    *(void **)&theirs->r2c = dlsym(handle, "fftw_mpi_plan_dft_r2c");
    *(void **)&theirs->c2r = dlsym(handle, "fftw_mpi_plan_dft_c2r");
    if (init == NULL || theirs->local_size == NULL || theirs->c2c == NULL || theirs->r2c == NULL ||
        theirs->c2r == NULL) {
        (void)fprintf(stderr, "bench_fftw_mpi: %s is not FFTW's MPI library\n", path);
        return 0;
    }
    init();
    return 1;
}

static int allocate(bench *b) {
    const ptrdiff_t *extent = b->extent + 3 - b->axes;
    ptrdiff_t half[3] = {0, 0, 0};
    ptrdiff_t count = 0;
    ptrdiff_t first = 0;
    memcpy(half, extent, (size_t)b->axes * sizeof *extent);
    half[b->axes - 1] = b->kind == BENCH_C2C ? half[b->axes - 1] : half[b->axes - 1] / 2 + 1;
    for (int i = 0; i < LIBRARIES; i++) { /* each may need more than the other */
        const ptrdiff_t needed =
            2 * (ptrdiff_t)sizeof(double) *
            b->library[i].local_size(b->axes, half, MPI_COMM_WORLD, &count, &first);
        b->bytes = needed > b->bytes ? needed : b->bytes;
    }
    b->used_bytes = 2 * (ptrdiff_t)sizeof(double) * count;
    for (int a = 1; a < b->axes; a++) {
        b->used_bytes *= half[a];
    }
    b->input = fftw_malloc((size_t)b->bytes);
    b->output = b->in_place ? b->input : fftw_malloc((size_t)b->bytes);
    b->kept = malloc((size_t)b->bytes);
    return b->input != NULL && b->output != NULL && b->kept != NULL;
}

static fftw_plan plan_by(const bench *b, const library *by, unsigned rigour) {
    const ptrdiff_t *extent = b->extent + 3 - b->axes;
    fftw_complex *input = (fftw_complex *)b->input;
    fftw_complex *output = (fftw_complex *)b->output;
    if (b->kind == BENCH_C2C) {
        return by->c2c(b->axes, extent, input, output, MPI_COMM_WORLD, FFTW_FORWARD, rigour);
    }
    return b->kind == BENCH_R2C
               ? by->r2c(b->axes, extent, b->input, output, MPI_COMM_WORLD, rigour)
               : by->c2r(b->axes, extent, input, b->output, MPI_COMM_WORLD, rigour);
}

static int create(bench *b, unsigned rigour) {
    b->library[OURS] = (library){fftw_mpi_local_size, fftw_mpi_plan_dft, fftw_mpi_plan_dft_r2c,
                                 fftw_mpi_plan_dft_c2r};
    if (!allocate(b)) {
        return 0;
    }
    for (int i = 0; i < LIBRARIES; i++) {
        const double start_s = together_begin_s();
        b->plan[i] = plan_by(b, &b->library[i], rigour);
        b->plan_s[i] = together_taken_s(start_s);
    }
    return b->plan[OURS] != NULL && b->plan[THEIRS] != NULL &&
           fft_arithmetic_create(b->extent, b->kind, rigour, b->rank, b->size, &b->arithmetic) &&
           fft_movement_create(b->extent[3 - b->axes], b->used_bytes, &b->movement);
}

/* Executing may leave another input, which would grow from one to the next. */
static double run(const bench *b, int which) {
    fft_input_fill(b->extent, b->kind, b->input, b->bytes, b->rank);
    const double start_s = together_begin_s();
    fftw_execute(b->plan[which]);
    return together_taken_s(start_s);
}

/* Largest difference between the results, over the largest number. What pads rows of real numbers
 * may be anything. */
static double compare(const bench *b) {
    const ptrdiff_t row = b->kind == BENCH_C2R ? 2 * (b->extent[2] / 2 + 1) : 1;
    const ptrdiff_t used = b->kind == BENCH_C2R ? b->extent[2] : 1;
    double largest[2] = {0, 0};
    for (int i = 0; i < LIBRARIES; i++) {
        memset(b->output, 0, (size_t)b->bytes);
        (void)run(b, i);
        if (i == OURS) {
            memcpy(b->kept, b->output, (size_t)b->bytes);
        }
    }
    for (ptrdiff_t i = 0; i < b->used_bytes / (ptrdiff_t)sizeof(double); i++) {
        if (i % row >= used) {
            continue;
        }
        largest[0] = fmax(largest[0], fabs(b->kept[i] - b->output[i]));
        largest[1] = fmax(largest[1], fabs(b->output[i]));
    }
    (void)MPI_Allreduce(MPI_IN_PLACE, largest, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return largest[1] > 0 ? largest[0] / largest[1] : 1;
}

static void run_round(const bench *b, int round) {
    double seconds[LIBRARIES];
    for (int i = 0; i < LIBRARIES; i++) {
        const int which = (i + round) & 1; /* in turn first */
        seconds[which] = run(b, which);
    }
    double start_s = together_begin_s();
    ct_stream_copy(b->kept, b->input, (size_t)b->used_bytes);
    ct_stream_copy(b->kept, b->output, (size_t)b->used_bytes);
    ct_stream_fence();
    const double floor_s = together_taken_s(start_s);
    start_s = together_begin_s();
    fft_arithmetic_run(&b->arithmetic);
    const double arithmetic_s = together_taken_s(start_s);
    start_s = together_begin_s();
    fft_movement_run(&b->movement, b->in_place ? NULL : b->input);
    const double movement_s = together_taken_s(start_s);
    if (b->rank == 0 && round >= WARM_UP) {
        (void)printf("%.9f,%.9f,%.9f,%.9f,%.9f,%.6f,%.6f,%.0f\n", seconds[OURS], seconds[THEIRS],
                     floor_s, arithmetic_s, movement_s, b->plan_s[OURS], b->plan_s[THEIRS],
                     4.0 * (double)b->used_bytes * b->size);
    }
}

static int measure(bench *b, int rounds, unsigned rigour) {
    if (!create(b, rigour)) {
        (void)fprintf(stderr, "bench_fftw_mpi: no memory or no plan\n");
        return 1;
    }
    const double apart = compare(b);
    if (!(apart < 1e-13)) {
        (void)fprintf(stderr, "bench_fftw_mpi: the results differ by %g\n", apart);
        return 1;
    }
    if (b->rank == 0) {
        (void)printf(
            "ours_s,theirs_s,floor_s,arithmetic_s,movement_s,plan_s,their_plan_s,floor_bytes\n");
    }
    for (int round = 0; round < rounds + WARM_UP; round++) {
        run_round(b, round);
    }
    fft_arithmetic_destroy(&b->arithmetic);
    fft_movement_destroy(&b->movement);
    fftw_destroy_plan(b->plan[OURS]);
    fftw_destroy_plan(b->plan[THEIRS]);
    if (!b->in_place) {
        fftw_free(b->output);
    }
    fftw_free(b->input);
    free(b->kept);
    return 0;
}

int main(int argc, char **argv) {
    bench b = {.axes = 3};
    if (argc != 9) {
        (void)fprintf(stderr, "usage: bench_fftw_mpi LIBRARY N0 N1 N2 c2c|r2c|c2r in|out ROUNDS "
                              "estimate|measure\n");
        return 2;
    }
    for (int a = 0; a < 3; a++) {
        b.extent[a] = (ptrdiff_t)strtoll(argv[2 + a], NULL, 10);
    }
    b.axes = b.extent[0] == 1 ? 2 : 3;
    b.kind = strcmp(argv[5], "r2c") == 0   ? BENCH_R2C
             : strcmp(argv[5], "c2r") == 0 ? BENCH_C2R
                                           : BENCH_C2C;
    b.in_place = strcmp(argv[6], "in") == 0;
    (void)MPI_Init(&argc, &argv);
    (void)MPI_Comm_rank(MPI_COMM_WORLD, &b.rank);
    (void)MPI_Comm_size(MPI_COMM_WORLD, &b.size);
    fftw_mpi_init();
    const int failed =
        !open_theirs(argv[1], &b.library[THEIRS]) ||
        measure(&b, (int)strtol(argv[7], NULL, 10),
                strcmp(argv[8], "estimate") == 0 ? FFTW_ESTIMATE : FFTW_MEASURE) != 0;
    if (failed) {
        (void)MPI_Abort(MPI_COMM_WORLD, 1);
    }
    (void)MPI_Finalize();
    return 0;
}
