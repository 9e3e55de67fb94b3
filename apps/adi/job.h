/* A run of adi: what it holds and finds out, and what it tells about that. */
#ifndef CT_APPS_ADI_JOB_H
#define CT_APPS_ADI_JOB_H

#include "apps/adi/shape.h"
#include "apps/common/run.h"
#include "io/array/file.h"
#include "io/output/report_facts.h"
#include "io/output/table.h"
#include "io/output/xdmf.h"
#include "io/run/locks.h"

#include <limits.h>
#include <stdint.h>

/* Phases of a run, whose seconds are summed. */
typedef enum adi_phase {
    ADI_PLAN,
    ADI_STEPS,
    ADI_SNAPSHOTS,
    ADI_TABLE,
    ADI_CHECKPOINTS,
    ADI_PHASES
} adi_phase;

/* How far a run has come: what a checkpoint holds beside the state, each a number. */
typedef struct adi_course {
    double step, time; /* steps done, and the time they lead to */
    double next_dt;    /* with a tolerance: the step to try next */
    double rejected;   /* steps that were tried and not taken */
    double snapshots;  /* written */
    double table_bytes;
    double slot; /* of the checkpoint: 0 or 1 */
} adi_course;
enum {
    ADI_COURSE_NUMBERS = sizeof(adi_course) / sizeof(double),
    ADI_RUN_BYTES = 96,
    ADI_SUM_BYTES = 24
};

typedef struct adi_job {
    MPI_Comm comm;
    int rank, size;
    ct_options options;
    adi_config config;
    char *config_text, *problem_text, *xdmf_file; /* xdmf_file NULL: none */
    char *inputs_text; /* a line of each input: its key and checksum; NULL without checkpoints */
    const char *report_file; /* NULL: none */
    adi_shape shape;
    int grid[CT_MAX_AXES]; /* all 0: chosen */
    adi_value initial, kappa, sigma, source, face[CT_ADI_AXES][CT_ADI_SIDES];
    ct_adi_plan *plan;

    char run[ADI_RUN_BYTES]; /* tells this run, with its restarts, from others */
    adi_course course;
    double steps;                 /* of one length, in all; 0: they adapt */
    double steps_beside;          /* those of them that were cut short by an end that is no more */
    double last_dt;               /* length of the last step */
    ptrdiff_t snapshots;          /* in all */
    char *restart;                /* the checkpoint that the run goes on from; NULL: none */
    double resumed_step;          /* that of it */
    int stopped;                  /* by this signal; 0: not */
    double checkpoint_s;          /* when the last one was written, or the run began */
    ptrdiff_t checkpoints;        /* written */
    int probes;                   /* of the table */
    double (*probe)[CT_ADI_AXES]; /* their positions by axis of the array */
    double *snapshot_time;        /* of those written */
    ct_adi_steady_result steady;
    double *residuals; /* of the start and of each iteration */

    bool is_copy[2];     /* unfinished snapshots, table: of finished ones, which stay */
    ct_array_file *file; /* of the snapshots */
    ct_table *opened;    /* the table, on rank 0 */
    ct_report *report;   /* on rank 0 */
    ct_progress *progress;
    ct_locks *locks;  /* on rank 0 */
    int partial_xdmf; /* of unfinished snapshots, in files/unfinished.h; on rank 0 */
    double phase_s[ADI_PHASES], run_s;
} adi_job;

/* Command line and config. Collective; all ranks fail together, here and below. */
ct_status adi_job_load(adi_job *job, int argc, char **argv);

/* Whether the job can run: keys, files, arrays. Nothing is written. Collective. */
ct_status adi_job_check(adi_job *job);

/* Whether its files are different ones that can be written; finds a checkpoint to go on from.
 * Collective. */
ct_status adi_files_check(adi_job *job);

/* Plans, and sets coefficients, boundary values and the initial state. Collective. */
ct_status adi_job_set_up(adi_job *job);

/* Whether the state is finite and no larger than it can be since the run, or what goes on with it,
 * began. watch: after some steps only. Collective. */
ct_status adi_bounds_begin(adi_job *job);
ct_status adi_state_check(const adi_job *job);
ct_status adi_state_watch(const adi_job *job);

/* Looks for a checkpoint to go on from, as the config asks; with one, job->restart is its name, and
 * the course and the run's name are taken from it. Collective. */
ct_status adi_restart_find(adi_job *job);

/* Makes the state and its time those of that checkpoint. Collective. */
ct_status adi_restart_load(adi_job *job);

/* Writes a checkpoint in place of the older of the two; snapshots and table are on the disk before.
 * Collective. */
ct_status adi_checkpoint_write(adi_job *job);

/* Removes what killed runs left of unfinished files, and with `complete` the checkpoints. Local:
 * rank 0 calls. */
void adi_clean_up(const adi_job *job, bool complete);

/* The name of a checkpoint's file. The caller frees it. Local. NULL for want of memory. */
char *adi_checkpoint_path(const adi_job *job, int slot);

/* Makes job->inputs_text. Collective. */
ct_status adi_inputs_sum(adi_job *job);

/* A checksum of an array of such extents in the problem's precision, of which this rank has a box.
 * Collective. */
uint64_t adi_array_checksum(MPI_Comm comm, const ptrdiff_t *extent, const ct_box *box,
                            ct_precision precision, const void *array);

/* A checksum of a state, of which this rank has a box, of the course and of the texts that go with
 * them. Collective. */
typedef struct adi_marked {
    const adi_course *course;
    const char *problem, *inputs, *run;
    const ptrdiff_t *extent;
    ct_precision precision;
    ct_box box;
} adi_marked;
void adi_state_checksum(MPI_Comm comm, const adi_marked *marked, const void *state,
                        char sum[ADI_SUM_BYTES]);

/* Begins the outputs, or goes on with them. Collective. */
ct_status adi_outputs_open(adi_job *job);

/* Writes the state as the next snapshot. Collective. */
ct_status adi_snapshot_write(adi_job *job);

/* Gives the outputs their names. Collective. */
ct_status adi_outputs_commit(adi_job *job);

/* The file of snapshots that is not complete yet, and its XDMF file. Local. */
void adi_name_partial(const adi_job *job, char path[PATH_MAX]);
void adi_name_partial_xdmf(const adi_job *job, char path[PATH_MAX]);

/* Ends them without: what a later run can go on with stays, and not what it need not. Collective.
 */
void adi_outputs_discard(adi_job *job);

/* Reads the probes. Local. */
ct_status adi_probes_read(adi_job *job);

/* Begins the table or goes on with it; adds a row about the state.
 * Collective. */
ct_status adi_table_open(adi_job *job);
ct_status adi_table_add(adi_job *job);

/* Steps to the end, or to a signal. Collective. */
ct_status adi_job_steps(adi_job *job);

/* The schedule, adi_schedule.c. make: says how many steps and snapshots there will be, those of the
 * run before a restart included; CT_ERROR_CONFIG for an end before the checkpoint. time_after: that
 * many steps of one length. next_output: the first time of a snapshot after `time`, the end at
 * last. snapshot_due: after this step, which led from one time to another. Local. */
ct_status adi_schedule_make(adi_job *job);
double adi_time_after(const adi_job *job, double step);
double adi_next_output(const adi_config *config, double time);
bool adi_snapshot_due(const adi_job *job, double step, double before, double time);

/* Times of a run that are no further apart may be one for rounding. Local. */
double adi_time_resolution(const adi_config *config);

/* Iterates to the steady state. Collective. */
ct_status adi_job_steady(adi_job *job);

/* From now on SIGTERM and SIGUSR1 are only remembered. Local. */
void adi_signals_begin(void);

/* The signal that any rank has had; 0: none. Collective. */
int adi_signal_had(MPI_Comm comm);

/* Fills the report and gives it its name. Collective. */
ct_status adi_job_write_report(adi_job *job);

/* Closing words of --check and of a run, on rank 0. Local. */
void adi_job_say_checked(const adi_job *job);
void adi_job_say_done(const adi_job *job);

/* Frees everything, unfinished files too. Collective. */
void adi_job_free(adi_job *job);

/* Cells with x between them, as x, y, z has them; elements' type. Local. */
enum { ADI_EXTENT_BYTES = 96 };
const char *adi_extent_text(const adi_job *job, char text[ADI_EXTENT_BYTES]);
const char *adi_number_type(const adi_job *job);

#endif
