/*
 * An axis that is split into two, of n0 and n1 points: of its points j0 n1 + j1, of its
 * coefficients k1 n0 + k0,
 *
 *   X(k1 n0 + k0) = sum over j1 of w_n1^(j1 k1) (w_N^(j1 k0) (sum over j0 of w_n0^(j0 k0)
 *                   x(j0 n1 + j1))).
 *
 * The first part is the slower one of the array, the second of the spectrum: each of its positions
 * there is n0 of the axis, and ranks divide it as that. So go a single axis that all ranks
 * transform together (shape_single_axis.c), and long lines, whose points lie too far apart or are
 * too many to be a tile (split_long.c): then both parts are lines as those of fields are. Local,
 * pure.
 */
#ifndef CT_FFT_SHAPE_SPLIT_H
#define CT_FFT_SHAPE_SPLIT_H

#include "fft/shape/shape.h"

/* Splits an axis of a shape of fewer than CT_MAX_AXES, which is whole (ct_fft_axis_is_whole); n0
 * divides its length. */
void ct_fft_split(ct_fft_shape *shape, int axis, ptrdiff_t first);

/* The shape as the problem has it, whose axis is not split. */
ct_fft_shape ct_fft_split_undone(const ct_fft_shape *shape);

/* The part of the split axis that an axis is, 1 or 2; 0: another axis. */
static inline int ct_fft_split_part(const ct_fft_shape *shape, int axis) {
    const int part = axis - shape->split_axis + 1;
    return shape->is_split && (part == 1 || part == 2) ? part : 0;
}

/* Axes of the problem, and that of them which an axis of the shape is, or is a part of. */
static inline int ct_fft_problem_axes(const ct_fft_shape *shape) {
    return shape->axes - shape->is_split;
}
static inline int ct_fft_problem_axis(const ct_fft_shape *shape, int axis) {
    return shape->is_split && axis > shape->split_axis ? axis - 1 : axis;
}

/* Whether axes, a bit each, may be transformed together: not both parts, as what the second makes
 * has another order, nor axes before the split one with others. */
int ct_fft_split_allows(const ct_fft_shape *shape, unsigned group);

/* A grid over the problem's axes as that of the array or of the spectrum, and the other way round.
 */
void ct_fft_split_grid(const ct_fft_shape *shape, int is_spectrum, const int *whole, int *grid);
void ct_fft_whole_grid(const ct_fft_shape *shape, int is_spectrum, const int *grid, int *whole);

/* A box of the array or of the spectrum as one of the problem's axes. */
ct_box ct_fft_whole_box(const ct_fft_shape *shape, int is_spectrum, const ct_box *box);

/* The order of axes in memory. */
void ct_fft_split_order(const ct_fft_shape *shape, int is_spectrum, int *order);

#endif
