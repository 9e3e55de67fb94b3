/* Internal queries of a plan. */
#ifndef CT_FFT_QUERY_H
#define CT_FFT_QUERY_H

#include "fft/plan.h"

/* The layout of the input or output; a rank's box there, with a split axis as one. Local. */
const ct_ownership *ct_fft_layout_at(const ct_fft_plan *plan, int is_input);
ct_box ct_fft_box_at(const ct_fft_plan *plan, int is_input, int rank);

/* Sets the reason, once the plan has its steps. Local. */
void ct_fft_explain(ct_fft_plan *plan);

/* Bytes of memory that this rank's part of a plan takes: work arrays and exchanges, but for what
 * stays in the cache. Local. */
double ct_fft_held_bytes(const ct_fft_plan *plan);

/* Predicted seconds of an execution with the plan's grid and pipeline and the options that it was
 * made with; HUGE_VAL where there is no model of it. Local. */
double ct_fft_plan_predict(const ct_fft_plan *plan, const ct_fft_options *options,
                           const ct_calibration *calibration);

#endif
