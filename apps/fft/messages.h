/* What a run prints. Local. */
#ifndef CT_APPS_FFT_MESSAGES_H
#define CT_APPS_FFT_MESSAGES_H

#include "apps/fft/job.h"

/* Print the result of --check, and of a run, on rank 0. */
void fft_job_print_checked(const fft_job *job);
void fft_job_say_done(const fft_job *job);

/* Prints the transform's communication, and the ranking of candidates. */
void fft_job_explain(const fft_job *job);

#endif
