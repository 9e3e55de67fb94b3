/* The steps through time, and what is written after which of them. */
#ifndef CT_APPS_ADI_MARCH_STEPS_H
#define CT_APPS_ADI_MARCH_STEPS_H

#include "apps/adi/job.h"

/* Steps to the end, or until a signal asks to stop. Collective. */
ct_status adi_job_steps(adi_job *job);

#endif
