/* A run of transpose: what it holds and finds out, and what it tells about that. */
#ifndef CT_APPS_TRANSPOSE_JOB_H
#define CT_APPS_TRANSPOSE_JOB_H

#include "apps/common/lists.h"
#include "apps/common/run.h"
#include "apps/transpose/shape.h"
#include "io/output/report_facts.h"
#include "io/output/xdmf.h"
#include "io/run/locks.h"

#include <cornerturn/transpose.h>
#include <stdint.h>

/* Phases of a run, whose seconds are summed over panels. */
typedef enum transpose_phase {
    TRANSPOSE_PLAN,
    TRANSPOSE_READ,
    TRANSPOSE_MOVE,
    TRANSPOSE_VERIFY,
    TRANSPOSE_WRITE,
    TRANSPOSE_PHASES
} transpose_phase;

/* Panels have two extents: that of the first, and what is left at the end of the axis that is cut.
 */
enum { TRANSPOSE_PLANS = 2 };

typedef struct transpose_job {
    MPI_Comm comm;
    int rank, size;
    ct_options options;
    transpose_config config;
    char *config_text, *xdmf_file; /* xdmf_file NULL: none */
    ct_array_info info;            /* of the input */
    transpose_shape shape;
    ct_transpose_plan *plans[TRANSPOSE_PLANS]; /* of panels of these extents; NULL: none yet */
    ct_box planned[TRANSPOSE_PLANS];
    ct_transpose_plan *plan;        /* of the panel at hand: one of them */
    double moved_bytes, plan_bytes; /* sent to others by all ranks so far; of this rank's plans */
    void *input, *output;           /* the same when they swap */
    uint64_t checksum[2];           /* of this rank's parts of input and result */
    ct_array_file *file;
    const char *report_file; /* NULL: none */
    ct_report *report;       /* on rank 0 */
    ct_progress *progress;
    ct_locks *locks; /* on rank 0 */
    double phase_s[TRANSPOSE_PHASES];
    ct_spread time_s[TRANSPOSE_PHASES];
} transpose_job;

/* Command line and config. Collective; all ranks fail together, here and below. */
ct_status transpose_job_load(transpose_job *job, int argc, char **argv);

/* Whether the job can run: files, input header, shape, exchange. Nothing is written. Collective. */
ct_status transpose_job_check(transpose_job *job);

/* Plans a panel, unless there is a plan for one of its extent. Collective. */
ct_status transpose_job_plan(transpose_job *job, const ct_box *panel);

/* Reads a panel, transposes it and writes it. Collective. */
ct_status transpose_job_panel(transpose_job *job, const ct_box *panel);

/* Fills this rank's part of a generated input. Local. */
void transpose_generate(const transpose_job *job, const ct_box *box, void *elements);

/* A checksum of elements and of the places that they have in the result: of the input's box, whose
 * elements will be conjugated if the job says so, or of the result's. Local. */
uint64_t transpose_checksum_input(const transpose_job *job, const ct_box *box,
                                  const void *elements);
uint64_t transpose_checksum_result(const transpose_job *job, const ct_box *box,
                                   const void *elements);

/* Says in the output file what its data is. Collective. */
ct_status transpose_job_attributes(transpose_job *job);

/* Fills the report and gives it its name. Collective. */
ct_status transpose_job_write_report(transpose_job *job);

/* Closing words of --check and of a run, on rank 0. Local. */
void transpose_job_say_checked(const transpose_job *job);
void transpose_job_say_done(const transpose_job *job);

/* Frees everything, unfinished files too. Collective. */
void transpose_job_free(transpose_job *job);

/* Bytes of the whole array; what is done to it, in words. Local. */
double transpose_array_size_bytes(const transpose_job *job);
const char *transpose_words(const transpose_job *job);

/* Extents with x between them, of input (0) or result (1). Local. */
const char *transpose_extent_text(const transpose_job *job, int side, char text[JOB_COUNTS_BYTES]);

#endif
