/* Plans with planes by codelets beside the same without, in both precisions. */
#include "../codelet_sums.h"
#include "../kernel_vectors.h"
#include "expect.h"

#include "fft/plan.h"

#include <cornerturn/memory.h>
#include <fenv.h>
#include <math.h>
#include <string.h>

/* The largest difference, beside the largest number, of a result with codelets and without; they do
 * not depend on what FFTW measures. */
static double difference(ct_vectors vectors, ct_direction direction, int is_real, ct_rigour rigour,
                         ct_precision precision) {
    const ptrdiff_t extent[3] = {16, 64, is_real ? 128 : 32};
    ct_fft_problem problem = is_real ? ct_fft_real(3, extent) : ct_fft_complex(3, extent);
    const ct_fft_options options = {.direction = direction, .rigour = rigour};
    void *array[3] = {NULL};
    double most = 0;
    double largest = 0;
    ptrdiff_t count = 0;
    problem.precision = precision;
    for (int way = 1; way <= 2; way++) {
        ct_fft_plan *plan = NULL;
        ct_vectors_limit(way == 1 ? vectors : CT_VECTORS_PORTABLE);
        EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), CT_OK);
        int planes = 0;
        for (int i = 0; i < plan->steps; i++) {
            planes +=
                plan->step[i].stage.planes.work_bytes > 0 && plan->step[i].stage.planes.is_used;
        }
        const int are_usual = is_real && direction == CT_INVERSE; /* by FFTW's lines else */
        const int are_used = way == 1 && have_kernels();
        EXPECT(plan->size == 1 || planes == (are_used || are_usual));
        for (int i = way == 1 ? 0 : 2; i <= way; i++) {
            const ptrdiff_t bytes = i == 0 ? ct_fft_input_bytes(plan) : ct_fft_output_bytes(plan);
            count = bytes / (2 * ct_real_bytes(precision));
            EXPECT_INT(ct_alloc(MPI_COMM_WORLD, bytes, &array[i]), CT_OK);
            for (ptrdiff_t k = 0; i == 0 && k < count; k++) {
                set_number(array[0], k, precision, sample(k));
            }
        }
        EXPECT_INT(ct_fft_execute(plan, array[0], array[way]), CT_OK);
        ct_fft_plan_destroy(&plan);
    }
    MPI_Barrier(MPI_COMM_WORLD); /* others may still write */
    for (ptrdiff_t i = 0; i < count; i++) {
        const double complex found = number_at(array[1], i, precision);
        most = larger(most, cabs(found - number_at(array[2], i, precision)));
        largest = larger(largest, cabs(found));
    }
    for (int i = 0; i < 3; i++) {
        ct_free(&array[i]);
    }
    ct_vectors_limit(vectors);
    return most / largest;
}

/* Of columns that are no whole vectors coefficients of an impulse are as large as that. What pads
 * them is no former result, of which they would be too large. */
static void transform_impulse(ct_precision precision) {
    const ptrdiff_t extent[3] = {64, 20, 100};
    const ct_fft_options options = {.rigour = CT_MEASURE};
    const double impulse = precision == CT_DOUBLE ? 1e307 : 1e37;
    ct_fft_problem problem = ct_fft_real(3, extent);
    ct_fft_plan *plan = NULL;
    void *array[2] = {NULL};
    ptrdiff_t bytes[2];
    double most = 0;
    problem.precision = precision;
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), CT_OK);
    bytes[0] = ct_fft_input_bytes(plan);
    bytes[1] = ct_fft_output_bytes(plan);
    for (int i = 0; i < 2; i++) {
        EXPECT_INT(ct_alloc(MPI_COMM_WORLD, bytes[i], &array[i]), CT_OK);
        memset(array[i], 0, (size_t)bytes[i]);
    }
    if (plan->rank == 0) {
        ct_real_set(array[0], 0, precision, impulse);
    }
    EXPECT_INT(feclearexcept(FE_ALL_EXCEPT), 0);
    EXPECT_INT(ct_fft_execute(plan, array[0], array[1]), CT_OK);
    EXPECT_INT(ct_fft_execute(plan, array[0], array[1]), CT_OK);
    EXPECT_INT(fetestexcept(FE_OVERFLOW | FE_INVALID), 0);
    ct_fft_plan_destroy(&plan);
    MPI_Barrier(MPI_COMM_WORLD); /* others may still write */
    for (ptrdiff_t k = 0; k < bytes[1] / (2 * ct_real_bytes(precision)); k++) {
        most = larger(most, cabs(number_at(array[1], k, precision) / impulse - 1));
    }
    EXPECT(most <= 32 * rounding_of(precision));
    ct_free(&array[0]);
    ct_free(&array[1]);
}

static void compare(ct_vectors vectors, ct_precision precision) {
    const double most = 32 * rounding_of(precision);
    for (int is_real = 0; is_real < 2; is_real++) {
        for (int way = 0; way < 2; way++) {
            const ct_direction direction = way == 0 ? CT_FORWARD : CT_INVERSE;
            EXPECT(difference(vectors, direction, is_real, CT_MEASURE, precision) <= most);
            EXPECT(difference(vectors, direction, is_real, CT_ESTIMATE, precision) <= most);
        }
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    for (int way = 0; way < 2 * KERNEL_VECTORS; way++) {
        const ct_precision precision = way % 2 == 0 ? CT_DOUBLE : CT_FLOAT;
        compare(kernel_vectors[way / 2], precision);
        transform_impulse(precision);
    }
    MPI_Finalize();
    return expect_status();
}
