/* The power spectrum. */
#ifndef CT_APPS_FFT_OPERATIONS_POWER_H
#define CT_APPS_FFT_OPERATIONS_POWER_H

#include "apps/fft/job.h"

/* Bins the power of the spectrum, and checks it by Parseval's theorem. Collective, as is the other.
 */
ct_status fft_job_power(fft_job *job);

/* Writes the table of the bins. */
ct_status fft_job_write_power(const fft_job *job);

#endif
