/* Two threads of each rank at the same time, each on communicators of its own: contexts, arrays,
 * calls, and plans with FFTW's planner behind them are made, used and destroyed by both. */
#include "expect.h"

#include <cornerturn/alltoall.h>
#include <cornerturn/fft.h>
#include <cornerturn/memory.h>
#include <cornerturn/tridiagonal.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* Alone a rank waits for nobody, and its threads meet more often. */
enum { THREADS = 2, ROUNDS = 12, ROUNDS_ALONE = 20, CALLS = 40, MOST_RANKS = 8 };

typedef struct worker {
    MPI_Comm comm;
    int number, rank, size;
    int wrong; /* numbers and calls */
} worker;

static void take(worker *w, ct_status status) {
    if (status != CT_OK) {
        (void)fprintf(stderr, "thread %d: %s\n", w->number, ct_error_message());
        w->wrong++;
    }
}

static int token(const worker *w, int from, int to, int call, int i) {
    return 1000000 * (w->number + 1) + 10000 * from + 1000 * to + 10 * call + i;
}

/* The same call again and again, of other lengths for each thread. */
static void call_all_to_all(worker *w, MPI_Comm comm, int round) {
    const int count = 1 + (round + w->number) % 4;
    int send[4 * MOST_RANKS];
    int receive[4 * MOST_RANKS];
    for (int call = 0; call < CALLS; call++) {
        for (int i = 0; i < count * w->size; i++) {
            send[i] = token(w, w->rank, i / count, call, i % count);
            receive[i] = -1;
        }
        take(w, ct_alltoall(send, count, MPI_INT, receive, count, MPI_INT, comm));
        for (int i = 0; i < count * w->size; i++) {
            w->wrong += receive[i] != token(w, i / count, w->rank, call, i % count);
        }
    }
}

static double at(ptrdiff_t i) {
    return sin((double)(i * i % 1009)) + 0.5;
}

/* There and back again. */
static void transform(worker *w, MPI_Comm comm, int round) {
    const ptrdiff_t extent[2] = {24 + 6 * w->number + round % 20,
                                 16 + 5 * (round % 16) + w->number};
    const ct_fft_problem problem = ct_fft_real(2, extent);
    ct_fft_options options = {.rigour = round % 2 ? CT_MEASURE : CT_ESTIMATE};
    ct_fft_plan *plan[2] = {NULL, NULL};
    double *array = NULL;
    double *back = NULL;
    void *spectrum = NULL;
    take(w, ct_fft_plan_create(comm, &problem, &options, &plan[0]));
    options.direction = CT_INVERSE;
    take(w, ct_fft_plan_create(comm, &problem, &options, &plan[1]));
    if (plan[0] == NULL || plan[1] == NULL) {
        return;
    }
    const ct_box box = ct_fft_input_box(plan[0]);
    take(w, ct_alloc(comm, ct_fft_input_bytes(plan[0]), (void **)&array));
    take(w, ct_alloc(comm, ct_fft_input_bytes(plan[0]), (void **)&back));
    take(w, ct_alloc(comm, ct_fft_output_bytes(plan[0]), &spectrum));
    for (ptrdiff_t i = 0; i < ct_box_elements(&box); i++) {
        array[i] = at(box.first[0] * extent[1] + i);
    }
    take(w, ct_fft_execute(plan[0], array, spectrum));
    take(w, ct_fft_execute(plan[1], spectrum, back));
    for (ptrdiff_t i = 0; i < ct_box_elements(&box); i++) {
        w->wrong += !(fabs(back[i] - at(box.first[0] * extent[1] + i)) < 1e-12);
    }
    ct_fft_plan_destroy(&plan[0]);
    ct_fft_plan_destroy(&plan[1]);
    MPI_Barrier(comm);
    ct_free((void **)&array);
    ct_free((void **)&back);
    ct_free(&spectrum);
}

/* Systems along a distributed axis, whose solution is known. */
static void solve(worker *w, MPI_Comm comm, int round) {
    enum { ROWS = 40, COLUMNS = 24 };
    const ptrdiff_t extent[2] = {ROWS, COLUMNS};
    const int grid[2] = {w->size, 1};
    const ct_tridiagonal_problem problem = {
        .array = ct_decompose_blocks(2, extent, grid), .parts = 1, .precision = CT_DOUBLE};
    const ct_tridiagonal_options options = {.method = round % 2 ? CT_TRIDIAGONAL_TRANSPOSING
                                                                : CT_TRIDIAGONAL_REDUCING};
    double lower[ROWS];
    double diagonal[ROWS];
    ct_tridiagonal_plan *plan = NULL;
    double *array = NULL;
    for (int i = 0; i < ROWS; i++) {
        lower[i] = -1;
        diagonal[i] = 3 + w->number;
    }
    const ptrdiff_t first = ct_block_first(ROWS, w->size, w->rank);
    const ptrdiff_t rows = ct_block_count(ROWS, w->size, w->rank);
    take(w, ct_tridiagonal_plan_create(comm, &problem, &options, &plan));
    take(w, ct_alloc(comm, rows * COLUMNS * (ptrdiff_t)sizeof *array, (void **)&array));
    if (plan == NULL || array == NULL) {
        return;
    }
    for (ptrdiff_t i = first; i < first + rows; i++) {
        for (ptrdiff_t j = 0; j < COLUMNS; j++) {
            const double before = i > 0 ? at(i - 1 + j) : 0;
            const double after = i + 1 < ROWS ? at(i + 1 + j) : 0;
            array[(i - first) * COLUMNS + j] = (3 + w->number) * at(i + j) - before - after;
        }
    }
    take(w, ct_tridiagonal_factorise(plan, lower, diagonal, lower));
    take(w, ct_tridiagonal_solve(plan, 1, (void *const[]){array}));
    for (ptrdiff_t i = 0; i < rows * COLUMNS; i++) {
        w->wrong += !(fabs(array[i] - at(first + i / COLUMNS + i % COLUMNS)) < 1e-12);
    }
    ct_tridiagonal_plan_destroy(&plan);
    MPI_Barrier(comm);
    ct_free((void **)&array);
}

static void *work(void *of) {
    worker *w = of;
    const int rounds = w->size > 1 ? ROUNDS : ROUNDS_ALONE;
    for (int round = 0; round < rounds; round++) {
        MPI_Comm comm = MPI_COMM_NULL;
        MPI_Comm_dup(w->comm, &comm);
        call_all_to_all(w, comm, round);
        transform(w, comm, round);
        solve(w, comm, round);
        MPI_Comm_free(&comm);
    }
    return NULL;
}

int main(int argc, char **argv) {
    int level = MPI_THREAD_SINGLE;
    worker workers[THREADS];
    pthread_t threads[THREADS];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    EXPECT(level >= MPI_THREAD_SINGLE);
    for (int i = 0; level == MPI_THREAD_MULTIPLE && i < THREADS; i++) {
        worker *w = &workers[i];
        *w = (worker){.number = i};
        MPI_Comm_dup(MPI_COMM_WORLD, &w->comm);
        MPI_Comm_rank(w->comm, &w->rank);
        MPI_Comm_size(w->comm, &w->size);
    }
    for (int i = 0; level == MPI_THREAD_MULTIPLE && i < THREADS; i++) {
        EXPECT(pthread_create(&threads[i], NULL, work, &workers[i]) == 0);
    }
    for (int i = 0; level == MPI_THREAD_MULTIPLE && i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        EXPECT_INT(workers[i].wrong, 0);
        MPI_Comm_free(&workers[i].comm);
    }
    MPI_Finalize();
    return expect_status();
}
