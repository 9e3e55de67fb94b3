/* Checks of a job before its work. */
#ifndef CT_APPS_FFT_CHECK_H
#define CT_APPS_FFT_CHECK_H

#include "apps/fft/job.h"

/* Checks files, headers of the inputs, shape, exchange and memory. Writes nothing. Collective; all
 * ranks fail together, as in all functions of a run. */
ct_status fft_job_check(fft_job *job);

/* Bytes of this rank's part of the arrays, to a row; what plans take comes on top. Local. */
double fft_job_need_bytes(const fft_job *job);

#endif
