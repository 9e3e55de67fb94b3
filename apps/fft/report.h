/* The report of a run. */
#ifndef CT_APPS_FFT_REPORT_H
#define CT_APPS_FFT_REPORT_H

#include "apps/fft/job.h"

/* Writes the report but for the total time. Collective. */
ct_status fft_job_write_report(fft_job *job);

/* After MPI_Finalize: adds the total time, renames the report to its path, and releases the locks.
 * Local. CT_ERROR_FILE. */
ct_status fft_job_close(fft_job *job);

#endif
