/*
 * A transform along a single axis by a complex one of all ranks: the recipe's maps, and a plan for
 * the complex transform or, if its points cannot be split over the ranks, for a convolution.
 */
#ifndef CT_FFT_SINGLE_AXIS_REDUCTION_H
#define CT_FFT_SINGLE_AXIS_REDUCTION_H

#include "fft/plan.h"
#include "fft/single_axis/chirp.h"
#include "fft/single_axis/convolution.h"
#include "fft/single_axis/mapping.h"
#include "fft/single_axis/rader.h"

/* The steps; a direct end has none for its map. */
enum { CT_FFT_PACK, CT_FFT_COMPLEX, CT_FFT_UNPACK, CT_FFT_REDUCTION_STEPS };

struct ct_fft_reduction {
    ct_fft_recipe recipe;
    ct_fft_mapping before, after;
    ct_fft_plan *complex_plan; /* in place unless an end is direct; of a convolution it returns */
    int is_direct[2];          /* it reads the plan's input, or writes its output, as it is */
    ct_fft_convolution convolution;
    ct_fft_chirp chirp;
    int is_rader; /* its tables are used, instead of the maps and the chirp */
    ct_fft_rader rader;
};

/* Builds a begun plan (build.h) with a reduced shape. Collective; all ranks fail together; the
 * caller destroys the plan after a failure too. */
ct_status ct_fft_reduction_create(ct_fft_plan *plan, const ct_fft_options *options);
void ct_fft_reduction_destroy(ct_fft_reduction **reduction);

/* Executes it. Collective. */
ct_status ct_fft_reduction_run(ct_fft_plan *plan);

#endif
