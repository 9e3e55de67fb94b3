/* The gradient of Poisson's solution. */
#ifndef CT_APPS_FFT_OPERATIONS_SLOPES_H
#define CT_APPS_FFT_OPERATIONS_SLOPES_H

#include "apps/fft/job.h"

/* The dataset of the derivative along an axis: the solution's, with _dx and the axis' number.
 * Local; valid until the next call. */
const char *fft_slope_name(const fft_job *job, int axis);

/* Reserves its datasets, where poisson.gradient wants them; the solution's stays selected.
 * Collective, as the next. */
ct_status fft_job_slopes_create(fft_job *job);

/* Computes and writes the derivative along each axis that has one. CT_ERROR_MEMORY. */
ct_status fft_job_slopes_write(fft_job *job);

#endif
