/* What tests of codelets transform, and the defining sums. */
#ifndef CT_TEST_CODELET_SUMS_H
#define CT_TEST_CODELET_SUMS_H

#include "fft_samples.h"

#include "fft/shape/roots.h"

#include <cornerturn/fft.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { LINE_MOST = 8192 };

/* Unlike fmax it stays NAN. */
static inline double larger(double a, double b) {
    return isnan(a) || a >= b ? a : b;
}

/* Like sample_at, but what floats have exactly. */
static inline double real_sample(ptrdiff_t i) {
    return (double)((i * 7919 + 104729) % 1000) / 512 - 1;
}

static inline double complex sample(ptrdiff_t i) {
    return CMPLX(real_sample(2 * i), real_sample(2 * i + 1));
}

/* Complex number i of an array. */
static inline double complex number_at(const void *array, ptrdiff_t i, ct_precision precision) {
    return CMPLX(ct_real_at(array, 2 * i, precision), ct_real_at(array, 2 * i + 1, precision));
}

static inline void set_number(void *array, ptrdiff_t i, ct_precision precision,
                              double complex number) {
    ct_real_set(array, 2 * i, precision, creal(number));
    ct_real_set(array, 2 * i + 1, precision, cimag(number));
}

/* Signalling NaNs, which raise an exception where something is computed with them. */
static inline void set_signalling(void *work, ptrdiff_t bytes, ct_precision precision) {
    const uint64_t of_double = 0x7ff4000000000000U;
    const uint32_t of_float = 0x7fa00000U;
    const ptrdiff_t real_bytes = ct_real_bytes(precision);
    const void *real = precision == CT_DOUBLE ? (const void *)&of_double : &of_float;
    for (ptrdiff_t at = 0; at < bytes; at += real_bytes) {
        memcpy((char *)work + at, real, (size_t)real_bytes);
    }
}

/* What rounding may make of results like these. */
static inline double rounding_beside(const double complex *wanted, ptrdiff_t count,
                                     ct_precision precision) {
    double most = 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        most = larger(most, cabs(wanted[i]));
    }
    return 32 * most * rounding_of(precision);
}

enum { SUMS = 8 }; /* at a time: each waits for its own additions only */

/* Some sums of a line from coefficient k on. */
static inline void sum_some(const double complex *first, ptrdiff_t extent, ptrdiff_t beside,
                            const double complex *roots, ptrdiff_t k, double complex *sums) {
    double complex sum[SUMS] = {0};
    ptrdiff_t power[SUMS] = {0}; /* (k + i) m mod extent */
    ptrdiff_t step[SUMS];
    for (int i = 0; i < SUMS; i++) {
        step[i] = (k + i) % extent;
    }
    for (ptrdiff_t m = 0; m < extent; m++) {
        const double complex number = first[m * beside];
        for (int i = 0; i < SUMS; i++) {
            sum[i] += ct_times(number, roots[power[i]]);
            power[i] += power[i] + step[i] < extent ? step[i] : step[i] - extent;
        }
    }
    for (int i = 0; i < SUMS && k + i < extent; i++) {
        sums[k + i] = sum[i];
    }
}

/* Transforms the lines along one axis of a field by the sum; `beside` numbers lie between two of a
 * line. */
static inline void sum_axis(double complex *field, ptrdiff_t points, ptrdiff_t extent,
                            ptrdiff_t beside, ct_direction direction) {
    double complex roots[LINE_MOST];
    for (ptrdiff_t m = 0; m < extent; m++) {
        const double complex root = ct_fft_root(m, extent);
        roots[m] = direction == CT_FORWARD ? root : conj(root);
    }
    for (ptrdiff_t at = 0; at < points; at++) {
        double complex line[LINE_MOST];
        if (at / beside % extent != 0) {
            continue;
        }
        for (ptrdiff_t k = 0; k < extent; k += SUMS) {
            sum_some(field + at, extent, beside, roots, k, line);
        }
        for (ptrdiff_t k = 0; k < extent; k++) {
            field[at + k * beside] = line[k];
        }
    }
}

/* A plane of real numbers by the sum; all coefficients are built of the half of them that there is;
 * of those at both ends of a row, what real lines do not have is left out. */
static inline void sum_real(ptrdiff_t rows, ptrdiff_t points, const double complex *half,
                            double complex *all) {
    const ptrdiff_t last = points / 2;
    for (ptrdiff_t f = 0; f < rows; f++) {
        const ptrdiff_t mirrored = (rows - f) % rows;
        for (ptrdiff_t k = 0; k <= last; k++) {
            const double complex one = half[f * (last + 1) + k];
            const double complex other = conj(half[mirrored * (last + 1) + k]);
            const int is_end = k == 0 || k == last;
            all[f * points + k] = is_end ? (one + other) / 2 : one;
            if (!is_end) {
                all[mirrored * points + points - k] = conj(one);
            }
        }
    }
    sum_axis(all, rows * points, points, 1, CT_INVERSE);
    sum_axis(all, rows * points, rows, points, CT_INVERSE);
}

#endif
