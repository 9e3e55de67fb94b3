/* What is done with the spectrum, and the way back from it. */
#ifndef CT_APPS_FFT_OPERATIONS_OPERATE_H
#define CT_APPS_FFT_OPERATIONS_OPERATE_H

#include "apps/fft/job.h"

/* The operation of the config; nothing for a plain transform. Collective. */
ct_status fft_job_operate(fft_job *job);

#endif
