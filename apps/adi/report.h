/* The report of a run, and what it prints. */
#ifndef CT_APPS_ADI_REPORT_H
#define CT_APPS_ADI_REPORT_H

#include "apps/adi/job.h"

/* Writes the report. Collective. */
ct_status adi_job_write_report(adi_job *job);

/* Print the result of --check, and of a run, on rank 0. Local. */
void adi_job_print_checked(const adi_job *job);
void adi_job_say_done(const adi_job *job);

#endif
