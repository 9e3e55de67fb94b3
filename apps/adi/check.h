/* Checks of a job before its work. */
#ifndef CT_APPS_ADI_CHECK_H
#define CT_APPS_ADI_CHECK_H

#include "apps/adi/job.h"

/* Checks keys, files, arrays and memory. Writes nothing. Collective; all ranks fail together, as in
 * all functions of a run. */
ct_status adi_job_check(adi_job *job);

/* Bytes of this rank's part of the state and its systems, to a layer. Local. */
double adi_job_need_bytes(adi_job *job);

#endif
