/* What can be known to be wrong with a job before its work. */
#ifndef CT_APPS_ADI_CHECK_H
#define CT_APPS_ADI_CHECK_H

#include "apps/adi/job.h"

/* Whether the job can run: keys, files, arrays, memory. Writes nothing. Collective; all ranks fail
 * together, here and in what follows of a run. */
ct_status adi_job_check(adi_job *job);

#endif
