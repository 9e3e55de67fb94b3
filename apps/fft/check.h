/* Checks of a job before its work. */
#ifndef CT_APPS_FFT_CHECK_H
#define CT_APPS_FFT_CHECK_H

#include "apps/fft/job.h"

/* Checks files, headers of the inputs, shape, exchange and memory. Writes nothing. Collective; all
 * ranks fail together, as in all functions of a run. */
ct_status fft_job_check(fft_job *job);

/* Bytes of this rank's memory: of its part of the arrays (to a row, with that which the round trip
 * brings back) and of what the plans hold. Collective, after fft_job_plan. */
typedef struct fft_job_need {
    double array_bytes, plan_bytes;
} fft_job_need;
ct_status fft_job_count(const fft_job *job, fft_job_need *need);

/* Checks the memory again, now that there are plans, before anything is written to arrays.
 * Collective. */
ct_status fft_job_check_memory(const fft_job *job);

#endif
