/* The chirp of Bluestein's transform. */
#ifndef CT_FFT_SINGLE_AXIS_CHIRP_H
#define CT_FFT_SINGLE_AXIS_CHIRP_H

#include "fft/plan.h"
#include "fft/single_axis/parts.h"

/* The chirp exp(-+ pi i j^2 / points), by which Bluestein's transform multiplies before and after a
 * cyclic convolution with its inverse, whose coefficients are the kernel. */
typedef struct ct_fft_chirp {
    ptrdiff_t points;
    int inverse;
    ct_fft_roots roots;
    ct_fft_interval array; /* positions of the numbers that this rank has */
    ptrdiff_t kernel_count;
    double complex *kernel; /* of the coefficients that this rank has */
} ct_fft_chirp;

/* The chirp of a plan for `convolution`, which transforms the cycle forward in place, and the
 * kernel, made in the plan's work array. Collective; all ranks fail together, leaving what is there
 * for destroy. */
ct_status ct_fft_chirp_create(const ct_fft_plan *plan, ct_fft_plan *convolution, int inverse,
                              ct_fft_chirp *chirp);
void ct_fft_chirp_destroy(ct_fft_chirp *chirp);

/* Multiplies what this rank has by the chirp, and clears what is past its points; by the kernel.
 * Local. */
void ct_fft_chirp_multiply(const ct_fft_chirp *chirp, ct_precision precision, int threads,
                           void *numbers);
void ct_fft_chirp_filter(const ct_fft_chirp *chirp, ct_precision precision, int threads,
                         void *coefficients);

#endif
