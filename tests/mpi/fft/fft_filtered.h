/* A case of fft_cases as a filter: there, multiplied, and back in one plan, and in two. */
#ifndef CT_TESTS_FFT_FILTERED_H
#define CT_TESTS_FFT_FILTERED_H

#include "expect.h"

#include <cornerturn/fft_filter.h>
#include <cornerturn/memory.h>
#include <math.h>
#include <stdlib.h>

/* What the hook has seen. Threads call it at once. */
typedef struct filtered {
    ct_precision precision;
    ptrdiff_t seen;
} filtered;

static inline double filtered_number(ct_precision precision, const void *array, ptrdiff_t i) {
    return precision == CT_FLOAT ? (double)((const float *)array)[i] : ((const double *)array)[i];
}

/* Another factor at every position, next to those of its neighbours along any axis. */
static inline double filtered_factor(int axes, const ptrdiff_t *position) {
    double sum = 0.3;
    for (int a = 0; a < axes; a++) {
        sum += (double)(position[a] * (7 + 4 * a) % 31);
    }
    return 1 / (1 + sum);
}

static inline void filtered_multiply(void *context, const ct_fft_tile *tile) {
    filtered *about = context;
    const ptrdiff_t elements = ct_box_elements(&tile->box);
    const ptrdiff_t numbers = tile->element_bytes / (about->precision == CT_FLOAT ? 4 : 8);
    for (ptrdiff_t i = 0; i < elements; i++) {
        ptrdiff_t position[CT_MAX_AXES];
        ptrdiff_t rest = i;
        char *element = tile->values;
        for (int a = tile->box.axes - 1; a >= 0; a--) {
            position[a] = tile->box.first[a] + rest % tile->box.count[a];
            element += rest % tile->box.count[a] * tile->stride[a];
            rest /= tile->box.count[a];
        }
        const double factor = filtered_factor(tile->box.axes, position);
        for (ptrdiff_t part = 0; part < numbers; part++) {
            if (about->precision == CT_FLOAT) {
                ((float *)(void *)element)[part] *= (float)factor;
            } else {
                ((double *)(void *)element)[part] *= factor;
            }
        }
    }
    __atomic_fetch_add(&about->seen, elements, __ATOMIC_RELAXED);
}

/* All of a box that is dense in an order. */
static inline ct_fft_tile filtered_whole(const ct_box *box, const int *order,
                                         ptrdiff_t element_bytes, void *values) {
    ct_fft_tile tile = {.box = *box, .element_bytes = element_bytes, .values = values};
    int given = 0;
    for (int a = 0; a < box->axes; a++) {
        given = given || order[a] != 0;
    }
    for (int i = box->axes - 1; i >= 0; i--) {
        tile.stride[given ? order[i] : i] = element_bytes;
        element_bytes *= box->count[given ? order[i] : i];
    }
    return tile;
}

/* The same by two plans: the result of the first is in `middle`, and is multiplied there. */
static inline void filtered_apart(const ct_fft_problem *problem, const ct_fft_options *options,
                                  const int *order, filtered *about, const ct_fft_plan *plan,
                                  void *middle, void *output) {
    static const ct_scaling undoing[] = {CT_SCALING_DEFAULT, CT_SCALING_NONE, CT_SCALING_NONE,
                                         CT_SCALING_UNITARY};
    ct_fft_options how = *options;
    ct_fft_plan *back = NULL;
    const ct_box box = ct_fft_output_box(plan);
    const ptrdiff_t elements = ct_box_elements(&box);
    if (elements > 0) {
        const ct_fft_tile tile =
            filtered_whole(&box, order, ct_fft_output_bytes(plan) / elements, middle);
        filtered_multiply(about, &tile);
    }
    how.direction = options->direction == CT_FORWARD ? CT_INVERSE : CT_FORWARD;
    how.scaling = undoing[options->scaling];
    how.in_place = how.destroys_input = 0;
    ct_fft_grids(plan, how.array.grid, how.spectrum.grid);
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, problem, &how, &back), CT_OK);
    EXPECT_INT(ct_fft_execute(back, middle, output), CT_OK);
    MPI_Barrier(MPI_COMM_WORLD); /* others may still read */
    ct_fft_plan_destroy(&back);
}

/* Compares with `wanted`: 3e-16 log2 N and 2e-7 log2 N of its size, for either way. */
static inline void expect_alike(ct_precision precision, double points, const void *found,
                                const void *wanted, ptrdiff_t bytes) {
    const ptrdiff_t count = bytes / (precision == CT_FLOAT ? 4 : 8);
    double sums[2] = {0, 0};
    for (ptrdiff_t i = 0; i < count; i++) {
        const double right = filtered_number(precision, wanted, i);
        const double difference = filtered_number(precision, found, i) - right;
        sums[0] += difference * difference;
        sums[1] += right * right;
    }
    MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    const double unit = precision == CT_FLOAT ? 2e-7 : 3e-16;
    EXPECT(sqrt(sums[0]) <= 4 * unit * fmax(2, log2(points)) * sqrt(sums[1]));
}

#endif
