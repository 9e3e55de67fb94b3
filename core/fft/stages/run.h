/* Executing the steps of a plan. */
#ifndef CT_FFT_STAGES_RUN_H
#define CT_FFT_STAGES_RUN_H

#include "fft/plan.h"

/* Tells all ranks where the arrays of an execution are. *is_private: on one node, but some rank
 * does not reach all of them, so the steps cannot run. Collective. CT_ERROR_ARGUMENT on all ranks
 * where an array is missing or not aligned. */
ct_status ct_fft_arrays_open(ct_fft_plan *plan, const void *input, void *output, int *is_private);

/* Runs the steps on these arrays. Collective. */
ct_status ct_fft_steps_run(ct_fft_plan *plan);

/* Both, for arrays that are known not to be private. Collective. */
ct_status ct_fft_steps_execute(ct_fft_plan *plan, const void *input, void *output);

#endif
