/* The times of a run's steps and snapshots. Local. */
#ifndef CT_APPS_ADI_MARCH_SCHEDULE_H
#define CT_APPS_ADI_MARCH_SCHEDULE_H

#include "apps/adi/job.h"

/* Sets the numbers of steps and snapshots, those before a restart included. CT_ERROR_CONFIG for an
 * end before the checkpoint. */
ct_status adi_schedule_make(adi_job *job);

/* The time after `step` steps of fixed length. */
double adi_time_after(const adi_job *job, double step);

/* The first time of a snapshot after `time`; the end of the run if there is none. */
double adi_next_output(const adi_config *config, double time);

/* Whether a snapshot is due after this step, which led from the time `before` to `time`. */
bool adi_snapshot_due(const adi_job *job, double step, double before, double time);

/* Largest difference of times that counts as rounding. */
double adi_time_resolution(const adi_config *config);

#endif
