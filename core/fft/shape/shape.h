/*
 * The shape of a transform, free of MPI and FFTW: lengths of axes, the array between transforms,
 * its distribution. Local and pure.
 */
#ifndef CT_FFT_SHAPE_SHAPE_H
#define CT_FFT_SHAPE_SHAPE_H

#include "redistribute/decomposed/ownership.h"

#include <cornerturn/fft_problem.h>

/* An axis without defaults. */
typedef struct ct_fft_axis {
    ct_fft_kind kind;
    ptrdiff_t points, length, modes; /* of the array, of the transform, of the spectrum */
} ct_fft_axis;

/* The problem as computed. One axis may be split into two (split.h). */
typedef struct ct_fft_shape {
    int axes;
    ct_fft_axis axis[CT_MAX_AXES];
    int is_complex;           /* as the problem says */
    int is_split, split_axis; /* its first part, if there is one */
    ptrdiff_t reduced_points; /* of the complex transform that a single axis is reduced to; 0: not
                                 reduced */
    ptrdiff_t chirp_points;   /* of the cyclic convolutions for that, if its points cannot be split;
                                 0: none */
    ct_precision precision;
} ct_fft_shape;

/* The array after the forward transform of some axes (a bit each in `done`). */
typedef struct ct_fft_state {
    ptrdiff_t extent[CT_MAX_AXES];
    ptrdiff_t element_bytes;
    int is_complex;
} ct_fft_state;

ct_fft_shape ct_fft_shape_of(const ct_fft_problem *problem, int size);

/* The axes to transform, in order: the last first, but of a split axis the first; r2c before c2c.
 * Returns their number. */
int ct_fft_shape_order(const ct_fft_shape *shape, int order[CT_MAX_AXES]);

/* Whether FFTW has codelets for all prime factors of a length. */
int ct_fft_is_smooth(ptrdiff_t length);

/* Whether it has one for all of a complex line. */
int ct_fft_is_codelet(ptrdiff_t length);
int ct_fft_is_prime(ptrdiff_t length);

/* The powers 0 to p - 2 of the least generator modulo a prime p, which are 1 to p - 1, of Rader's
 * convolutions. */
void ct_fft_find_powers(ptrdiff_t prime, short *power);

/* Whether lines of a prime length go as cyclic convolutions of one point less, in the first-level
 * caches (lengths/prime_source.h). FFTW is as fast for shorter ones. */
enum { CT_FFT_CYCLIC_LEAST = 29, CT_FFT_CYCLIC_MOST = 2048 };
int ct_fft_is_cyclic(ptrdiff_t length);

/* Splits a single axis, or reduces it if at least this long: for shorter ones one rank is as fast
 * (8192 real points: 14 us, two ranks 12.5 .. 18 us; 16384: 47 us and 23 .. 43). Types 1, whose
 * complex transforms are twice as long, from more points on (16385: 72 us and 100). One rank
 * transforms any other. */
ptrdiff_t ct_fft_reduced_least(ct_fft_kind kind);
void ct_fft_shape_distribute(ct_fft_shape *shape, int size);

/* Positions outside .. outside+count-1 of the array are positions inside .. of the line. */
typedef struct ct_fft_range {
    ptrdiff_t outside, inside, count;
} ct_fft_range;

/* Whether an axis is complex at both ends, neither padded nor cut off. */
static inline int ct_fft_axis_is_whole(const ct_fft_axis *axis) {
    return axis->kind == CT_FFT_C2C && axis->points == axis->length && axis->modes == axis->length;
}

/* Whether the last axis is that of a few components of vectors, which lie side by side and are not
 * transformed. More of them are long enough rows. */
enum { CT_FFT_VECTOR_MOST = 7 };
static inline int ct_fft_has_vectors(const ct_fft_shape *shape) {
    const ct_fft_axis *last = &shape->axis[shape->axes - 1];
    return shape->axes > 1 && last->kind == CT_FFT_NONE && last->points > 1 &&
           last->points <= CT_FFT_VECTOR_MOST;
}

/* The ranges of an axis in its array or spectrum; the second begins after a gap or is empty. */
void ct_fft_ranges(const ct_fft_axis *axis, int is_spectrum, ct_fft_range range[2]);

/* The frequency whose two signs share the first coefficient of an axis' second range: modes / 2 for
 * c2c with an even number of modes below the points; else 0. */
ptrdiff_t ct_fft_pair(const ct_fft_axis *axis);

/* The kind whose forward transform inverts another one's up to a factor; c2c and r2c themselves. */
ct_fft_kind ct_fft_undoing(ct_fft_kind kind);

/* Logical length of an axis; 1 for kind none. */
double ct_fft_logical(const ct_fft_axis *axis);
ct_fft_state ct_fft_state_of(const ct_fft_shape *shape, unsigned done);

/* Its layout in blocks over a grid, each in C order. */
ct_ownership ct_fft_layout_of(const ct_fft_shape *shape, const ct_fft_state *state,
                              const int grid[CT_MAX_AXES]);

#endif
