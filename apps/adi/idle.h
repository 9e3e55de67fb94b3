/* Keys that a problem has no use for. */
#ifndef CT_APPS_ADI_IDLE_H
#define CT_APPS_ADI_IDLE_H

#include "apps/adi/job.h"

/* Refuses those that are given; the job's shape is known. Local. CT_ERROR_CONFIG. */
ct_status adi_refuse_idle(const adi_job *job);

#endif
