/* What the transforms are given. */
#ifndef CT_BENCH_FFT_INPUT_H
#define CT_BENCH_FFT_INPUT_H

#include "fftw_of.h"

#include <stddef.h>

/* Fills an array, or a part of whole rows, with numbers of either sign, others for each seed. To
 * real numbers those of wavenumber 0 and of the highest of an even number along the last axis would
 * have to fit each other: they are 0. Local. */
void fft_input_fill(const ptrdiff_t extent[3], bench_kind kind, void *array, ptrdiff_t bytes,
                    int seed);

#endif
