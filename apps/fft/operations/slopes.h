/* The gradient of Poisson's solution. */
#ifndef CT_APPS_FFT_OPERATIONS_SLOPES_H
#define CT_APPS_FFT_OPERATIONS_SLOPES_H

#include "apps/fft/job.h"

/* The result's datasets: its own, and where poisson.gradient wants them those of its derivatives:
 * the same with _dx and the axis' number. How many. Local; valid until another job asks. */
int fft_job_datasets(const fft_job *job, const char *names[1 + CT_MAX_AXES]);

/* Reserves its datasets, where poisson.gradient wants them; the solution's stays selected.
 * Collective, as the next. */
ct_status fft_job_slopes_create(fft_job *job);

/* Computes and writes the derivative along each axis that has one. CT_ERROR_MEMORY. */
ct_status fft_job_slopes_write(fft_job *job);

#endif
