/* One rank: all axes by FFTW's own plans. */
#ifndef CT_FFT_LINES_WHOLE_H
#define CT_FFT_LINES_WHOLE_H

#include "fft/plan.h"

/* Whether these are faster than stages. Local. */
int ct_fft_is_whole(const ct_fft_plan *plan);

/* Bytes of the work array that they need. Local. */
ptrdiff_t ct_fft_whole_work_bytes(const ct_fft_plan *plan);

/* Makes the plans with FFTW's flags. False if one is missing. Local. */
int ct_fft_whole_plan(ct_fft_plan *plan, unsigned flags);
void ct_fft_whole_run(const ct_fft_plan *plan);

#endif
