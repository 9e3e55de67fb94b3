/* Processes one panel, from input to output. Collective. */
#ifndef CT_APPS_TRANSPOSE_PANEL_H
#define CT_APPS_TRANSPOSE_PANEL_H

#include "apps/transpose/job.h"

/* Names of the phases of a run, as laps have them. */
extern const char *const transpose_phases[TRANSPOSE_PHASES];

/* Plans a panel, unless there is a plan for one of its extent. */
ct_status transpose_job_plan(transpose_job *job, const ct_box *panel);

/* Reads a panel, transposes it and writes it. */
ct_status transpose_job_panel(transpose_job *job, const ct_box *panel);

#endif
