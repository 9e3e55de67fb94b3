/* Checks of a job before its work. */
#ifndef CT_APPS_FFT_CHECK_H
#define CT_APPS_FFT_CHECK_H

#include "apps/fft/job.h"

/* Checks files, headers of the inputs, shape, exchange and memory. Writes nothing. Collective; all
 * ranks fail together, as in all functions of a run. */
ct_status fft_job_check(fft_job *job);

#endif
