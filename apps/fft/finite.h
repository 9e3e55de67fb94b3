/* Values that are not finite. */
#ifndef CT_APPS_FFT_FINITE_H
#define CT_APPS_FFT_FINITE_H

#include "apps/fft/job.h"

/* Searches for them in the inputs; in the spectrum if it is the result, summed or verified; in any
 * other result. CT_ERROR_FILE unless verify.finite is false. Collective. */
ct_status fft_job_check_input(fft_job *job);
ct_status fft_job_check_spectrum(fft_job *job);
ct_status fft_job_check_result(fft_job *job);

/* Whether all searched arrays are finite. Local. */
int fft_job_is_finite(const fft_job *job);

/* Names of the arrays in messages and the report. */
extern const char *const fft_array_names[FFT_FINDINGS];

#endif
