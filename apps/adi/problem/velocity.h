/* The velocity that carries u. */
#ifndef CT_APPS_ADI_PROBLEM_VELOCITY_H
#define CT_APPS_ADI_PROBLEM_VELOCITY_H

#include "apps/adi/job.h"

/* Reads it from the config; which keys go with it. Local. CT_ERROR_CONFIG. */
ct_status adi_velocity_read(adi_job *job);

/* Whether there is one. Local. */
bool adi_velocity_is_on(const adi_job *job);

/* Checks its arrays, which have one number more along their axis than there are cells. Collective.
 */
ct_status adi_velocity_check(adi_job *job);

/* Gives it to the plan. Collective. */
ct_status adi_velocity_set(adi_job *job);

/* Writes Courant number and substeps to the report (NULL: none), and prints them. Rank 0. */
void adi_velocity_report(const adi_job *job);
void adi_velocity_say(const adi_job *job);

#endif
