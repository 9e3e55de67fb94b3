/* The report of a run. */
#ifndef CT_APPS_FFT_REPORT_H
#define CT_APPS_FFT_REPORT_H

#include "apps/fft/job.h"

/* Fills the report, but for the time that the run took as a whole. Collective. */
ct_status fft_job_write_report(fft_job *job);

/* After MPI_Finalize: adds the time of the whole run to the report and gives the report its name,
 * then releases the locks. Local. CT_ERROR_FILE. */
ct_status fft_job_close(fft_job *job);

#endif
