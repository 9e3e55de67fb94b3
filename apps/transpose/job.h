/* A run of transpose. */
#ifndef CT_APPS_TRANSPOSE_JOB_H
#define CT_APPS_TRANSPOSE_JOB_H

#include "apps/common/forecast.h"
#include "apps/common/lists.h"
#include "apps/common/run.h"
#include "apps/common/trace.h"
#include "apps/transpose/shape.h"
#include "io/array/file.h"
#include "io/array/info.h"
#include "io/output/report_facts.h"
#include "io/output/xdmf.h"
#include "io/run/laps.h"
#include "io/run/locks.h"

#include <cornerturn/transpose.h>
#include <stdint.h>

/* Phases of a run; seconds are summed over panels. */
typedef enum transpose_phase {
    TRANSPOSE_PLAN,
    TRANSPOSE_READ,
    TRANSPOSE_MOVE,
    TRANSPOSE_VERIFY,
    TRANSPOSE_WRITE,
    TRANSPOSE_PHASES
} transpose_phase;

/* Panels have two extents: the first's, and the remainder at the end of the divided axis.
 */
enum { TRANSPOSE_PLANS = 2 };

typedef struct transpose_job {
    MPI_Comm comm;
    int rank, size;
    ct_options options;
    job_forecast forecast;
    transpose_config config;
    char *config_text, *xdmf_file; /* xdmf_file NULL: none */
    ct_array_info info;            /* of the input */
    transpose_shape shape;
    ct_transpose_plan *plans[TRANSPOSE_PLANS]; /* of panels of these extents; NULL: none yet */
    ct_box planned[TRANSPOSE_PLANS];
    ct_transpose_plan *plan;        /* of the current panel: one of them */
    double moved_bytes, plan_bytes; /* sent by all ranks so far; memory of this rank's plans */
    ct_exchange_losses losses;      /* by rounding, of all ranks in all panels */
    void *input, *output;           /* the same if in place by swaps */
    uint64_t checksum[2];           /* of this rank's parts of input and result */
    ct_array_layout layout;         /* of the output */
    ct_array_file *file;
    const char *report_file; /* NULL: none */
    ct_report *report;       /* on rank 0 */
    ct_progress *progress;
    ct_locks *locks; /* on rank 0 */
    ct_laps laps;    /* of this rank */
    ct_trace_summary trace;
    ct_spread time_s[TRANSPOSE_PHASES];
} transpose_job;

/* Reads command line and config. Collective; all ranks fail together. */
ct_status transpose_job_load(transpose_job *job, int argc, char **argv);

/* Writes the output's attributes. Collective. */
ct_status transpose_job_attributes(transpose_job *job);

/* Frees everything and removes unfinished files. Collective. */
void transpose_job_free(transpose_job *job);

/* Bytes of the whole array. Local, as is what follows. */
double transpose_array_size_bytes(const transpose_job *job);

/* The operation's name: "conjugate transpose". */
const char *transpose_words(const transpose_job *job);

/* Extents with x between them, of input (0) or result (1). Returns `text`. */
const char *transpose_extent_text(const transpose_job *job, int side, char text[JOB_COUNTS_BYTES]);

#endif
