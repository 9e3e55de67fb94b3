/*
 * Sides that stages and exchanges cannot take from the caller's arrays: they are redistributed
 * before, or after, into an array of the plan. On one node these are sides in many boxes or narrow
 * blocks, between nodes none but a single axis that is divided.
 */
#ifndef CT_FFT_SIDES_RELAID_H
#define CT_FFT_SIDES_RELAID_H

#include "fft/plan.h"

/* Arrays and redistributions of the sides that need them, of a plan that is ready else. Collective;
 * all ranks fail together. */
ct_status ct_fft_relaid_create(ct_fft_plan *plan, const ct_fft_options *options);
void ct_fft_relaid_destroy(ct_fft_plan *plan);

/* Whether there are any. */
int ct_fft_is_relaid(const ct_fft_plan *plan);

/* The arrays that the plan transforms instead of the caller's. */
void ct_fft_relaid_arrays(const ct_fft_plan *plan, const void **input, void **output);

/* Fills the one from the caller's input, or the caller's output from the other. Collective. */
ct_status ct_fft_relaid_begin(ct_fft_plan *plan, const void *input);
ct_status ct_fft_relaid_end(ct_fft_plan *plan, void *output);

#endif
