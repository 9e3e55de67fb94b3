/* adi: solves diffusion problems implicitly, axis by axis, on any number of ranks. */
#include "apps/adi/check.h"
#include "apps/adi/checkpoint/checkpoint.h"
#include "apps/adi/march/signals.h"
#include "apps/adi/march/steady.h"
#include "apps/adi/march/steps.h"
#include "apps/adi/output/balance.h"
#include "apps/adi/output/snapshots.h"
#include "apps/adi/output/table.h"
#include "apps/adi/problem/velocity.h"
#include "apps/adi/report.h"
#include "apps/adi/setup.h"
#include "apps/common/lists.h"
#include "base/escape.h"
#include "base/fail.h"
#include "base/job/finalize.h"
#include "base/job/initialize.h"
#include "files/signals.h"
#include "files/unfinished.h"
#include "files/unfinished_share.h"

#include <math.h>

/* What was considered for moving data, for --explain. */
static void explain(const adi_job *job) {
    if (job->rank != 0 || job->options.quiet) {
        return;
    }
    (void)printf("movement: %s\n", ct_adi_reason(job->plan));
    for (int i = 0; ct_adi_score(job->plan, i) != NULL; i++) {
        ct_explain_score(stdout, ct_adi_score(job->plan, i));
    }
}

/* Says where a run continues from. */
static void say_resumed(const adi_job *job) {
    if (job->restart != NULL && job->rank == 0 && !job->options.quiet) {
        (void)printf("continuing from %s, step %.0f, t = %.6g\n", ct_escaped(job->restart),
                     job->resumed_step, job->course.time);
        (void)fflush(stdout);
    }
}

static ct_status work(adi_job *job) {
    ct_status status = CT_OK;
    CT_TRY(adi_outputs_open(job));
    CT_TRY(adi_table_open(job));
    ct_unfinished_share(job->comm);
    ct_laps_end(&job->laps, "create");
    if (job->config.checkpoint[0] != '\0') {
        adi_signals_begin();
    }
    CT_TRY(job->config.kind == ADI_STEADY ? adi_job_steady(job) : adi_job_steps(job));
    if (job->stopped != 0) {
        status = job_trace_end(&job->options, &job->laps, &job->trace);
        goto cleanup;
    }
    ct_laps_end(&job->laps, "between");
    CT_TRY(adi_outputs_commit(job));
    ct_laps_end(&job->laps, "commit");
    CT_TRY(job_trace_end(&job->options, &job->laps, &job->trace));
    CT_TRY(adi_job_write_report(job));
    if (job->rank == 0) { /* not before: a run killed until here finds them again */
        adi_clean_up(job, !job->config.keep);
    }
cleanup:
    return status;
}

/* With --forecast: what a plan without its arrays tells of a run. */
static ct_status forecast(adi_job *job) {
    const char *tuning = job->config.exchange.tuning;
    ct_constants constants;
    char parts[JOB_COUNTS_BYTES];
    ct_status status = CT_OK;
    CT_TRY(adi_job_plan(job));
    CT_TRY(ct_constants_find(job->comm, tuning[0] != '\0' ? tuning : NULL, &constants));
    const ct_score *score = ct_adi_score(job->plan, 0);
    const ct_distribution *cells = ct_adi_state_distribution(job->plan);
    ptrdiff_t grid[CT_MAX_AXES] = {0};
    for (int a = 0; a < cells->axes; a++) {
        grid[a] = cells->grid[a];
    }
    const job_found found = {.array_bytes = adi_job_need_bytes(job),
                             .arrays = "the state and its systems",
                             .parts = job_write_counts(cells->axes, grid, "x", parts),
                             .seconds = score != NULL ? score->predicted_s : HUGE_VAL,
                             .about = "what a step moves between ranks",
                             .how = ct_adi_reason(job->plan)};
    job_forecast_print(&job->forecast, &constants, &found);
cleanup:
    return status;
}

static ct_status run(adi_job *job, int argc, char **argv) {
    ct_status status = CT_OK;
    CT_TRY(adi_job_load(job, argc, argv));
    if (job->options.leave) {
        goto cleanup;
    }
    CT_TRY(job_forecast_begin(&job->options, &job->comm, &job->size, &job->forecast));
    CT_TRY(adi_job_check(job));
    ct_laps_end(&job->laps, "check");
    if (!job->options.check) {
        CT_TRY(job_trace_begin(job->comm, &job->options, &job->laps));
    }
    if (job->forecast.is_on) {
        CT_TRY(forecast(job));
    } else if (job->options.explain || !job->options.check) {
        say_resumed(job);
        CT_TRY(adi_job_setup(job));
    }
    if (job->options.explain) {
        explain(job);
    }
    if (job->options.check) {
        adi_job_print_checked(job);
        goto cleanup;
    }
    if (job->rank == 0) {
        adi_clean_up(job, job->restart == NULL);
    }
    CT_TRY(ct_report_open(job->comm, job->report_file, &job->report));
    CT_TRY(work(job));
    adi_job_say_done(job);
    adi_velocity_say(job);
    CT_TRY(job->stopped == 0 ? adi_balance_say(job) : CT_OK);
cleanup:
    return status;
}

int main(int argc, char **argv) {
    /* Static: its paths of files are 220 KB, as much as some systems' stacks. */
    static adi_job job = {.comm = MPI_COMM_WORLD, .partial_xdmf = CT_UNFINISHED_NONE};
    ct_laps_begin(&job.laps);
    ct_initialize(&argc, &argv);
    (void)MPI_Comm_rank(job.comm, &job.rank);
    (void)MPI_Comm_size(job.comm, &job.size);
    ct_signals_begin("adi", job.rank == 0);
    ct_laps_end(&job.laps, "start");
    int exit_status = ct_exit_status(&adi_program, run(&job, argc, argv));
    if (exit_status == 0 && job.stopped != 0) {
        exit_status = CT_EXIT_STOPPED;
    }
    adi_job_free(&job);
    ct_finalize("adi");
    return ct_end(exit_status);
}
