/*
 * Batches of complex fields that kernels take (codelets/fields/fields.h) and FFTW's measured plan
 * may take faster: where registers are half a cache line, kernels gain little over FFTW's own, and
 * by field it is the one or the other (two ranks of a Zen 3, kernels as many times as fast: c2c
 * 5000 of 100 0.7, 1000 of 16 x 16 0.78, 10000 of 8^3 0.9, 2000 of 16^3 1.15, 3000 of 24 x 24 1.9).
 * Where plans are measured anyway, both are timed.
 */
#ifndef CT_FFT_LINES_WHOLE_RIVAL_H
#define CT_FFT_LINES_WHOLE_RIVAL_H

#include "fft/plan.h"

/* Times the kernels and FFTW's plans of a plan that has both (ct_fft_whole_has_rival), and leaves
 * what is faster. Collective. CT_ERROR_MEMORY on all ranks. */
ct_status ct_fft_whole_decide(ct_fft_plan *plan);

#endif
