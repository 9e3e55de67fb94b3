/* A large batch of complex lines without kernels, which is transformed in blocks that are written
 * past the cache, beside the same lines a few at a time, which is not: both directions and
 * precisions, scaled, numbers of lines with divisors and without, arrays that are aligned to cache
 * lines and not. */
#include "expect.h"
#include "lines/fft_samples.h"

#include "fft/plan.h"
#include "kernels/vectors.h"

#include <cornerturn/memory.h>
#include <math.h>
#include <string.h>

enum { POINTS = 136, FEW = 8, APART_BYTES = 16 };

typedef struct batch {
    ptrdiff_t lines; /* of a rank */
    ct_precision precision;
    ct_direction direction;
} batch;

static void fill(const batch *b, char *array) {
    for (ptrdiff_t i = 0; i < b->lines * 2 * POINTS; i++) {
        ct_real_set(array, i, b->precision, sample_at(i));
    }
}

static ct_fft_plan *plan_lines(const batch *b, MPI_Comm comm, ptrdiff_t lines) {
    const ptrdiff_t extent[2] = {lines, POINTS};
    const ct_fft_options options = {
        .direction = b->direction, .scaling = CT_SCALING_UNITARY, .rigour = CT_MEASURE};
    ct_fft_problem problem = ct_fft_complex(2, extent);
    ct_fft_plan *plan = NULL;
    problem.kind[0] = CT_FFT_NONE;
    problem.precision = b->precision;
    EXPECT_INT(ct_fft_plan_create(comm, &problem, &options, &plan), CT_OK);
    return plan;
}

static void compare(const batch *b, const char *found, const char *wanted) {
    const double allowed = 32 * rounding_of(b->precision);
    ptrdiff_t wrong = 0;
    for (ptrdiff_t i = 0; i < b->lines * 2 * POINTS; i++) {
        wrong += !(fabs(ct_real_at(found, i, b->precision) - ct_real_at(wanted, i, b->precision)) <=
                   allowed);
    }
    EXPECT_INT(wrong, 0);
}

static void transform(const batch *b, int size) {
    const ptrdiff_t bytes = b->lines * 2 * POINTS * ct_real_bytes(b->precision);
    const ptrdiff_t few_bytes = bytes / b->lines * FEW;
    char *array[3] = {NULL}; /* input, output, by few */
    ct_fft_plan *plan = plan_lines(b, MPI_COMM_WORLD, b->lines * size);
    ct_fft_plan *few = plan_lines(b, MPI_COMM_SELF, FEW);
    EXPECT(plan->is_whole && plan->blocks.streams && !few->blocks.streams);
    for (int i = 0; i < 3; i++) {
        EXPECT_INT(ct_alloc(MPI_COMM_SELF, bytes + APART_BYTES, (void **)&array[i]), CT_OK);
    }
    for (ptrdiff_t apart = 0; apart <= APART_BYTES; apart += APART_BYTES) {
        fill(b, array[0] + apart);
        memset(array[1], 0xff, (size_t)(bytes + APART_BYTES)); /* NaNs */
        EXPECT_INT(ct_fft_execute(plan, array[0] + apart, array[1] + apart), CT_OK);
        for (ptrdiff_t at = 0; at < bytes; at += few_bytes) { /* the last ones twice */
            const ptrdiff_t first = at + few_bytes <= bytes ? at : bytes - few_bytes;
            EXPECT_INT(ct_fft_execute(few, array[0] + apart + first, array[2] + first), CT_OK);
        }
        compare(b, array[1] + apart, array[2]);
    }
    for (int i = 0; i < 3; i++) {
        ct_free((void **)&array[i]);
    }
    ct_fft_plan_destroy(&plan);
    ct_fft_plan_destroy(&few);
}

int main(int argc, char **argv) {
    int size = 0;
    MPI_Init(&argc, &argv);
    ct_vectors_limit(CT_VECTORS_PORTABLE); /* without kernels */
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    transform(&(batch){4096, CT_DOUBLE, CT_FORWARD}, size);
    transform(&(batch){4099, CT_DOUBLE, CT_INVERSE}, size);
    transform(&(batch){8200, CT_FLOAT, CT_INVERSE}, size);
    transform(&(batch){8209, CT_FLOAT, CT_FORWARD}, size);
    MPI_Finalize();
    return expect_status();
}
