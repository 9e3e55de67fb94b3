/* The report of a run. */
#include "apps/fft/report.h"

#include "apps/fft/finite.h"
#include "apps/fft/shape/kinds.h"
#include "base/fail.h"
#include "fft/plan.h"
#include <cornerturn/agree.h>
#include <math.h>
#include <stdlib.h>

static void report_grid(ct_report *report, const char *key, int axes, const int *grid) {
    ct_report_list(report, key);
    for (int axis = 0; axis < axes; axis++) {
        ct_report_count(report, NULL, grid[axis]);
    }
    ct_report_end(report);
}

static void report_extent(ct_report *report, const char *key, const fft_array *array) {
    ct_report_list(report, key);
    for (int axis = 0; axis < array->axes; axis++) {
        ct_report_count(report, NULL, array->extent[axis]);
    }
    ct_report_end(report);
}

static void report_problem(ct_report *report, const fft_job *job) {
    const fft_shape *shape = &job->shape;
    char kinds[FFT_KINDS_BYTES];
    int grid[2][CT_MAX_AXES];
    ct_fft_grids(job->plan, grid[0], grid[1]);
    ct_report_map(report, "problem");
    ct_report_text(report, "operation", fft_operations[job->config.operation]);
    report_extent(report, "extent", &shape->input);
    if (shape->has_second) {
        report_extent(report, "second_extent", &shape->other);
    }
    if (job->power == NULL) {
        report_extent(report, "result_extent", &shape->output);
    }
    ct_report_text(report, "input_type", job->info.type);
    ct_report_text(report, "transform", fft_kinds_text(shape, kinds));
    if (shape->mirror >= 0) {
        ct_report_count(report, "symmetry_of_axis", shape->mirror);
    }
    ct_report_text(report, "precision", shape->problem.precision == CT_FLOAT ? "single" : "double");
    ct_report_text(report, "direction", fft_job_words(job));
    ct_report_number(report, "factor", ct_fft_factor(job->plan));
    report_grid(report, "array_grid", shape->problem.axes, grid[0]);
    report_grid(report, "spectrum_grid", shape->problem.axes, grid[1]);
    ct_report_number(report, "array_bytes", fft_job_array_bytes(job));
    ct_report_end(report);
}

static void report_times(ct_report *report, const fft_job *job) {
    ct_report_map(report, "time_s");
    ct_report_spread(report, "plan", job->plan_s);
    ct_report_spread(report, "read", job->read_s);
    for (int phase = 0; phase < ct_fft_phases(job->plan); phase++) {
        ct_report_spread(report, ct_fft_phase_name(job->plan, phase), job->phase_s[phase]);
    }
    ct_report_spread(report, "transform", job->transform_s);
    ct_report_spread(report, "look_for_nan", job->finite_s);
    if (job->is_checked) {
        ct_report_spread(report, "verify", job->verify_s);
    }
    if (job->second_plan != NULL) {
        ct_report_spread(report, "transform_second", job->second_s);
    }
    if (job->config.operation != FFT_TRANSFORM) {
        ct_report_spread(report, job->power != NULL ? "bin" : "multiply", job->multiply_s);
    }
    if (job->back_plan != NULL) {
        ct_report_spread(report, "transform_back", job->back_s);
    }
    ct_report_spread(report, "write", job->write_s);
    ct_report_end(report);
}

static void report_rates(ct_report *report, const fft_job *job) {
    const fft_shape *shape = &job->shape;
    const fft_array *output = &shape->output;
    const double bytes = fft_job_array_bytes(job);
    /* 5 N log2 N operations of N complex numbers, half as many of real ones: 2.5 each of the reals
     */
    const double real_bytes = shape->problem.precision == CT_FLOAT ? 4 : 8;
    ct_report_map(report, "rates");
    ct_report_rate(report, "transform_gb_per_s", bytes, job->transform_s.most);
    ct_report_rate(report, "transform_gflop_per_s",
                   2.5 * bytes / real_bytes * log2(fft_transformed(&shape->problem)),
                   job->transform_s.most);
    ct_report_rate(report, "read_gb_per_s",
                   fft_array_elements(&shape->input) * (double)job->info.element_bytes,
                   job->read_s.most);
    if (job->power == NULL) {
        ct_report_rate(report, "write_gb_per_s",
                       fft_array_elements(output) * (double)output->element_bytes,
                       job->write_s.most);
    }
    ct_report_end(report);
}

/* How data moves between ranks, and by which exchange if there is one. */
static void report_movement(ct_report *report, const fft_job *job) {
    ct_report_map(report, "movement");
    ct_report_text(report, "reason", ct_fft_reason(job->plan));
    ct_report_number(report, "bytes_total", ct_fft_moved_bytes(job->plan));
    if (ct_fft_score(job->plan, 0) != NULL) {
        ct_report_list(report, "candidates");
        for (int i = 0; ct_fft_score(job->plan, i) != NULL; i++) {
            ct_report_score(report, ct_fft_score(job->plan, i));
        }
        ct_report_end(report);
    }
    ct_report_end(report);
    if (ct_fft_exchange(job->plan) != NULL) {
        ct_report_exchange(report, ct_fft_exchange(job->plan));
    }
}

/* What the operation found out about the data. */
static void report_findings(ct_report *report, const fft_job *job) {
    if (job->power != NULL) {
        ct_report_number(report, "bin_width", job->shape.bin_width);
        ct_report_count(report, "bins", (long long)job->shape.bins);
        ct_report_number(report, "mean_square", job->mean_square);
        ct_report_number(report, "parseval_error", job->parseval_error);
    }
    if (job->shape.needs_mean_0) {
        ct_report_number(report, "mean_of_right_side", job->mean);
    }
}

/* Values that are not finite, of each array that was looked at. */
static void report_not_finite(ct_report *report, const fft_job *job) {
    ct_report_map(report, "not_finite");
    for (int i = 0; i < FFT_FINDINGS; i++) {
        if (job->found[i].elements > 0) {
            ct_report_count(report, fft_array_names[i], (long long)job->found[i].not_finite);
        }
    }
    ct_report_end(report);
}

static void report_results(ct_report *report, const fft_job *job) {
    ct_report_map(report, "verification");
    report_not_finite(report, job);
    ct_report_flag(report, "round_trip_checked", job->is_checked);
    if (job->is_checked) {
        ct_report_number(report, "round_trip_error", job->round_trip_error);
    }
    report_findings(report, job);
    ct_report_end(report);
    ct_report_map(report, "files");
    ct_report_text(report, "input", job->config.input);
    if (job->shape.has_second) {
        ct_report_text(report, "second", job->config.second);
    }
    ct_report_text(report, "output", job->config.output);
    if (job->xdmf_file != NULL) {
        ct_report_text(report, "xdmf", job->xdmf_file);
    }
    ct_report_end(report);
    ct_report_block(report, "config", job->config_text);
}

/* What rounding has saved and lost in all transforms of the run. Collective. */
static ct_status find_losses(const fft_job *job, ct_exchange_losses *losses) {
    const ct_fft_plan *const plans[] = {job->plan, job->second_plan, job->back_plan};
    ct_status status = CT_OK;
    *losses = (ct_exchange_losses){.saved_bytes = 0};
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) {
        ct_exchange_losses of_plan = {.saved_bytes = 0};
        if (plans[i] != NULL) {
            CT_TRY(ct_fft_rounding(plans[i], &of_plan));
        }
        job_add_losses(losses, &of_plan);
    }
cleanup:
    return status;
}

static void write_report(ct_report *report, const fft_job *job, const ct_exchange_losses *losses,
                         void *hosts) {
    ct_report_program(report, "fft");
    report_problem(report, job);
    ct_report_ranks(report, hosts, job->size, job->plan->threads);
    ct_report_versions(report, ct_fft_library());
    report_movement(report, job);
    job_report_rounding(report, &job->config.exchange, losses);
    report_times(report, job);
    report_rates(report, job);
    job_report_trace(report, &job->options, &job->trace);
    report_results(report, job);
}

ct_status fft_job_write_report(fft_job *job) {
    ct_exchange_losses losses;
    void *hosts = ct_host_places(job->comm);
    const ct_status status = find_losses(job, &losses);
    if (job->report != NULL) {
        write_report(job->report, job, &losses, hosts);
        job->has_report = 1;
    }
    free(hosts);
    return ct_agree_on_first(job->comm, status);
}

ct_status fft_job_close(fft_job *job) {
    ct_status status = CT_OK;
    ct_laps_end(&job->laps, "end");
    if (job->report != NULL) {
        ct_report_laps(job->report, &job->laps);
        status = ct_report_commit(&job->report);
    }
    ct_locks_release(&job->locks); /* when nothing of its files is unfinished any more */
    return status;
}
