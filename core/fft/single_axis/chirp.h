/* The chirp of Bluestein's transform. */
#ifndef CT_FFT_SINGLE_AXIS_CHIRP_H
#define CT_FFT_SINGLE_AXIS_CHIRP_H

#include "fft/plan.h"
#include "fft/single_axis/parts.h"

/* The chirp exp(-+ pi i j^2 / points), with which Bluestein's transform multiplies before and after
 * a cyclic convolution with its conjugate; the kernel is the transform of that. */
typedef struct ct_fft_chirp {
    ptrdiff_t points;
    int inverse;
    ct_fft_roots roots;
    ct_fft_interval array; /* this rank's positions */
    ptrdiff_t kernel_count;
    double complex *kernel; /* at this rank's coefficients */
} ct_fft_chirp;

/* Creates the chirp and, in the plan's work array, the kernel, with `convolution`, a forward
 * transform in place of the convolution's length. Collective; all ranks fail together; the caller
 * destroys it after a failure too. */
ct_status ct_fft_chirp_create(const ct_fft_plan *plan, ct_fft_plan *convolution, int inverse,
                              ct_fft_chirp *chirp);
void ct_fft_chirp_destroy(ct_fft_chirp *chirp);

/* The kernel alone, from the numbers in the plan's work array. Collective, as above. */
ct_status ct_fft_chirp_keep_kernel(const ct_fft_plan *plan, ct_fft_plan *convolution,
                                   ct_fft_chirp *chirp);

/* Multiplies this rank's numbers by the chirp, and zeros those beyond its points; or by the kernel.
 * Local. */
void ct_fft_chirp_multiply(const ct_fft_chirp *chirp, ct_precision precision, int threads,
                           void *numbers);
void ct_fft_chirp_filter(const ct_fft_chirp *chirp, ct_precision precision, int threads,
                         void *coefficients);

#endif
