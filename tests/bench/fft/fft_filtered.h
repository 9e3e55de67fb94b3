/* What a filter does to the coefficients. */
#ifndef CT_BENCH_FFT_FILTERED_H
#define CT_BENCH_FFT_FILTERED_H

#include <cornerturn/fft_filter.h>

/* Multiplies each element by a number of its position, a row of the tile at a time. */
void fft_filtered_multiply(void *context, const ct_fft_tile *tile);

#endif
