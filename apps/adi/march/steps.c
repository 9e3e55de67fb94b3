/* The way through time: steps, and what is written after which of them. */
#include "apps/adi/march/steps.h"

#include "apps/adi/checkpoint/checkpoint.h"
#include "apps/adi/march/bounds.h"
#include "apps/adi/march/schedule.h"
#include "apps/adi/march/signals.h"
#include "apps/adi/output/snapshots.h"
#include "apps/adi/output/table.h"
#include "base/fail.h"
#include "trace/clock.h"
#include <math.h>

/* A step this part shorter than another one is as long. */
static const double slack = 1e-6;

/* What the adaptation of steps goes by. Source: Hairer, Norsett, Wanner, Solving ordinary
 * differential equations I, section II.4. */
static const double safety = 0.9;
static const double least_factor = 0.2;
static const double most_factor = 5;
static const double worth_changing = 1.5; /* less growth is not worth new factorisations */
static const double least_share = 1e-12;  /* of the whole run: a step below that is no step */

/* One step of the given length; the last one may be shorter. */
static ct_status step_once(adi_job *job) {
    const double step = job->config.step;
    const double next = adi_time_after(job, job->course.step + 1);
    const double left = next - job->course.time;
    job->last_dt = left > (1 - slack) * step ? step : left;
    ct_status status = ct_adi_step(job->plan, job->last_dt);
    ct_adi_set_time(job->plan, next); /* a product has no rounding that adds up */
    return status;
}

/* The length that the error asks for. */
static double better_dt(const adi_job *job, double dt, double error) {
    const double ideal =
        error > 0 ? safety * pow(job->config.tolerance / error, 1.0 / (ct_adi_order(job->plan) + 1))
                  : most_factor;
    const double factor = ideal < least_factor  ? least_factor
                          : ideal > most_factor ? most_factor
                                                : ideal;
    return factor >= 1 && factor < worth_changing ? dt : dt * factor;
}

/* One step as long as the tolerance allows, and not over the next snapshot. */
static ct_status step_adaptively(adi_job *job) {
    const adi_config *config = &job->config;
    const double target = adi_next_output(config, job->course.time);
    ct_status status = CT_OK;
    for (bool taken = false; !taken;) {
        const double left = target - job->course.time;
        const bool arrives = job->course.next_dt >= left * (1 - slack);
        const double dt = arrives ? left : job->course.next_dt;
        double error = 0;
        if (!(dt > least_share * (config->end - config->start))) {
            CT_FAIL(CT_ERROR_CONFIG,
                    "time.tolerance: %g would need steps of %g at t = %g; allowed: more",
                    config->tolerance, dt, job->course.time);
        }
        CT_TRY(ct_adi_step_doubled(job->plan, dt, &error));
        job->last_dt = dt;
        taken = error <= config->tolerance;
        const double next = isfinite(error) ? better_dt(job, dt, error) : dt * least_factor;
        if (taken) { /* a step cut short says nothing against longer ones */
            job->course.next_dt = next > job->course.next_dt ? next : job->course.next_dt;
            job->course.next_dt = arrives ? job->course.next_dt : next;
            ct_adi_set_time(job->plan, arrives ? target : job->course.time + dt);
        } else {
            CT_TRY(ct_adi_undo(job->plan));
            job->course.next_dt = next < dt ? next : dt / 2;
            job->course.rejected++;
        }
    }
cleanup:
    return status;
}

/* Whether a checkpoint is due: by steps, or by the clock of rank 0. Collective. */
static bool checkpoint_due(const adi_job *job) {
    const adi_config *config = &job->config;
    int due = 0;
    if (config->checkpoint_minutes > 0) {
        due = ct_clock_s() - job->checkpoint_s >= 60 * config->checkpoint_minutes;
        (void)MPI_Bcast(&due, 1, MPI_INT, 0, job->comm);
    }
    return due || (config->checkpoint_steps > 0 &&
                   fmod(job->course.step, (double)config->checkpoint_steps) == 0);
}

/* What is written after a step that began at `before`. */
static ct_status write_after(adi_job *job, double before) {
    const adi_config *config = &job->config;
    const adi_course *course = &job->course;
    ct_status status = CT_OK;
    if (adi_snapshot_due(job, course->step, before, course->time)) {
        CT_TRY(adi_state_check(job));
        CT_TRY(adi_snapshot_write(job));
    }
    if (fmod(course->step, (double)config->table_every) == 0 || course->time >= config->end) {
        CT_TRY(adi_table_add(job));
    }
    if (config->checkpoint[0] != '\0') {
        job->stopped = course->time < config->end ? adi_signal_received(job->comm) : 0;
        const bool ends = course->time >= config->end;
        if (job->stopped != 0 || (ends ? config->keep : checkpoint_due(job))) {
            CT_TRY(adi_state_check(job)); /* no run could continue from it */
            CT_TRY(adi_checkpoint_write(job));
        }
    }
cleanup:
    return status;
}

/* What is written before the first step. */
static ct_status write_start(adi_job *job) {
    const adi_config *config = &job->config;
    ct_status status = CT_OK;
    if (config->every_steps > 0 || config->every_time > 0) {
        CT_TRY(adi_snapshot_write(job));
    }
    CT_TRY(adi_table_add(job));
cleanup:
    return status;
}

ct_status adi_job_steps(adi_job *job) {
    const adi_config *config = &job->config;
    adi_course *course = &job->course;
    const double start_s = ct_clock_s();
    ct_status status = CT_OK;
    job->checkpoint_s = start_s;
    if (job->restart == NULL) {
        course->time = config->start;
        course->next_dt = config->step;
        CT_TRY(write_start(job));
    }
    const double first = course->step;
    const double begin = course->time;
    ct_progress_begin_units(job->progress, "steps",
                            job->steps > 0 ? job->steps - first : config->end - begin,
                            job->steps > 0 ? "steps" : "time");
    while (course->time < config->end && job->stopped == 0) {
        const double before = course->time;
        ct_laps_end(&job->laps, "between");
        CT_TRY(config->tolerance > 0 ? step_adaptively(job) : step_once(job));
        course->step++;
        course->time = ct_adi_time(job->plan);
        CT_TRY(adi_state_watch(job));
        ct_laps_end(&job->laps, "steps");
        CT_TRY(write_after(job, before));
        ct_progress_update(job->progress,
                           job->steps > 0 ? course->step - first : course->time - begin);
    }
    (void)ct_progress_end(job->progress);
    job->run_s = ct_clock_s() - start_s;
cleanup:
    return status;
}
