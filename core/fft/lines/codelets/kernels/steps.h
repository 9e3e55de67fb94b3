/* The steps of columns, whatever the vectors. Local, pure. */
#ifndef CT_FFT_LINES_CODELETS_KERNELS_STEPS_H
#define CT_FFT_LINES_CODELETS_KERNELS_STEPS_H

#include "fft/lines/codelets/kernels/kernels.h"

/* Whether columns of so many points go in one step. */
int ct_codelet_is_step(ptrdiff_t points);

/* How many of the points of a column go first, where it goes in two steps that are kernels; 1: it
 * does not. */
ptrdiff_t ct_codelet_first(ptrdiff_t points);

/* Points of a column that go first by a kernel, the rest by whatever columns of so many points go,
 * which may be in two steps again or a convolution; 1: there are none. */
ptrdiff_t ct_codelet_outer_first(ptrdiff_t points);

/* Whether columns of so many points go by sums: primes up to which that takes less than a
 * convolution. */
int ct_codelet_is_summed(ptrdiff_t points);

/*
 * Columns of N points that are no product of steps go as cyclic convolutions of first x rest
 * points.
 *
 * Of a prime N with a generator g (Rader, Proceedings of the IEEE 56, 1968), of N - 1 points:
 * coefficient g^m is x(0) plus the sum over r of x(g^r) w(g^(r + m)), so points and results have
 * the same places. Of others (Bluestein, IEEE Transactions on Audio and Electroacoustics 18, 1970),
 * padded to at least 2 N - 1 points: with a(j) = exp(-+ pi i j^2 / N) coefficient k is a(k) times
 * the sum over j of x(j) a(j) conj(a(k - j)).
 */
typedef struct ct_codelet_convolution_size {
    ptrdiff_t first, rest; /* steps of the transforms; 0: there are none */
    int is_padded;
} ct_codelet_convolution_size;
ct_codelet_convolution_size ct_codelet_convolved(ptrdiff_t points);

#endif
