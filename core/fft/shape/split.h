/*
 * A first axis that is split into two, 0 and 1, of n0 and n1 points: of its points j0 n1 + j1, of
 * its coefficients k1 n0 + k0,
 *
 *   X(k1 n0 + k0) = sum over j1 of w_n1^(j1 k1) (w_N^(j1 k0) (sum over j0 of w_n0^(j0 k0)
 *                   x(j0 n1 + j1))).
 *
 * Axis 0 is the slower one of the array, axis 1 of the spectrum: each of its positions there is n0
 * rows of the problem's, and ranks divide it as those. So go a single axis that all ranks transform
 * together (shape_single_axis.c), and long columns, whose points lie too far apart to be a tile:
 * then both parts are columns as those of fields of three axes are (split_long.c). Local, pure.
 */
#ifndef CT_FFT_SHAPE_SPLIT_H
#define CT_FFT_SHAPE_SPLIT_H

#include "fft/shape/shape.h"

/* Splits the first axis, which is whole (ct_fft_axis_is_whole); n0 divides its length. */
void ct_fft_split(ct_fft_shape *shape, ptrdiff_t first);

/* Axes of the problem, and that of them which an axis of the shape is, or is a part of. */
static inline int ct_fft_problem_axes(const ct_fft_shape *shape) {
    return shape->axes - shape->is_split;
}
static inline int ct_fft_problem_axis(const ct_fft_shape *shape, int axis) {
    return shape->is_split && axis > 0 ? axis - 1 : axis;
}

/* A grid over the problem's axes as that of the array or of the spectrum, and the other way round.
 */
void ct_fft_split_grid(const ct_fft_shape *shape, int is_spectrum, const int *whole, int *grid);
void ct_fft_whole_grid(const ct_fft_shape *shape, int is_spectrum, const int *grid, int *whole);

/* A box of the array or of the spectrum as one of the problem's axes. */
ct_box ct_fft_whole_box(const ct_fft_shape *shape, int is_spectrum, const ct_box *box);

/* The order of axes in memory. */
void ct_fft_split_order(const ct_fft_shape *shape, int is_spectrum, int *order);

#endif
