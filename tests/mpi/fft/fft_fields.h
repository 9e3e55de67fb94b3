/* Batches of real fields without kernels, which ranks have whole, beside each field alone. */
#ifndef CT_TESTS_FFT_FIELDS_H
#define CT_TESTS_FFT_FIELDS_H

#include "expect.h"

#include "fft/plan.h"
#include "kernels/vectors.h"

#include <cornerturn/fft.h>
#include <cornerturn/memory.h>
#include <math.h>
#include <string.h>

enum { FIELDS_OF_ALL = 96, FIELD_ROWS = 24, FIELD_POINTS = 34 };

static inline void expect_fields(int size, ct_direction direction) {
    static const ptrdiff_t shape[3] = {FIELDS_OF_ALL, FIELD_ROWS, FIELD_POINTS};
    ct_fft_problem all = ct_fft_real(3, shape);
    const ct_fft_problem one = ct_fft_real(2, shape + 1);
    ct_fft_options options = {.direction = direction, .rigour = CT_MEASURE};
    ct_fft_plan *plan[2] = {NULL, NULL};
    double *array[4] = {NULL, NULL, NULL, NULL}; /* all before and after, one before and after */
    double worst = 0;
    ct_vectors_limit(CT_VECTORS_PORTABLE);
    all.kind[0] = CT_FFT_NONE;
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_SELF, &one, &options, &plan[1]), CT_OK);
    options.array.grid[0] = options.spectrum.grid[0] = size;
    options.array.grid[1] = options.spectrum.grid[1] = 1;
    options.array.grid[2] = options.spectrum.grid[2] = 1;
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &all, &options, &plan[0]), CT_OK);
    EXPECT(plan[0]->is_whole && plan[0]->blocks.count > 1 && plan[0]->blocks.fields > 1);
    for (int i = 0; i < 4; i++) {
        const ct_fft_plan *about = plan[i / 2];
        const ptrdiff_t bytes = i % 2 ? ct_fft_output_bytes(about) : ct_fft_input_bytes(about);
        EXPECT_INT(ct_alloc(i / 2 ? MPI_COMM_SELF : MPI_COMM_WORLD, bytes, (void **)&array[i]),
                   CT_OK);
    }
    const ptrdiff_t before = ct_fft_input_bytes(plan[1]) / 8;
    const ptrdiff_t after = ct_fft_output_bytes(plan[1]) / 8;
    const ptrdiff_t fields = ct_fft_input_bytes(plan[0]) / 8 / before;
    for (ptrdiff_t i = 0; i < fields * before; i++) {
        array[0][i] = cos(0.7 * (double)(i * i % 1009));
    }
    EXPECT_INT(ct_fft_execute(plan[0], array[0], array[1]), CT_OK);
    for (ptrdiff_t field = 0; field < fields; field++) {
        memcpy(array[2], array[0] + field * before, (size_t)before * 8);
        EXPECT_INT(ct_fft_execute(plan[1], array[2], array[3]), CT_OK);
        for (ptrdiff_t i = 0; i < after; i++) {
            worst = fmax(worst, fabs(array[1][field * after + i] - array[3][i]));
        }
    }
    EXPECT(worst < 1e-11);
    ct_vectors_limit(CT_VECTORS_AVX512);
    ct_fft_plan_destroy(&plan[0]);
    ct_fft_plan_destroy(&plan[1]);
    for (int i = 0; i < 4; i++) {
        ct_free((void **)&array[i]);
    }
}

#endif
