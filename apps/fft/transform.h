/* Reads, transforms and verifies. */
#ifndef CT_APPS_FFT_TRANSFORM_H
#define CT_APPS_FFT_TRANSFORM_H

#include "apps/fft/job.h"

/* Reads the inputs and transforms the first; verify.round_trip checks the inverse against the
 * input. Collective, as the next two. */
ct_status fft_job_forward(fft_job *job);

/* Memory for an array of a plan. */
ct_status fft_job_alloc(const fft_job *job, ptrdiff_t bytes, void **array);

/* One transform, with a name for the progress. */
ct_status fft_job_transform(fft_job *job, ct_fft_plan *plan, const char *name, const void *from,
                            void *into);

/* Whether the transform is invertible: it neither truncates modes nor drops padding. Local. */
int fft_job_can_go_back(const fft_job *job);

/* Seconds of the last transform by a plan, on this rank. Local. */
double fft_job_seconds(const ct_fft_plan *plan);

/* Whether one array can hold what is read and what it becomes: with the same elements on both
 * sides, and where nothing looks at the input afterwards. Local. */
int fft_job_can_be_in_place(const fft_job *job);

#endif
