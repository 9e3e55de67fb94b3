/*
 * What a transform works on, with nothing of MPI or FFTW in it: lengths along the axes, the array
 * between one transform and the next, who holds which box of it. Local and pure.
 */
#ifndef CT_FFT_SHAPE_SHAPE_H
#define CT_FFT_SHAPE_SHAPE_H

#include "redistribute/decomposed/ownership.h"

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
    int is_complex; /* as the problem says */
    int is_split;
    ptrdiff_t reduced_points; /* of the complex transform that a distributed axis alone is reduced
                                 to; 0: it is not */
    ptrdiff_t chirp_points;   /* of the cyclic convolutions that make that one, where its points
                                 cannot be divided; 0: they can */
    ct_precision precision;
} ct_fft_shape;

/* The array after some of its axes went forward (a bit each in `done`). */
typedef struct ct_fft_state {
    ptrdiff_t extent[CT_MAX_AXES];
    ptrdiff_t element_bytes;
    int is_complex;
} ct_fft_state;

ct_fft_shape ct_fft_shape_of(const ct_fft_problem *problem, int size);

/* The axes to transform, in order: last one first, or of a split axis the first first; r2c before
 * those of c2c. Returns their number. */
int ct_fft_shape_order(const ct_fft_shape *shape, int order[CT_MAX_AXES]);

/* Whether a length has no other prime factors than FFTW has codelets for. */
int ct_fft_is_smooth(ptrdiff_t length);

/* Splits a single axis, or reduces it from this length on: a shorter one takes one rank less time
 * than two (16384 real points: 42 us, two ranks 128 us; 2^22 points: 59 ms and 20 ms). One rank
 * transforms what is neither. */
enum { CT_FFT_REDUCED_LEAST = 65536 };
void ct_fft_shape_distribute(ct_fft_shape *shape, int size);

/* Positions outside .. outside+count-1 of the array are inside .. of a line. */
typedef struct ct_fft_range {
    ptrdiff_t outside, inside, count;
} ct_fft_range;

/* Those of an axis in its array, or its spectrum; the second begins after a gap or is empty. */
void ct_fft_ranges(const ct_fft_axis *axis, int is_spectrum, ct_fft_range range[2]);

/* The frequency whose two signs share the first coefficient of an axis' second range: of an even
 * number of modes that are fewer than the points, of c2c, half of them; else 0. */
ptrdiff_t ct_fft_pair(const ct_fft_axis *axis);

/* The kind whose forward transform undoes that of another, but for a factor; of c2c and r2c, whose
 * inverses are none of the kinds, they themselves. */
ct_fft_kind ct_fft_undoing(ct_fft_kind kind);

/* Logical length of an axis; of an axis of kind none 1. */
double ct_fft_logical(const ct_fft_axis *axis);
ct_fft_state ct_fft_state_of(const ct_fft_shape *shape, unsigned done);

/* It in blocks over a grid, each in C order. */
ct_ownership ct_fft_layout_of(const ct_fft_shape *shape, const ct_fft_state *state,
                              const int grid[CT_MAX_AXES]);

#endif
