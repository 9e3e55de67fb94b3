/* A run of fft: what it holds and finds out, and what it tells about that. */
#ifndef CT_APPS_FFT_JOB_H
#define CT_APPS_FFT_JOB_H

#include "apps/fft_config.h"
#include "io/array.h"
#include "io/progress.h"
#include "io/report_facts.h"
#include "io/xdmf.h"

#include <cornerturn/fft.h>

typedef struct fft_job {
    MPI_Comm comm;
    int rank, size;
    ct_options options;
    fft_config config;
    char *config_text, *wisdom_file, *xdmf_file;
    ct_array_info info;
    ct_fft_plan *plan;
    void *input, *output;
    ct_array_file *file;
    const char *report_file; /* NULL: none */
    ct_report *report;       /* on rank 0 */
    ct_progress *progress;
    ct_spread read_s, plan_s, phase_s[CT_FFT_PHASES_MOST], transform_s, verify_s, write_s;
    double round_trip_error;
} fft_job;

/* Command line and config. Collective; all ranks fail together, here and below. */
ct_status fft_job_load(fft_job *job, int argc, char **argv);

/* Whether the job can run: files, input header, exchange. Nothing is written. Collective. */
ct_status fft_job_check(fft_job *job);

/* Says in the output file what its data is. Collective. */
ct_status fft_job_attributes(fft_job *job);

/* Fills the report and gives it its name. Collective. */
ct_status fft_job_write_report(fft_job *job);

/* How data moves in the transform, and the ranking behind it, on standard output. Local. */
void fft_job_explain(const fft_job *job);

/* Closing words of --check and of a run, on rank 0. Local. */
void fft_job_say_checked(const fft_job *job);
void fft_job_say_done(const fft_job *job);

/* Frees everything, unfinished files too. Collective. */
void fft_job_free(fft_job *job);

/* Size of the whole array as complex doubles; the direction in words. Local. */
double fft_array_bytes(const fft_job *job);
const char *fft_direction(const fft_job *job);

#endif
