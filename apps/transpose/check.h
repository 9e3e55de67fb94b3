/* What can be known to be wrong with a job before its work. */
#ifndef CT_APPS_TRANSPOSE_CHECK_H
#define CT_APPS_TRANSPOSE_CHECK_H

#include "apps/transpose/job.h"

/* Whether the job can run: files, header of the input, shape, exchange, memory. Writes nothing.
 * Collective; all ranks fail together, here and in what follows of a run. */
ct_status transpose_job_check(transpose_job *job);

#endif
