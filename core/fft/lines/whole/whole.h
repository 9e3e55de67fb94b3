/* Ranks that have whole fields, as one rank has and each of several in a batch: kernels for all
 * axes of a field in the caches (codelets/fields/fields.h), or FFTW's own plans. */
#ifndef CT_FFT_LINES_WHOLE_WHOLE_H
#define CT_FFT_LINES_WHOLE_WHOLE_H

#include "fft/plan.h"

/* Sets the only step, and the bytes of its work array and of its buffer. CT_ERROR_MEMORY. Local. */
ct_status ct_fft_whole_prepare(ct_fft_plan *plan);

/* Creates the plans with FFTW's flags. False if one is missing. Local. */
int ct_fft_whole_plan(ct_fft_plan *plan, unsigned flags);

/* Whether the arrays of this execution are aligned as those that plans are made for; others have
 * plans of their own, with FFTW_UNALIGNED. Local. */
int ct_fft_whole_is_aligned(const ct_fft_plan *plan);

void ct_fft_whole_run(const ct_fft_plan *plan);

#endif
