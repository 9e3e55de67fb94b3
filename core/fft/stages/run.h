/* Executing the steps of a plan: of one field, or of several of which each is sent while another is
 * transformed. */
#ifndef CT_FFT_STAGES_RUN_H
#define CT_FFT_STAGES_RUN_H

#include "fft/plan.h"

/* What is wrong with arrays of the caller's, on this rank. Local. CT_ERROR_ARGUMENT. */
ct_status ct_fft_arrays_check(const ct_fft_plan *plan, const void *input, const void *output);

/* Tells all ranks where the arrays of an execution are. On one node arrays that others use but
 * cannot reach go by slots (slots.h); in plans without slots they are copied to shared arrays of
 * the plan, which stand in for them until ct_fft_arrays_close. *is_private: nothing can be shared,
 * so the steps cannot run. Collective. CT_ERROR_ARGUMENT on all ranks where an array is missing or
 * not aligned. */
ct_status ct_fft_arrays_open(ct_fft_plan *plan, const void *input, void *output, int *is_private);

/* After the steps: what stood in for the output is copied to it. Local. */
void ct_fft_arrays_close(ct_fft_plan *plan, void *output);

/* Runs the steps on these arrays. Collective. */
ct_status ct_fft_steps_run(ct_fft_plan *plan);

/* Both, for arrays that are known not to be private. Collective. */
ct_status ct_fft_steps_execute(ct_fft_plan *plan, const void *input, void *output);

/* Executes n fields, by turns in this plan and in its twin, whose steps are the same: while what
 * the one sends is on its way, the other transforms. The plan exchanges; the arrays passed
 * ct_fft_arrays_check on all ranks. Collective. */
ct_status ct_fft_steps_run_many(ct_fft_plan *plan, int n, const void *const inputs[],
                                void *const outputs[]);

#endif
