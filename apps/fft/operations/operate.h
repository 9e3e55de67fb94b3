/* The operation on the spectrum, and the transform back. */
#ifndef CT_APPS_FFT_OPERATIONS_OPERATE_H
#define CT_APPS_FFT_OPERATIONS_OPERATE_H

#include "apps/fft/job.h"

/* Performs the config's operation; nothing for a plain transform. Collective. */
ct_status fft_job_operate(fft_job *job);

#endif
