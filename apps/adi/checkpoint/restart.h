/* Which checkpoint a run continues from, and the state in it. Collective. */
#ifndef CT_APPS_ADI_CHECKPOINT_RESTART_H
#define CT_APPS_ADI_CHECKPOINT_RESTART_H

#include "apps/adi/job.h"

/* Looks for a checkpoint to continue from, as the config asks. If there is one, job->restart is its
 * name, and the course and the run's name are read from it. */
ct_status adi_restart_find(adi_job *job);

/* Sets state and time to those of that checkpoint. */
ct_status adi_restart_load(adi_job *job);

#endif
