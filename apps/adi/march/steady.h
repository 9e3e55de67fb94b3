/* The steady state. */
#ifndef CT_APPS_ADI_MARCH_STEADY_H
#define CT_APPS_ADI_MARCH_STEADY_H

#include "apps/adi/job.h"

/* Iterates to the steady state. Collective. */
ct_status adi_job_steady(adi_job *job);

#endif
