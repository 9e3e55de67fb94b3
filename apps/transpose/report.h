/* The report of a run, and what it prints. */
#ifndef CT_APPS_TRANSPOSE_REPORT_H
#define CT_APPS_TRANSPOSE_REPORT_H

#include "apps/transpose/job.h"

/* Fills the report and gives it its name. Collective. */
ct_status transpose_job_write_report(transpose_job *job);

/* At the end of --check and of a run, on rank 0. Local. */
void transpose_job_say_checked(const transpose_job *job);
void transpose_job_say_done(const transpose_job *job);

#endif
