/* Twiddle factors between the two transforms of a split axis. */
#ifndef CT_FFT_LINES_TWIDDLES_H
#define CT_FFT_LINES_TWIDDLES_H

#include "fft/shape/shape.h"

typedef struct ct_fft_twiddles {
    double *coarse, *fine; /* complex numbers */
    ptrdiff_t fine_count;
} ct_fft_twiddles;

/* Computes them; none if no axis is split. CT_ERROR_MEMORY: the caller destroys what exists. */
ct_status ct_fft_twiddles_create(const ct_fft_shape *shape, ct_fft_twiddles *twiddles);
void ct_fft_twiddles_destroy(ct_fft_twiddles *twiddles);

#endif
