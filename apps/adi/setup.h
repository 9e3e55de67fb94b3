/* Sets up a plan from a checked config. */
#ifndef CT_APPS_ADI_SETUP_H
#define CT_APPS_ADI_SETUP_H

#include "apps/adi/job.h"

/* Plans alone. Collective. */
ct_status adi_job_plan(adi_job *job);

/* Plans, and sets coefficients, boundary values and the initial state. Collective. */
ct_status adi_job_setup(adi_job *job);

#endif
