/* A run of fft. */
#ifndef CT_APPS_FFT_JOB_H
#define CT_APPS_FFT_JOB_H

#include "apps/common/forecast.h"
#include "apps/common/numbers.h"
#include "apps/common/run.h"
#include "apps/common/trace.h"
#include "apps/fft/mirror.h"
#include "apps/fft/shape/shape.h"
#include "io/array/file.h"
#include "io/array/info.h"
#include "io/output/report_facts.h"
#include "io/output/xdmf.h"
#include "io/run/laps.h"
#include "io/run/locks.h"

/* Arrays searched for numbers that are not finite. */
typedef enum fft_found { FFT_INPUT, FFT_SECOND, FFT_SPECTRUM, FFT_RESULT, FFT_FINDINGS } fft_found;

typedef struct fft_job {
    MPI_Comm comm;
    int rank, size;
    ct_options options;
    job_forecast forecast;
    fft_config config;
    char *config_text, *wisdom_file, *xdmf_file; /* xdmf_file NULL: none */
    ct_array_info info, second_info;             /* of the input datasets */
    fft_shape shape;
    double *faces;                               /* of cells along one axis; NULL: none */
    ct_fft_plan *plan, *second_plan, *back_plan; /* NULL: not needed */
    ct_poisson_plan *systems;                    /* along that axis; NULL: not needed */
    void *input, *spectrum; /* of `plan`, in the config's direction; with in_place they are one */
    int in_place;
    MPI_Comm sharers; /* ranks that share arrays: `comm`, or this one alone */
    void *second, *second_spectrum;
    void *result;       /* of a convolution, or with components; else back in `input` */
    const void *output; /* the array to write, one of these, and its box */
    ct_box output_box;
    job_finding found[FFT_FINDINGS];
    double finite_seconds;                      /* of this rank's searches */
    double *power, *modes;                      /* of bins, summed over all ranks */
    double mean, root_mean_square, mean_square; /* of the input, where an operation wants them */
    ct_array_layout layout;                     /* of the output */
    ct_array_file *file;
    const char *report_file; /* NULL: none */
    ct_report *report;       /* on rank 0 */
    int has_report;          /* `report` is filled */
    ct_progress *progress;
    ct_laps laps; /* of this rank */
    ct_trace_summary trace;
    const char *phase; /* under way */
    ct_locks *locks;   /* on rank 0 */
    ct_spread plan_s, read_s, finite_s, phase_s[CT_FFT_PHASES_MOST], transform_s, verify_s,
        second_s, multiply_s, back_s, write_s;
    double round_trip_error, parseval_error;
    int is_checked; /* by a round trip */
} fft_job;

/* Reads command line and config. Collective; all ranks fail together. */
ct_status fft_job_load(fft_job *job, int argc, char **argv);

/* With shape.mirror: the computed half of the result. Local. */
fft_half fft_job_half(const fft_job *job);

/* Writes the attributes of a dataset of the output. Collective. */
ct_status fft_job_attributes(fft_job *job, const char *dataset);

/* Frees everything and removes unfinished files; fft_job_close() ends a filled report and the
 * locks. Collective. */
void fft_job_free(fft_job *job);

/* Bytes of the whole array in memory, for rates. Local. */
double fft_job_array_bytes(const fft_job *job);

/* The operation's name for messages: "forward", "gradient". Local. */
const char *fft_job_words(const fft_job *job);

/* Begins a phase for the progress and the clock. Local. */
void fft_job_begin(fft_job *job, const char *phase, double bytes);

/* Ends it: its seconds over all ranks, which is collective, or on this rank. */
ct_spread fft_job_end(fft_job *job);
double fft_job_end_alone(fft_job *job);

#endif
