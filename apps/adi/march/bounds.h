/* Whether the state is finite and within the bounds that data and theory set. Collective. */
#ifndef CT_APPS_ADI_MARCH_BOUNDS_H
#define CT_APPS_ADI_MARCH_BOUNDS_H

#include "apps/adi/job.h"

/* Finds the bounds when the run begins, or is continued. */
ct_status adi_bounds_begin(adi_job *job);

/* Checks the state; watch: after every so many steps only. */
ct_status adi_state_check(const adi_job *job);
ct_status adi_state_watch(const adi_job *job);

#endif
