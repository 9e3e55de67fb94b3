/* Chooses the grid, slabs or pencils, and the pipeline. */
#ifndef CT_FFT_TUNE_H
#define CT_FFT_TUNE_H

#include "fft/plan.h"

/* Builds a begun plan (build.h), choosing grid and pipeline if the options leave them open.
 * Collective; all ranks fail together. */
ct_status ct_fft_build_tuned(ct_fft_plan *plan, const ct_fft_options *options);

#endif
