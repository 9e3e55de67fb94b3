/* Checks of a job before its work. */
#ifndef CT_APPS_TRANSPOSE_CHECK_H
#define CT_APPS_TRANSPOSE_CHECK_H

#include "apps/transpose/job.h"

/* Checks files, header of the input, shape, exchange and memory. Writes nothing. Collective; all
 * ranks fail together, as in all functions of a run. */
ct_status transpose_job_check(transpose_job *job);

#endif
