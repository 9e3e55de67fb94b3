/*
 * Our transform on all ranks against FFTW's threaded transform of the same array on as many threads
 * of rank 0 (the others asleep), alternating in one process set. Prints CSV: one line a round.
 *
 * usage: mpirun -n P bench_fft NZ NY NX ROUNDS [estimate|measure|patient] [EXCHANGE]
 *
 * EXCHANGE is an algorithm, such as direct; without one the plan decides how data moves.
 */
#include <complex.h>
#include <cornerturn/agree.h>
#include <cornerturn/fft.h>
#include <cornerturn/memory.h>
#include <fftw3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WARM_UP = 2 };

/* FFTW's side, on rank 0 only. */
typedef struct threaded {
    fftw_plan plan;
    void *input, *output;
} threaded;

static ct_status threaded_create(threaded *t, const ptrdiff_t *extent, int threads,
                                 unsigned rigour) {
    ptrdiff_t bytes = extent[0] * extent[1] * extent[2] * (ptrdiff_t)sizeof(fftw_complex);
    ct_status status = ct_alloc(MPI_COMM_SELF, bytes, &t->input);
    if (status == CT_OK) {
        status = ct_alloc(MPI_COMM_SELF, bytes, &t->output);
    }
    if (status != CT_OK) {
        return status;
    }
    fftw_plan_with_nthreads(threads);
    t->plan = fftw_plan_dft_3d((int)extent[0], (int)extent[1], (int)extent[2], t->input, t->output,
                               FFTW_FORWARD, rigour);
    fftw_plan_with_nthreads(1);
    memset(t->input, 0, (size_t)bytes);
    memset(t->output, 0, (size_t)bytes);
    return t->plan != NULL ? CT_OK : CT_ERROR_INTERNAL;
}

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

/* The first phases' seconds, and the rest of them in the last. */
enum { COLUMNS = 3 };
static void print_phases(const ct_fft_plan *plan) {
    for (int column = 0; column < COLUMNS; column++) {
        double seconds = 0;
        for (int phase = column; phase < ct_fft_phases(plan); phase++) {
            seconds += phase == column || column == COLUMNS - 1 ? ct_fft_seconds(plan, phase) : 0;
        }
        (void)printf("%.6f,", seconds);
    }
}

static void run(const ptrdiff_t *extent, int rounds, ct_rigour rigour, unsigned fftw_rigour,
                const char *exchange) {
    ct_fft_options options = {.rigour = rigour,
                              .exchange = {.planning = CT_PLAN_MEASURE, .algorithm = exchange}};
    ct_fft_problem problem = ct_fft_complex(3, extent);
    ct_fft_plan *plan = NULL;
    threaded peer = {.plan = NULL};
    void *input = NULL;
    void *output = NULL;
    int rank = 0;
    int size = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    ct_status status = ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &plan);
    if (status == CT_OK) {
        size_t bytes = (size_t)ct_fft_input_bytes(plan);
        status = ct_alloc(MPI_COMM_WORLD, (ptrdiff_t)bytes, &input);
        status =
            status == CT_OK ? ct_alloc(MPI_COMM_WORLD, ct_fft_output_bytes(plan), &output) : status;
        if (status == CT_OK) {
            memset(input, 0, bytes);
            memset(output, 0, (size_t)ct_fft_output_bytes(plan));
        }
        if (status == CT_OK && rank == 0) {
            status = threaded_create(&peer, extent, size, fftw_rigour);
        }
    }
    status = ct_agree(MPI_COMM_WORLD, status);
    if (rank == 0 && status != CT_OK) {
        (void)fprintf(stderr, "bench_fft: %s\n", ct_error_message());
    } else if (rank == 0) {
        (void)printf("nz,ny,nx,ranks,exchange,ours_s,first_s,second_s,rest_s,fftw_threads_s\n");
    }
    for (int round = -WARM_UP; status == CT_OK && round < rounds; round++) {
        double seconds = 0;
        sleepy_barrier(MPI_COMM_WORLD);
        if (rank == 0) {
            double start_s = MPI_Wtime();
            fftw_execute(peer.plan);
            seconds = MPI_Wtime() - start_s;
        }
        sleepy_barrier(MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
        double ours_s = MPI_Wtime();
        status = ct_fft_execute(plan, input, output);
        MPI_Barrier(MPI_COMM_WORLD);
        ours_s = MPI_Wtime() - ours_s;
        if (rank == 0 && round >= 0) {
            const ct_exchange_plan *between = ct_fft_exchange(plan);
            (void)printf("%td,%td,%td,%d,%s,%.6f,", extent[0], extent[1], extent[2], size,
                         between != NULL ? ct_exchange_algorithm(between) : "none", ours_s);
            print_phases(plan);
            (void)printf("%.6f\n", seconds);
        }
    }
    fftw_destroy_plan(peer.plan);
    ct_free(&peer.input);
    ct_free(&peer.output);
    ct_free(&input);
    ct_free(&output);
    ct_fft_plan_destroy(&plan);
}

int main(int argc, char **argv) {
    ptrdiff_t extent[3] = {0, 0, 0};
    if (argc < 5 || argc > 7) {
        (void)fprintf(stderr, "usage: bench_fft NZ NY NX ROUNDS [estimate|measure|patient] "
                              "[EXCHANGE]\n");
        return 2;
    }
    for (int axis = 0; axis < 3; axis++) {
        extent[axis] = (ptrdiff_t)strtoll(argv[1 + axis], NULL, 10);
    }
    int rounds = (int)strtol(argv[4], NULL, 10);
    const char *rigour = argc >= 6 ? argv[5] : "measure";
    const char *exchange = argc == 7 ? argv[6] : NULL;
    (void)fftw_init_threads();
    MPI_Init(&argc, &argv);
    if (strcmp(rigour, "patient") == 0) {
        run(extent, rounds, CT_PATIENT, FFTW_PATIENT, exchange);
    } else if (strcmp(rigour, "estimate") == 0) {
        run(extent, rounds, CT_ESTIMATE, FFTW_ESTIMATE, exchange);
    } else {
        run(extent, rounds, CT_MEASURE, FFTW_MEASURE, exchange);
    }
    MPI_Finalize();
    return 0;
}
