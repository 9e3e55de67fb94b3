/* The report of a run, and what it prints. */
#include "apps/adi/report.h"

#include "apps/adi/output/balance.h"
#include "apps/adi/problem/mask.h"
#include "apps/adi/problem/velocity.h"

#include "base/escape.h"

#include <cornerturn/agree.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* Of a run, as its laps have them. */
static const char *const phases[] = {"plan", "steps", "snapshots", "table", "checkpoints"};

/* The word that a key of the config has for its choice. */
static const char *choice(const char *section, const char *name, int value) {
    for (size_t i = 0; i < adi_program.key_count; i++) {
        const ct_key *key = &adi_program.keys[i];
        if (strcmp(key->section, section) == 0 && strcmp(key->name, name) == 0) {
            return key->choices[value];
        }
    }
    return "";
}

static double array_bytes(const adi_job *job) {
    const ct_adi_problem *problem = &job->shape.problem;
    double bytes = problem->precision == CT_FLOAT ? sizeof(float) : sizeof(double);
    for (int a = 0; a < problem->axes; a++) {
        bytes *= (double)problem->extent[a];
    }
    return bytes;
}

static void report_problem(ct_report *report, const adi_job *job) {
    const adi_config *config = &job->config;
    const ct_adi_problem *problem = &job->shape.problem;
    ct_report_map(report, "problem");
    ct_report_list(report, "extent");
    for (int a = 0; a < problem->axes; a++) {
        ct_report_count(report, NULL, problem->extent[a]);
    }
    ct_report_end(report);
    ct_report_text(report, "input_type", adi_number_type(&job->shape));
    ct_report_text(report, "transform", choice("problem", "kind", config->kind));
    if (config->kind == ADI_TRANSIENT) {
        ct_report_text(report, "scheme", choice("time", "scheme", (int)adi_job_scheme(job)));
        ct_report_text(report, "nonlinear", choice("nonlinear", "kind", config->edge_stop));
    }
    ct_report_number(report, "array_bytes", array_bytes(job));
    ct_report_end(report);
}

static void report_course(ct_report *report, const adi_job *job) {
    ct_report_map(report, "run");
    ct_report_number(report, "time", job->course.time);
    ct_report_count(report, "steps", (long long)job->course.step);
    if (job->config.tolerance > 0) {
        ct_report_count(report, "rejected_steps", (long long)job->course.rejected);
    }
    ct_report_count(report, "snapshots", (long long)job->course.snapshots);
    ct_report_count(report, "checkpoints", job->checkpoints);
    if (job->restart != NULL) {
        ct_report_text(report, "resumed_from", job->restart);
        ct_report_count(report, "resumed_at_step", (long long)job->resumed_step);
    }
    ct_report_end(report);
}

static void report_steady(ct_report *report, const adi_job *job) {
    const ct_adi_steady_result *steady = &job->steady;
    if (job->config.kind != ADI_STEADY) {
        return;
    }
    ct_report_map(report, "steady");
    ct_report_text(report, "solver", choice("steady", "solver", (int)steady->solver));
    ct_report_count(report, "iterations", steady->iterations);
    ct_report_text(report, "ended_by", steady->is_rounding ? "rounding" : "tolerance");
    ct_report_count(report, "parameters", steady->parameters);
    ct_report_number(report, "residual", steady->residual);
    ct_report_number(report, "first_residual", steady->first_residual);
    ct_report_number(report, "spectrum_low", steady->low);
    ct_report_number(report, "spectrum_high", steady->high);
    const double *rounds = NULL;
    const int count = ct_adi_steady_rounds(job->plan, &rounds);
    if (count > 0) { /* with the coefficients of the state before */
        ct_report_list(report, "rounds");
        for (int i = 0; i < count; i++) {
            ct_report_number(report, NULL, rounds[i]);
        }
        ct_report_end(report);
    }
    ct_report_list(report, "residuals");
    for (int i = 0; i <= steady->iterations; i++) {
        ct_report_number(report, NULL, job->residuals[i]);
    }
    ct_report_end(report);
    ct_report_end(report);
}

static void report_movement(ct_report *report, const adi_job *job) {
    static const char *const ways[] = {"none", "transposing", "reducing"};
    const ct_distribution *distribution = ct_adi_state_distribution(job->plan);
    ct_report_map(report, "movement");
    ct_report_text(report, "way", ways[ct_adi_method_used(job->plan)]);
    ct_report_text(report, "reason", ct_adi_reason(job->plan));
    ct_report_list(report, "grid");
    for (int a = 0; a < distribution->axes; a++) {
        ct_report_count(report, NULL, distribution->grid[a]);
    }
    ct_report_end(report);
    ct_report_number(report, "bytes_total", ct_adi_moved_bytes(job->plan));
    ct_report_number(report, "swept_bytes", ct_adi_swept_bytes(job->plan));
    ct_report_end(report);
}

/* A quantity of every rank. Collective. */
static void report_spread(const adi_job *job, const char *key, double value) {
    const ct_spread spread = ct_spread_over(job->comm, value);
    if (job->report != NULL) {
        ct_report_spread(job->report, key, spread);
    }
}

/* Begins or ends a map, where the report is. */
static void open_map(const adi_job *job, const char *key) {
    if (job->report != NULL) {
        ct_report_map(job->report, key);
    }
}

static void close_map(const adi_job *job) {
    if (job->report != NULL) {
        ct_report_end(job->report);
    }
}

/* Collective. */
static void report_times(const adi_job *job) {
    const double steps = job->course.step - job->resumed_step;
    open_map(job, "time_s");
    for (size_t phase = 0; phase < sizeof phases / sizeof *phases; phase++) {
        report_spread(job, phases[phase], ct_laps_seconds(&job->laps, phases[phase]));
    }
    close_map(job);
    open_map(job, "sweeps_s");
    for (int phase = 0; phase < ct_adi_phases(job->plan); phase++) {
        report_spread(job, ct_adi_phase_name(job->plan, phase), ct_adi_seconds(job->plan, phase));
    }
    close_map(job);
    open_map(job, "rates");
    if (job->report != NULL && steps > 0) {
        ct_report_number(job->report, "step_s", ct_laps_seconds(&job->laps, "steps") / steps);
        ct_report_rate(job->report, "sweep_gb_per_s", ct_adi_swept_bytes(job->plan) * steps,
                       ct_laps_seconds(&job->laps, "steps"));
    }
    close_map(job);
}

/* What the plan of a rank takes, and the most that it ever had resident. Collective. */
static void report_memory(const adi_job *job) {
    struct rusage usage = {.ru_maxrss = 0};
    (void)getrusage(RUSAGE_SELF, &usage);
    open_map(job, "memory_bytes");
    report_spread(job, "plan", ct_adi_plan_bytes(job->plan));
    report_spread(job, "resident", 1024.0 * (double)usage.ru_maxrss);
    close_map(job);
}

/* Integral and extremes of the last state. Collective. */
static ct_status report_state(const adi_job *job) {
    double integral = 0;
    double range[2] = {0, 0};
    ct_status status = ct_adi_integral(job->plan, &integral);
    if (status == CT_OK) {
        status = ct_adi_range(job->plan, &range[0], &range[1]);
    }
    if (status == CT_OK && job->report != NULL) {
        ct_report_map(job->report, "state");
        ct_report_number(job->report, "integral", integral);
        ct_report_number(job->report, "minimum", range[0]);
        ct_report_number(job->report, "maximum", range[1]);
        ct_report_end(job->report);
    }
    return status;
}

static void report_files(ct_report *report, const adi_job *job) {
    ct_report_map(report, "files");
    ct_report_text(report, "output", job->config.output);
    if (job->xdmf_file != NULL) {
        ct_report_text(report, "xdmf", job->xdmf_file);
    }
    if (job->config.table[0] != '\0') {
        ct_report_text(report, "table", job->config.table);
    }
    ct_report_end(report);
    ct_report_block(report, "config", job->config_text);
}

ct_status adi_job_write_report(adi_job *job) {
    ct_status status = CT_OK;
    void *hosts = ct_host_places(job->comm);
    if (job->report != NULL) {
        ct_report_program(job->report, "adi");
        report_problem(job->report, job);
        ct_report_ranks(job->report, hosts, job->size, 1);
        ct_report_versions(job->report, NULL);
        report_movement(job->report, job);
        report_course(job->report, job);
        report_steady(job->report, job);
        adi_velocity_report(job);
    }
    ct_exchange_losses losses;
    status = ct_adi_rounding(job->plan, &losses);
    if (job->report != NULL) {
        job_report_rounding(job->report, &job->config.exchange, &losses);
    }
    status = status == CT_OK ? report_state(job) : status;
    status = status == CT_OK ? adi_mask_report(job) : status;
    status = status == CT_OK ? adi_balance_report(job) : status;
    report_times(job);
    report_memory(job);
    if (job->report != NULL) {
        job_report_trace(job->report, &job->options, &job->trace);
        report_files(job->report, job);
        ct_laps_end(&job->laps, "report");
        ct_report_laps(job->report, &job->laps);
        status = status == CT_OK ? ct_report_commit(&job->report) : status;
    }
    free(hosts);
    return ct_agree_on_first(job->comm, status);
}

void adi_job_print_checked(const adi_job *job) {
    char extent[ADI_EXTENT_BYTES];
    if (job->rank != 0 || job->options.quiet) {
        return;
    }
    (void)printf("%s: %s cells of %s, %s", ct_escaped(job->options.config),
                 adi_extent_text(&job->shape, extent), adi_number_type(&job->shape),
                 choice("problem", "kind", job->config.kind));
    if (job->steps > 0) {
        (void)printf(", %.0f steps by %s", job->steps,
                     choice("time", "scheme", (int)adi_job_scheme(job)));
    }
    (void)printf(", %td %s, on %d %s\n", job->snapshots,
                 job->snapshots == 1 ? "snapshot" : "snapshots", job->size,
                 job->size == 1 ? "rank" : "ranks");
    if (job->restart != NULL) {
        (void)printf("would continue from %s, step %.0f\n", ct_escaped(job->restart),
                     job->resumed_step);
    }
}

/* The command that continues the run: this one, or that of the job script, which gives it. */
static void say_stopped(const adi_job *job) {
    const char *submission = getenv("CT_SUBMISSION");
    (void)printf("%s: stopped at step %.0f, t = %.6g; to resume: ",
                 job->stopped == SIGTERM ? "SIGTERM" : "SIGUSR1", job->course.step,
                 job->course.time);
    if (submission != NULL && submission[0] != '\0') {
        (void)printf("%s\n", submission);
        return;
    }
    (void)printf("mpirun -n %d adi %s", job->size, ct_escaped(job->options.config));
    for (size_t i = 0; i < job->options.override_count; i++) {
        (void)printf(" --set '%s'", job->options.overrides[i]);
    }
    if (job->config.resume == ADI_RESUME_NEVER) {
        (void)printf(" --set checkpoint.resume=auto");
    }
    (void)printf("\n");
}

void adi_job_say_done(const adi_job *job) {
    char extent[ADI_EXTENT_BYTES];
    if (job->rank != 0 || job->options.quiet) {
        return;
    }
    if (job->stopped != 0) {
        say_stopped(job);
        return;
    }
    const double steps = job->course.step - job->resumed_step;
    (void)printf("%s cells of %s on %d %s: %.0f %s, %.4g s each\n",
                 adi_extent_text(&job->shape, extent), adi_number_type(&job->shape), job->size,
                 job->size == 1 ? "rank" : "ranks", steps,
                 job->config.kind == ADI_STEADY ? "iterations" : "steps",
                 steps > 0 ? ct_laps_seconds(&job->laps, "steps") / steps : 0);
    (void)printf("%s\n", ct_adi_reason(job->plan));
    const char *const files[] = {job->config.output, job->xdmf_file, job->config.table,
                                 job->report_file, job->options.trace};
    job_print_written(files, 5);
}
