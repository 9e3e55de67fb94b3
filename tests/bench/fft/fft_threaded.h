/* FFTW's own transform of the whole array, on threads. */
#ifndef CT_BENCH_FFT_THREADED_H
#define CT_BENCH_FFT_THREADED_H

#include "fftw_of.h"

#include <stddef.h>

typedef struct fft_threaded {
    ptrdiff_t extent[3], bytes[2]; /* bytes of its arrays */
    bench_kind kind;
    FFTW(plan) plan;
    void *array[2];
} fft_threaded;

/* On arrays of its own, after FFTW(init_threads). False when there is no memory or no plan. Local,
 * here and below. */
int fft_threaded_create(const ptrdiff_t extent[3], bench_kind kind, unsigned rigour, int threads,
                        fft_threaded *fft);

/* Its seconds. */
double fft_threaded_run(const fft_threaded *fft);
void fft_threaded_destroy(fft_threaded *fft);

#endif
