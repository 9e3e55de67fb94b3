/* Checks the caller's arguments. */
#ifndef CT_FFT_OPTIONS_H
#define CT_FFT_OPTIONS_H

#include <cornerturn/fft.h>

/* CT_ERROR_ARGUMENT, naming what is allowed, unless a plan can be created. Local. */
ct_status ct_fft_options_check(const ct_fft_problem *problem, const ct_fft_options *options);

#endif
