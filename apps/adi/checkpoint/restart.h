/* Finds and loads the checkpoint that a run continues from. Collective. */
#ifndef CT_APPS_ADI_CHECKPOINT_RESTART_H
#define CT_APPS_ADI_CHECKPOINT_RESTART_H

#include "apps/adi/job.h"

/* Finds the checkpoint to continue from, as configured. Sets job->restart to its name or NULL, and
 * reads job->course and the run's name from it. CT_ERROR_FILE if what has the name of a checkpoint
 * is something else. */
ct_status adi_restart_find(adi_job *job);

/* Sets state and time to those of that checkpoint. */
ct_status adi_restart_load(adi_job *job);

#endif
