/* The schedule of a run: where its steps end, and after which of them it writes a snapshot. */
#include "apps/adi/march/schedule.h"

#include "base/escape.h"
#include "base/fail.h"
#include <float.h>
#include <math.h>

/* A time this part of a step away is that time. */
static const double slack = 1e-6;

double adi_time_resolution(const adi_config *config) {
    return 4 * DBL_EPSILON * (fabs(config->start) + fabs(config->end));
}

/* Times that are no further apart are one. Steps that adapt end at the times of snapshots. */
static double tolerance_of(const adi_config *config) {
    const double length = config->tolerance > 0 ? config->every_time : config->step;
    return slack * length + adi_time_resolution(config);
}

/* How many times of output.every_time there are before the end. */
static double times_in_all(const adi_config *config) {
    const double every = config->every_time;
    return every > 0 ? ceil((config->end - config->start - tolerance_of(config)) / every) - 1 : 0;
}

/* How many of them have passed. */
static double times_passed(const adi_config *config, double time) {
    const double every = config->every_time;
    return every > 0 ? fmin(floor((time - config->start + tolerance_of(config)) / every),
                            times_in_all(config))
                     : 0;
}

double adi_next_output(const adi_config *config, double time) {
    const double passed = times_passed(config, time);
    return passed < times_in_all(config) ? config->start + (passed + 1) * config->every_time
                                         : config->end;
}

double adi_time_after(const adi_job *job, double step) {
    const adi_config *config = &job->config;
    return step >= job->steps ? config->end
                              : config->start + (step - job->short_steps) * config->step;
}

static bool is_due_by_steps(const adi_config *config, double step) {
    return config->every_steps > 0 && fmod(step, (double)config->every_steps) == 0;
}

bool adi_snapshot_due(const adi_job *job, double step, double before, double time) {
    const adi_config *config = &job->config;
    return times_passed(config, time) > times_passed(config, before) ||
           is_due_by_steps(config, step) || time >= config->end;
}

/* The step after which this many times of output.every_time have passed. */
static double step_of(const adi_job *job, double passed) {
    const adi_config *config = &job->config;
    double step = job->short_steps +
                  ceil((passed * config->every_time - tolerance_of(config)) / config->step);
    while (step > 1 && times_passed(config, adi_time_after(job, step - 1)) >= passed) {
        step--;
    }
    while (step < job->steps && times_passed(config, adi_time_after(job, step)) < passed) {
        step++;
    }
    return step;
}

/* How many snapshots are due after the step that the run has come to. */
static double snapshots_to_come(const adi_job *job, double step, double time) {
    const adi_config *config = &job->config;
    const double times = times_in_all(config);
    const double passed = times_passed(config, time);
    double count = 1; /* of the end */
    if (!(time < config->end)) {
        return 0;
    }
    if (config->tolerance > 0) {
        return count + times - passed;
    }
    if (config->every_steps > 0) {
        const double every = (double)config->every_steps;
        count += floor(job->steps / every) - floor(step / every);
        count -= is_due_by_steps(config, job->steps);
    }
    for (long long k = (long long)passed + 1; k <= (long long)times; k++) {
        const double here = step_of(job, (double)k);
        count += here < job->steps && !is_due_by_steps(config, here);
    }
    return count;
}

/* How many more steps were done than there are whole ones up to their time: a run whose end is
 * later than it was goes on from one that was cut short. */
static double find_short_steps(const adi_job *job) {
    const adi_config *config = &job->config;
    const double whole = (job->course.time - config->start) / config->step;
    const double off = fabs(config->start + rint(whole) * config->step - job->course.time);
    return job->course.step - (off <= tolerance_of(config) ? rint(whole) : floor(whole));
}

ct_status adi_schedule_make(adi_job *job) {
    const adi_config *config = &job->config;
    const bool begins = config->every_steps > 0 || config->every_time > 0;
    if (config->kind == ADI_STEADY) {
        job->snapshots = 1;
        return CT_OK;
    }
    if (job->restart != NULL && job->course.time > config->end) {
        return ct_raise(CT_ERROR_CONFIG,
                        "time.end: %.15g, and %s is at t = %.15g; allowed: from there on; "
                        "checkpoint.resume: never starts over",
                        config->end, ct_escaped(job->restart), job->course.time);
    }
    if (config->tolerance == 0) {
        const double whole = ceil((config->end - config->start) / config->step - slack);
        job->short_steps = job->restart != NULL ? find_short_steps(job) : 0;
        job->steps = job->short_steps + fmax(whole, 1);
    }
    job->snapshots = job->restart != NULL
                         ? (ptrdiff_t)(job->course.snapshots +
                                       snapshots_to_come(job, job->course.step, job->course.time))
                         : (ptrdiff_t)(snapshots_to_come(job, 0, config->start) + (begins ? 1 : 0));
    return CT_OK;
}
