/* The report of a run, and what it prints. */
#ifndef CT_APPS_TRANSPOSE_REPORT_H
#define CT_APPS_TRANSPOSE_REPORT_H

#include "apps/transpose/job.h"

/* Writes the report. Collective. */
ct_status transpose_job_write_report(transpose_job *job);

/* Print the result of --check, and of a run, on rank 0. Local. */
void transpose_job_print_checked(const transpose_job *job);
void transpose_job_say_done(const transpose_job *job);

#endif
