/* A run of fft: what it holds and finds out, and what it tells about that. */
#ifndef CT_APPS_FFT_JOB_H
#define CT_APPS_FFT_JOB_H

#include "apps/common/numbers.h"
#include "apps/common/run.h"
#include "apps/fft/shape.h"
#include "io/output/report_facts.h"
#include "io/output/xdmf.h"
#include "io/run/laps.h"
#include "io/run/locks.h"

/* Arrays whose numbers are looked at. */
typedef enum fft_found { FFT_INPUT, FFT_SECOND, FFT_SPECTRUM, FFT_RESULT, FFT_FINDINGS } fft_found;

typedef struct fft_job {
    MPI_Comm comm;
    int rank, size;
    ct_options options;
    fft_config config;
    char *config_text, *wisdom_file, *xdmf_file; /* xdmf_file NULL: none */
    ct_array_info info, second_info;             /* of the datasets that are read */
    fft_shape shape;
    ct_fft_plan *plan, *second_plan, *back_plan; /* NULL: not needed */
    void *input, *spectrum; /* of `plan`, in the config's direction; with in_place they are one */
    int in_place;
    MPI_Comm sharers; /* ranks that reach each other's arrays: `comm`, or this one alone */
    void *second, *second_spectrum;
    void *result;       /* of a convolution, or with components; else back in `input` */
    const void *output; /* what is written: one of these, and of it this box */
    ct_box output_box;
    job_finding found[FFT_FINDINGS];
    double finite_seconds;                      /* this rank spent on them */
    double *power, *modes;                      /* of bins, on every rank the sums over all */
    double mean, root_mean_square, mean_square; /* of the input, where an operation wants them */
    ct_array_file *file;
    const char *report_file; /* NULL: none */
    ct_report *report;       /* on rank 0; */
    int has_report;          /* filled */
    ct_progress *progress;
    ct_laps laps;      /* of this rank */
    const char *phase; /* under way */
    ct_locks *locks;   /* on rank 0 */
    ct_spread plan_s, read_s, finite_s, phase_s[CT_FFT_PHASES_MOST], transform_s, verify_s,
        second_s, multiply_s, back_s, write_s;
    double round_trip_error, parseval_error;
    int is_checked; /* by a round trip */
} fft_job;

/* Command line and config. Collective; all ranks fail together, here and below. */
ct_status fft_job_load(fft_job *job, int argc, char **argv);

/* Whether the job can run: files, input headers, shape, exchange. Nothing is written. Collective.
 */
ct_status fft_job_check(fft_job *job);

/* The plans that the operation wants; then reading and transforming, what is between, and the way
 * back. Collective. */
ct_status fft_job_plan(fft_job *job);
ct_status fft_job_forward(fft_job *job);
ct_status fft_job_operate(fft_job *job);

/* Looks for numbers that are not finite: in what was read; in the spectrum, where that is the
 * result, is summed or is verified; in any other result. CT_ERROR_FILE unless verify.finite is
 * false. Collective. */
ct_status fft_job_check_input(fft_job *job);
ct_status fft_job_check_spectrum(fft_job *job);
ct_status fft_job_check_result(fft_job *job);

/* Whether all is finite that was looked at; the same words for all programs and people. Local. */
int fft_job_is_finite(const fft_job *job);
extern const char *const fft_found_names[FFT_FINDINGS];

/* Memory for an array of a plan. Collective. */
ct_status fft_job_alloc(const fft_job *job, ptrdiff_t bytes, void **array);

/* One transform, with a name for the progress. Collective. The seconds that the last one by a plan
 * took on this rank. Local. */
ct_status fft_job_transform(fft_job *job, ct_fft_plan *plan, const char *name, const void *from,
                            void *into);
double fft_job_seconds(const ct_fft_plan *plan);

/* Bins the power of the spectrum, and writes the table. Collective. */
ct_status fft_job_power(fft_job *job);
ct_status fft_job_write_power(const fft_job *job);

/* Root of the mean of the squared magnitudes of the input. Collective. */
ct_status fft_job_root_mean_square(const fft_job *job, double *root);

/* The spectrum at hand. Local. */
ct_spectrum fft_job_spectrum(const fft_job *job);

/* Says in the output file what its data is. Collective. */
ct_status fft_job_attributes(fft_job *job);

/* Fills the report, but for the time that the run took as a whole. Collective. */
ct_status fft_job_write_report(fft_job *job);

/* How data moves in the transform, and the ranking behind it, on standard output. Local. */
void fft_job_explain(const fft_job *job);

/* Closing words of --check and of a run, on rank 0. Local. */
void fft_job_say_checked(const fft_job *job);
void fft_job_say_done(const fft_job *job);

/* Frees everything, unfinished files too, but for a report that is filled and the locks.
 * Collective.
 */
void fft_job_free(fft_job *job);

/* When MPI has ended: adds to the report the time that the run took as a whole, and gives it its
 * name; then the locks are free. Local. CT_ERROR_FILE. */
ct_status fft_job_close(fft_job *job);

/* Bytes of the whole array in memory, which rates are about; what is done, in words. Local. */
double fft_job_array_bytes(const fft_job *job);
const char *fft_job_words(const fft_job *job);

/* The clock of a phase: begins and ends it for the progress, and gives its seconds over all ranks,
 * which is collective, or on this one. */
void fft_job_begin(fft_job *job, const char *phase, double bytes);
ct_spread fft_job_end(fft_job *job);
double fft_job_end_alone(fft_job *job);

#endif
