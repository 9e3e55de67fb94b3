/* Values that are not finite. */
#ifndef CT_APPS_FFT_FINITE_H
#define CT_APPS_FFT_FINITE_H

#include "apps/fft/job.h"

/* Looks for them in the inputs; in the spectrum, where that is the result, is summed or is
 * verified; in any other result. CT_ERROR_FILE unless verify.finite is false. Collective. */
ct_status fft_job_check_input(fft_job *job);
ct_status fft_job_check_spectrum(fft_job *job);
ct_status fft_job_check_result(fft_job *job);

/* Whether all that was looked at is finite. Local. */
int fft_job_is_finite(const fft_job *job);

/* What messages and the report call the arrays. */
extern const char *const fft_found_names[FFT_FINDINGS];

#endif
