/*
 * Roots of unity, exp(-2 pi i m / order), each within a rounding or two. Local.
 */
#ifndef CT_FFT_SHAPE_ROOTS_H
#define CT_FFT_SHAPE_ROOTS_H

#include <complex.h>
#include <cornerturn/status.h>
#include <stddef.h>

#if !defined(CMPLX) /* C11's, which the GNU library has for gcc only */
#define CMPLX(real, imaginary) __builtin_complex((double)(real), (double)(imaginary))
#endif

/* In two tables, so that none is long: m = coarse * 2^fine_bits + fine. */
typedef struct ct_fft_roots {
    ptrdiff_t order;
    int fine_bits;
    double complex *coarse, *fine;
} ct_fft_roots;

/* One of them, 0 <= m <= order < 2^60. */
double complex ct_fft_root(ptrdiff_t m, ptrdiff_t order);

/* All of them. CT_ERROR_MEMORY leaves what is there for destroy. */
ct_status ct_fft_roots_create(ptrdiff_t order, ct_fft_roots *roots);
void ct_fft_roots_destroy(ct_fft_roots *roots);

/* A product as it is written: C's own looks for infinities, which takes most of its time. */
static inline double complex ct_times(double complex a, double complex b) {
    return CMPLX(creal(a) * creal(b) - cimag(a) * cimag(b),
                 creal(a) * cimag(b) + cimag(a) * creal(b));
}

/* Root m, 0 <= m < order. */
static inline double complex ct_fft_roots_at(const ct_fft_roots *roots, ptrdiff_t m) {
    ptrdiff_t mask = ((ptrdiff_t)1 << roots->fine_bits) - 1;
    return ct_times(roots->coarse[m >> roots->fine_bits], roots->fine[m & mask]);
}

#endif
