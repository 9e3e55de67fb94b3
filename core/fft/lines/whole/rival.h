/*
 * Batches that kernels take (codelets/fields/fields.h) and FFTW's measured plan may take faster:
 * complex fields, and real rows apart. Where registers are half a cache line, kernels gain little
 * over FFTW's own, and by field it is the one or the other (two ranks of a Zen 3, kernels as many
 * times as fast: c2c 1000 of 16 x 16 0.9, 20 of 64^3 0.8, 10000 of 8^3 1.1, 10000 of 100 1.2, 3000
 * of 24 x 24 1.9; r2c 2000 of 256 0.87). Where plans are measured anyway, both are timed.
 */
#ifndef CT_FFT_LINES_WHOLE_RIVAL_H
#define CT_FFT_LINES_WHOLE_RIVAL_H

#include "fft/plan.h"

/* Times the kernels and FFTW's plans of a plan that has both (ct_fft_whole_has_rival), and leaves
 * what is faster. Collective. CT_ERROR_MEMORY on all ranks. */
ct_status ct_fft_whole_decide(ct_fft_plan *plan);

#endif
