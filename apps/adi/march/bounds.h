/* Checks that the state is finite and within its bounds (ct_adi_bounds_check). Collective. */
#ifndef CT_APPS_ADI_MARCH_BOUNDS_H
#define CT_APPS_ADI_MARCH_BOUNDS_H

#include "apps/adi/job.h"

/* Sets up the bounds at the start or restart of a run. */
ct_status adi_bounds_begin(adi_job *job);

/* Checks the state; adi_state_watch does so only at the configured interval of steps. */
ct_status adi_state_check(const adi_job *job);
ct_status adi_state_watch(const adi_job *job);

#endif
