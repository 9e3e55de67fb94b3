/* Queries of the spectrum and its array. */
#ifndef CT_APPS_FFT_OPERATIONS_SPECTRUM_H
#define CT_APPS_FFT_OPERATIONS_SPECTRUM_H

#include "apps/fft/job.h"

/* This rank's part of the spectrum. Local. */
ct_spectrum fft_job_spectrum(const fft_job *job);

/* Root of the mean of the squared magnitudes of the input. Collective. */
ct_status fft_job_root_mean_square(const fft_job *job, double *root);

#endif
