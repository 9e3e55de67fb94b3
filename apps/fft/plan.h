/* The plans of a run. */
#ifndef CT_APPS_FFT_PLAN_H
#define CT_APPS_FFT_PLAN_H

#include "apps/fft/job.h"

/* Creates the plans of the operation. Collective. */
ct_status fft_job_plan(fft_job *job);

/* With --forecast: prints what the plans tell of a run. */
ct_status fft_job_forecast(fft_job *job);

#endif
