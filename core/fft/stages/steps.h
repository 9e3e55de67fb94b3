/* From a route to the steps of an execution. */
#ifndef CT_FFT_STAGES_STEPS_H
#define CT_FFT_STAGES_STEPS_H

#include "fft/plan.h"

/* The work arrays, of `work_bytes`. Collective. */
ct_status ct_fft_works_create(ct_fft_plan *plan);

/* The steps with their exchanges, work arrays and views, but not their FFTW plans. Collective. */
ct_status ct_fft_steps_create(ct_fft_plan *plan, const ct_exchange_options *options);

/* When all steps are there: the factor and the twiddles in their passes, shares of the work for the
 * watcher, numbers in names that come more than once, bytes moved. Collective. */
ct_status ct_fft_steps_finish(ct_fft_plan *plan);

#endif
