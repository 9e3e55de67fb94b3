/* A cyclic convolution of all ranks, in place: a split plan that returns, and the coefficients of a
 * kernel by which it multiplies where it turns. */
#ifndef CT_FFT_SINGLE_AXIS_CONVOLUTION_H
#define CT_FFT_SINGLE_AXIS_CONVOLUTION_H

#include "fft/plan.h"

#include <complex.h>

typedef struct ct_fft_convolution {
    ct_precision precision;
    ct_box box;             /* of the coefficients that this rank multiplies, */
    double complex *kernel; /* and what by, in C order */
} ct_fft_convolution;

/* Transforms the kernel, `numbers` of this rank, which are overwritten, by the plan of the
 * convolution, and keeps its coefficients. Collective; all ranks fail together; the caller destroys
 * it after a failure too. */
ct_status ct_fft_convolution_create(ct_fft_plan *plan, void *numbers,
                                    ct_fft_convolution *convolution);
void ct_fft_convolution_destroy(ct_fft_convolution *convolution);

/* Multiplies a tile of the plan's by the kernel. Local. */
void ct_fft_convolution_multiply(const ct_fft_convolution *convolution, const ct_fft_tile *tile);

#endif
