/* What can be known to be wrong with a job before its work. */
#ifndef CT_APPS_FFT_CHECK_H
#define CT_APPS_FFT_CHECK_H

#include "apps/fft/job.h"

/* Whether the job can run: files, headers of the inputs, shape, exchange, memory. Writes nothing.
 * Collective; all ranks fail together, here and in what follows of a run. */
ct_status fft_job_check(fft_job *job);

#endif
