/* A run of adi. */
#ifndef CT_APPS_ADI_JOB_H
#define CT_APPS_ADI_JOB_H

#include "apps/adi/problem/shape.h"
#include "apps/common/forecast.h"
#include "apps/common/run.h"
#include "apps/common/trace.h"
#include "io/array/file.h"
#include "io/output/report_facts.h"
#include "io/output/table.h"
#include "io/output/xdmf.h"
#include "io/run/laps.h"
#include "io/run/locks.h"

#include <cornerturn/adi_steady.h>
#include <limits.h>
#include <stdint.h>

/* The course of a run, stored in a checkpoint besides the state; all are numbers. */
typedef struct adi_course {
    double step, time; /* steps done, and the time reached */
    double next_dt;    /* with a tolerance: the next step to try */
    double rejected;   /* steps rejected */
    double snapshots;  /* written */
    double table_bytes;
    double slot; /* of the checkpoint: 0 or 1 */
    /* The balance of heat, as ct_adi_balance_sheet: */
    double first, stored, source, decay, walls, in[CT_ADI_AXES][CT_ADI_SIDES];
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
    job_forecast forecast;
    adi_config config;
    char *config_text, *problem_text, *xdmf_file; /* xdmf_file NULL: none */
    char *inputs_text; /* a line of each input: its key and checksum; NULL without checkpoints */
    const char *report_file; /* NULL: none */
    adi_shape shape;
    int grid[CT_MAX_AXES]; /* all 0: chosen */
    adi_value initial, kappa, sigma, source, face[CT_ADI_AXES][CT_ADI_SIDES];
    adi_value capacity, along[CT_ADI_AXES];        /* kappa of an axis; of no key (`where`): none */
    adi_value mask, velocity[CT_ADI_AXES];         /* likewise */
    adi_value transfer[CT_ADI_AXES][CT_ADI_SIDES]; /* h of a face, likewise */
    ct_adi_plan *plan;

    char run[ADI_RUN_BYTES]; /* name of this run and its restarts */
    adi_course course;
    adi_course carried;           /* the course as it was when the balance began */
    double steps;                 /* total, of fixed length; 0: adaptive */
    double short_steps;           /* of these, shortened by the end of the run before a restart */
    double last_dt;               /* length of the last step */
    ptrdiff_t snapshots;          /* in all */
    char *restart;                /* path of the checkpoint it continues from; NULL: none */
    double resumed_step;          /* the checkpoint's step */
    int stopped;                  /* signal that stopped the run; 0: none */
    double checkpoint_s;          /* when the last one was written, or the run began */
    ptrdiff_t checkpoints;        /* written */
    int probes;                   /* of the table */
    double (*probe)[CT_ADI_AXES]; /* their positions by axis of the array */
    double *snapshot_time;        /* of those written */
    ct_adi_steady_result steady;
    double *residuals; /* of the start and of each iteration */

    bool is_copy[2];        /* unfinished snapshots, table: copies of finished ones, which stay */
    ct_array_layout layout; /* of the output */
    ct_array_file *file;    /* of the snapshots */
    ct_table *opened;       /* the table, on rank 0 */
    ct_report *report;      /* on rank 0 */
    ct_progress *progress;
    ct_locks *locks;  /* on rank 0 */
    int partial_xdmf; /* of unfinished snapshots, in files/unfinished.h; on rank 0 */
    ct_laps laps;     /* of this rank */
    ct_trace_summary trace;
    double run_s;
} adi_job;

/* Reads command line and config. Collective; all ranks fail together. */
ct_status adi_job_load(adi_job *job, int argc, char **argv);

/* Frees everything and removes unfinished files that no later run can continue. Collective. */
void adi_job_free(adi_job *job);

/* Its values that are of all cells. Returns their number. Local. */
enum { ADI_VALUES_MOST = 6 + 2 * CT_ADI_AXES };
int adi_job_values(adi_job *job, adi_value *values[ADI_VALUES_MOST]);

/* Whether kappa or the capacity vary from cell to cell, or what goes through faces does what that
 * does. Local. */
bool adi_job_is_rough(const adi_job *job);

/* The scheme that a run takes: time.scheme, or what auto chooses by the kind of kappa, as the
 * library does. Local. */
ct_adi_scheme adi_job_scheme(const adi_job *job);

#endif
