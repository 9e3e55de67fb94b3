/* Checking what the caller gave. */
#ifndef CT_FFT_OPTIONS_H
#define CT_FFT_OPTIONS_H

#include <cornerturn/fft.h>

/* Whether a plan can be made so. Local. CT_ERROR_ARGUMENT, with what is allowed. */
ct_status ct_fft_options_check(const ct_fft_problem *problem, const ct_fft_options *options);

#endif
