/*
 * The problem a transform solves: a kind for each axis, and the lengths of array and spectrum.
 * Everything here is local and free of MPI.
 */
#ifndef CORNERTURN_FFT_PROBLEM_H
#define CORNERTURN_FFT_PROBLEM_H

#include <cornerturn/grid.h>
#include <cornerturn/precision.h>
#include <cornerturn/public.h>

CT_PUBLIC_BEGIN

typedef enum ct_direction { CT_FORWARD, CT_INVERSE } ct_direction;

/* The forward transform along an axis, with FFTW's names; inverse undoes it. N is the logical
 * length. */
typedef enum ct_fft_kind {
    CT_FFT_NONE,
    CT_FFT_C2C,  /* complex to complex; N = n */
    CT_FFT_R2C,  /* real to the coefficients 0 .. n/2, the others being their conjugates; N = n */
    CT_FFT_DCT1, /* even about both ends: REDFT00; N = 2 (n - 1), n >= 2 */
    CT_FFT_DCT2, /* even about -1/2 and n - 1/2: REDFT10, undone by kind 3; N = 2 n */
    CT_FFT_DCT3, /* even about 0, odd about n: REDFT01, undone by kind 2; N = 2 n */
    CT_FFT_DCT4, /* even about -1/2, odd about n - 1/2: REDFT11; N = 2 n */
    CT_FFT_DST1, /* odd about -1 and n: RODFT00; N = 2 (n + 1) */
    CT_FFT_DST2, /* odd about -1/2 and n - 1/2: RODFT10, undone by kind 3; N = 2 n */
    CT_FFT_DST3, /* odd about -1, even about n - 1: RODFT01, undone by kind 2; N = 2 n */
    CT_FFT_DST4, /* odd about -1/2, even about n - 1/2: RODFT11; N = 2 n */
    CT_FFT_KINDS
} ct_fft_kind;

/* The array is complex where an axis is c2c and none is r2c, or with is_complex, else real; the
 * spectrum is complex where the array is, or an axis is r2c. At most one axis, any one, is r2c: it
 * is transformed before those of c2c. At least one axis is transformed.
 *
 * Padding zeros and truncated modes are not sent, and not transformed where they fill whole lines.
 * Truncation retains the lowest modes: of c2c, `modes` coefficients in FFTW's order, frequencies
 * from 0 up, then the modes / 2 negative ones up to -1; of other kinds the first ones. With an even
 * `modes` below the points along c2c, one coefficient represents both frequencies +-modes / 2, as
 * in scipy.signal.resample: forward it is the sum of both, inverse gives half to each, so that real
 * arrays stay real and inverse(forward(x)) is a projection. Inverse takes truncated modes as zero
 * and returns the first `extent` points. For products without aliasing (3/2 rule): extent 3 n / 2
 * and modes n; for linear convolutions: extent n and length 2 n.
 *
 * Components of vector fields are an axis of kind none. As the first axis they take as long as so
 * many transforms; interleaved, as the last one, up to seven take 0.9 to 1.8 times as long (three
 * of 128^3, 2 ranks: 37 ms, apart 31). */
typedef struct ct_fft_problem {
    int axes;
    ptrdiff_t extent[CT_MAX_AXES]; /* points of the array, from 1; the last axis is fastest */
    ct_fft_kind kind[CT_MAX_AXES];
    ptrdiff_t length[CT_MAX_AXES]; /* points transformed: those of the array, then zeros; 0: extent.
                                      At most 2^31-1 */
    ptrdiff_t modes[CT_MAX_AXES];  /* coefficients of the spectrum; 0: all */
    ct_precision precision;
    int is_complex; /* 1: array and spectrum are complex though no axis is c2c: cosine and sine
                       transforms are of real and imaginary parts alike. Not with r2c */
} ct_fft_problem;

/* All axes c2c; all c2c but the last, which is r2c. Double precision. Local. */
ct_fft_problem ct_fft_complex(int axes, const ptrdiff_t *extent);
ct_fft_problem ct_fft_real(int axes, const ptrdiff_t *extent);

/* Checks that the problem can be planned. Local. CT_ERROR_ARGUMENT, naming the axis and what is
 * allowed. */
ct_status ct_fft_problem_check(const ct_fft_problem *problem);

/* Extents of the array, or (is_spectrum) of the spectrum, of a problem that can be planned; returns
 * whether its elements are complex. Local. */
int ct_fft_extents(const ct_fft_problem *problem, int is_spectrum, ptrdiff_t extent[CT_MAX_AXES]);

/* The least length from n on that is transformed fast: 2^a 3^b 5^c 7^d, times 11 or 13 or neither,
 * as FFTW has code for. 1 for n below 1; n itself beyond 2^59. For extents that can be chosen, and
 * lengths of padded axes. Local. */
ptrdiff_t ct_fft_good_length(ptrdiff_t n);

CT_PUBLIC_END

#endif
