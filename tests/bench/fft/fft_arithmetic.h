/*
 * The arithmetic of a distributed 3D transform without its memory traffic: FFTW's plans for tiles
 * of lines that stay in the second-level cache, as many lines along each axis as a rank has. Real
 * lines of even length count as complex ones of half that.
 */
#ifndef CT_BENCH_FFT_ARITHMETIC_H
#define CT_BENCH_FFT_ARITHMETIC_H

#include "fftw_of.h"

#include <stddef.h>

typedef struct fft_arithmetic {
    FFTW(plan) plan[3]; /* for a tile of lines along each axis */
    ptrdiff_t tiles[3];
    void *tile[2];
} fft_arithmetic;

/* Of rank `rank` of `size`. False when there is no memory or no plan. Local, here and below. */
int fft_arithmetic_create(const ptrdiff_t extent[3], bench_kind kind, unsigned rigour, int rank,
                          int size, fft_arithmetic *arithmetic);
void fft_arithmetic_run(const fft_arithmetic *arithmetic);
void fft_arithmetic_destroy(fft_arithmetic *arithmetic);

#endif
