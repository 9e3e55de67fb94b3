/* The time steps and their output. */
#ifndef CT_APPS_ADI_MARCH_STEPS_H
#define CT_APPS_ADI_MARCH_STEPS_H

#include "apps/adi/job.h"

/* Steps to the end, or until a signal asks to stop. Collective. */
ct_status adi_job_steps(adi_job *job);

#endif
