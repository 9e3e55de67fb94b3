/*
 * A transform along a single axis by way of a complex one that all ranks do together: a recipe's
 * maps between the arrays, and a plan for the complex transform; where its points cannot be divided
 * over the ranks, plans for the convolutions that make it.
 */
#ifndef CT_FFT_SINGLE_AXIS_REDUCTION_H
#define CT_FFT_SINGLE_AXIS_REDUCTION_H

#include "fft/plan.h"
#include "fft/single_axis/chirp.h"
#include "fft/single_axis/mapping.h"

struct ct_fft_reduction {
    ct_fft_recipe recipe;
    ct_fft_mapping before, after;
    ct_fft_plan *there, *back; /* complex, in place; back: NULL unless there is a chirp */
    ct_fft_chirp chirp;
};

/* Builds a plan that was begun (build.h) and has a reduced shape. Collective; all ranks fail
 * together, leaving what is there for destroy. */
ct_status ct_fft_reduction_create(ct_fft_plan *plan, const ct_fft_options *options);
void ct_fft_reduction_destroy(ct_fft_reduction **reduction);

/* Executes it. Collective. */
ct_status ct_fft_reduction_run(ct_fft_plan *plan);

#endif
