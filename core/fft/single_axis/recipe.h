/*
 * A recipe reduces a transform along a single axis to a complex one: a map from its array to the
 * complex numbers, and one from the complex coefficients to its result. A map is data: runs of
 * elements read for each position of its result, and optionally a formula that combines them,
 * position by position. The communication follows from the map alone. Local and pure.
 */
#ifndef CT_FFT_SINGLE_AXIS_RECIPE_H
#define CT_FFT_SINGLE_AXIS_RECIPE_H

#include "fft/shape/roots.h"
#include "fft/shape/shape.h"

/* Numbers first .. first + count - 1 of an array. */
typedef struct ct_fft_interval {
    ptrdiff_t first, count;
} ct_fft_interval;

/* Position first + n * step of the result, 0 <= n < count, reads element source + n * stride,
 * optionally negated, conjugated or halved. Elements outside the array are zero. */
typedef struct ct_fft_run {
    ptrdiff_t first, step, count, source, stride;
    int negates, conjugates, halves;
} ct_fft_run;

/* Elements in order, as they are. */
static inline int ct_fft_run_is_plain(const ct_fft_run *run) {
    return run->step == 1 && run->stride == 1 && !run->negates && !run->conjugates && !run->halves;
}

enum { CT_FFT_RUNS = 4, CT_FFT_STREAMS = 4 };

/* One element for each position, given by runs; zero elsewhere. */
typedef struct ct_fft_stream {
    int runs;
    ct_fft_run run[CT_FFT_RUNS];
} ct_fft_stream;

typedef struct ct_fft_recipe ct_fft_recipe;

/* Positions of a tile: all streams fit the first-level cache. */
enum { CT_FFT_TILE = 256 };

/* Computes `count` positions, at most CT_FFT_TILE, from `first` on from the streams' elements,
 * complex numbers as pairs. */
typedef void ct_fft_formula(const ct_fft_recipe *recipe, ptrdiff_t first, ptrdiff_t count,
                            double *const in[CT_FFT_STREAMS], double *restrict out);

/* A complex array read, or written, as real has twice as many elements. */
typedef struct ct_fft_map {
    int streams;
    ct_fft_stream stream[CT_FFT_STREAMS];
    int reads_complex, writes_complex;
    ct_fft_formula *formula; /* NULL: the one stream is the result */
    ptrdiff_t positions;     /* of the result */
} ct_fft_map;

struct ct_fft_recipe {
    ptrdiff_t length; /* of the axis */
    ptrdiff_t points; /* of the complex transform */
    int is_sine;
    ct_direction direction; /* of the complex transform */
    ct_fft_map before, after;
    ct_fft_roots roots; /* that the formulas need; order 0: none */
};

/* Creates the recipe for the axis of a reduced shape. CT_ERROR_MEMORY: the caller destroys what
 * exists. */
ct_status ct_fft_recipe_create(const ct_fft_shape *shape, ct_direction direction,
                               ct_fft_recipe *recipe);
void ct_fft_recipe_destroy(ct_fft_recipe *recipe);

#endif
