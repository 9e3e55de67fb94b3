/*
 * Roots of unity, exp(-2 pi i m / order), accurate to one or two roundings. Local.
 */
#ifndef CT_FFT_SHAPE_ROOTS_H
#define CT_FFT_SHAPE_ROOTS_H

#include <complex.h>
#include <cornerturn/fft_problem.h>
#include <cornerturn/status.h>
#include <stddef.h>

#if !defined(CMPLX) /* of C11; glibc defines it for gcc only */
#define CMPLX(real, imaginary) __builtin_complex((double)(real), (double)(imaginary))
#endif

/* One root, 0 <= m <= order < 2^60. */
double complex ct_fft_root(ptrdiff_t m, ptrdiff_t order);

/* The same of a transform in a direction: back, its conjugate. */
static inline double complex ct_fft_root_of(ptrdiff_t m, ptrdiff_t order, ct_direction direction) {
    const double complex root = ct_fft_root(m, order);
    return direction == CT_FORWARD ? root : conj(root);
}

/* In two short tables: m = coarse * 2^fine_bits + fine. */
typedef struct ct_fft_roots {
    ptrdiff_t order;
    int fine_bits;
    double complex *coarse, *fine;
} ct_fft_roots;

/* Computes the tables. CT_ERROR_MEMORY: the caller destroys what exists. */
ct_status ct_fft_roots_create(ptrdiff_t order, ct_fft_roots *roots);
void ct_fft_roots_destroy(ct_fft_roots *roots);

/* The plain complex product: C's operator checks for infinities, which dominates its time. */
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
