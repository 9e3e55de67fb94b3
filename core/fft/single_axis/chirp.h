/* The chirp of Bluestein's transform. */
#ifndef CT_FFT_SINGLE_AXIS_CHIRP_H
#define CT_FFT_SINGLE_AXIS_CHIRP_H

#include "fft/plan.h"
#include "fft/shape/roots.h"
#include "fft/single_axis/parts.h"

/* Numbers of the chirp that are made at a time. */
enum { CT_FFT_CHIRP_STRETCH = 1024 };

/* The chirp exp(-+ pi i j^2 / points), with which Bluestein's transform multiplies before and after
 * a cyclic convolution with its conjugate. */
typedef struct ct_fft_chirp {
    ptrdiff_t points;
    int inverse;
    ct_fft_roots roots;
    ct_fft_interval array; /* this rank's positions */
    double *start;         /* its first stretch, real parts and then imaginary ones */
} ct_fft_chirp;

/* The chirp for a plan's points, for the positions that this rank has of `convolution`. Local.
 * CT_ERROR_MEMORY: the caller destroys what exists. */
ct_status ct_fft_chirp_create(const ct_fft_plan *plan, const ct_fft_plan *convolution, int inverse,
                              ct_fft_chirp *chirp);
void ct_fft_chirp_destroy(ct_fft_chirp *chirp);

/* Sets this rank's numbers to the conjugate chirp, even and cyclic with `cycle` points, divided by
 * these. Local. */
void ct_fft_chirp_kernel(const ct_fft_chirp *chirp, ptrdiff_t cycle, ct_precision precision,
                         void *numbers);

/* Multiplies this rank's numbers by the chirp, and zeros those beyond its points. Local. */
void ct_fft_chirp_multiply(const ct_fft_chirp *chirp, ct_precision precision, int threads,
                           void *numbers);

#endif
