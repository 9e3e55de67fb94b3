/* Plans beside a program that has told FFTW's planner to use several threads: ours are for one, and
 * the program's setting is as before. */
#include "expect.h"

#include "kernels/vectors.h"

#include <cornerturn/fft.h>
#include <cornerturn/memory.h>
#include <fftw3.h>

enum { THREADS = 3, SIDE = 128 };

static int parallel_loops = 0;

/* In place of FFTW's threads. */
static void loop_alone(void *(*work)(char *), char *jobs, size_t job_bytes, int count, void *data) {
    (void)data;
    parallel_loops++;
    for (int i = 0; i < count; i++) {
        work(jobs + job_bytes * (size_t)i);
    }
}

static void execute_ours(ct_rigour rigour) {
    const ptrdiff_t extent[2] = {SIDE, SIDE};
    const ct_fft_problem problem = ct_fft_complex(2, extent);
    const ct_fft_options options = {.rigour = rigour};
    ct_fft_plan *plan = NULL;
    void *array[2] = {NULL};
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), CT_OK);
    EXPECT_INT(ct_alloc(MPI_COMM_SELF, ct_fft_input_bytes(plan), &array[0]), CT_OK);
    EXPECT_INT(ct_alloc(MPI_COMM_SELF, ct_fft_output_bytes(plan), &array[1]), CT_OK);
    parallel_loops = 0;
    EXPECT_INT(ct_fft_execute(plan, array[0], array[1]), CT_OK);
    EXPECT_INT(parallel_loops, 0);
    EXPECT_INT(fftw_planner_nthreads(), THREADS);
    ct_fft_plan_destroy(&plan);
    EXPECT_INT(fftw_planner_nthreads(), THREADS);
    ct_free(&array[0]);
    ct_free(&array[1]);
}

static void execute_own(void) {
    fftw_complex *array = fftw_alloc_complex((size_t)SIDE * SIDE);
    fftw_plan plan = fftw_plan_dft_2d(SIDE, SIDE, array, array, FFTW_FORWARD, FFTW_ESTIMATE);
    EXPECT(array != NULL && plan != NULL);
    fftw_execute(plan);
    EXPECT(parallel_loops > 0);
    fftw_destroy_plan(plan);
    fftw_free(array);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    EXPECT(fftw_init_threads() != 0);
    fftw_threads_set_callback(loop_alone, NULL);
    fftw_plan_with_nthreads(THREADS);
    ct_vectors_limit(CT_VECTORS_PORTABLE); /* lines go by FFTW's plans */
    execute_ours(CT_ESTIMATE);
    execute_ours(CT_MEASURE);
    execute_own();
    MPI_Finalize();
    return expect_status();
}
