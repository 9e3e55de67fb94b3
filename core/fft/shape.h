/*
 * What a transform works on, with nothing of MPI or FFTW in it: lengths along the axes, the array
 * between one transform and the next, who holds which box of it. Local and pure.
 */
#ifndef CT_FFT_SHAPE_H
#define CT_FFT_SHAPE_H

#include <cornerturn/fft_problem.h>

/* An axis, nothing left to default. */
typedef struct ct_fft_axis {
    ct_fft_kind kind;
    ptrdiff_t points, length, modes; /* of the array, of the transform, of the spectrum */
} ct_fft_axis;

/* The problem as it is computed. A distributed axis alone becomes two: length n0 * n1, point
 * (j0, j1) being number j0 * n1 + j1 and coefficient (k0, k1) number k1 * n0 + k0; between the
 * transforms of axes 0 and 1 elements are multiplied by exp(-+2 pi i k0 j1 / (n0 n1)). */
typedef struct ct_fft_shape {
    int axes;
    ct_fft_axis axis[CT_MAX_AXES];
    int is_split;
    ct_precision precision;
} ct_fft_shape;

/* The array after some of its axes went forward (a bit each in `done`). */
typedef struct ct_fft_state {
    ptrdiff_t extent[CT_MAX_AXES];
    ptrdiff_t element_bytes;
    int is_complex;
} ct_fft_state;

/* It in memory: balanced blocks over a grid, each with its axes in an order, slowest first. */
typedef struct ct_fft_layout {
    int axes;
    ct_fft_state state;
    int grid[CT_MAX_AXES], order[CT_MAX_AXES];
} ct_fft_layout;

ct_fft_shape ct_fft_shape_of(const ct_fft_problem *problem, int size);

/* Whether a length has no other prime factors than FFTW has codelets for. */
int ct_fft_is_smooth(ptrdiff_t length);

/* Logical length of an axis; of an axis of kind none 1. */
double ct_fft_logical(const ct_fft_axis *axis);
ct_fft_state ct_fft_state_of(const ct_fft_shape *shape, unsigned done);

/* The part of `rank`, bytes of it, and bytes from a position to the next along each axis. */
ct_box ct_fft_layout_box(const ct_fft_layout *layout, int rank);
ptrdiff_t ct_fft_layout_bytes(const ct_fft_layout *layout, int rank);
void ct_fft_layout_strides(const ct_fft_layout *layout, int rank, ptrdiff_t strides[CT_MAX_AXES]);
int ct_fft_layout_equal(const ct_fft_layout *a, const ct_fft_layout *b);

/* Positions in both; empty boxes have 0 elements. */
ct_box ct_box_common(const ct_box *a, const ct_box *b);

/* A box in tiles of up to `width` positions along each axis: their number, and one of them, the
 * last axis being fastest. */
ptrdiff_t ct_box_tiles(const ct_box *box, const ptrdiff_t width[CT_MAX_AXES]);
ct_box ct_box_tile(const ct_box *box, const ptrdiff_t width[CT_MAX_AXES], ptrdiff_t index);

#endif
