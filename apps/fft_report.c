/* What fft tells about a run: the report, and the closing words. */
#include "apps/fft_job.h"

#include <cornerturn/agree.h>
#include <math.h>
#include <stdlib.h>

/* Parts along the axes of the array and of its spectrum. */
static void report_grids(ct_report *report, const fft_job *job) {
    int grid[2][CT_MAX_AXES];
    ct_fft_grids(job->plan, grid[0], grid[1]);
    for (int side = 0; side < 2; side++) {
        ct_report_list(report, side == 0 ? "array_grid" : "spectrum_grid");
        for (int axis = 0; axis < 3; axis++) {
            ct_report_count(report, NULL, grid[side][axis]);
        }
        ct_report_end(report);
    }
}

static void report_problem(ct_report *report, const fft_job *job) {
    ct_report_map(report, "problem");
    ct_report_list(report, "extent");
    for (int axis = 0; axis < 3; axis++) {
        ct_report_count(report, NULL, job->info.extent[axis]);
    }
    ct_report_end(report);
    ct_report_text(report, "input_type", job->info.type);
    ct_report_text(report, "transform", "complex to complex, double precision");
    ct_report_text(report, "direction", fft_direction(job));
    ct_report_number(report, "factor", ct_fft_factor(job->plan));
    report_grids(report, job);
    ct_report_number(report, "array_bytes", fft_array_bytes(job));
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
    if (job->config.round_trip) {
        ct_report_spread(report, "verify", job->verify_s);
    }
    ct_report_spread(report, "write", job->write_s);
    ct_report_end(report);
}

static void report_rates(ct_report *report, const fft_job *job) {
    double elements = fft_array_bytes(job) / (2 * sizeof(double));
    ct_report_map(report, "rates");
    ct_report_rate(report, "transform_gb_per_s", fft_array_bytes(job), job->transform_s.most);
    ct_report_rate(report, "transform_gflop_per_s", 5 * elements * log2(elements),
                   job->transform_s.most);
    ct_report_rate(report, "read_gb_per_s",
                   fft_array_bytes(job) / (2 * sizeof(double)) * (double)job->info.element_bytes,
                   job->read_s.most);
    ct_report_rate(report, "write_gb_per_s", fft_array_bytes(job), job->write_s.most);
    ct_report_end(report);
}

/* How data moves between ranks, and by which exchange if there is one. */
static void report_movement(ct_report *report, const fft_job *job) {
    ct_report_map(report, "movement");
    ct_report_text(report, "reason", ct_fft_reason(job->plan));
    ct_report_number(report, "bytes_total", ct_fft_moved_bytes(job->plan));
    ct_report_end(report);
    if (ct_fft_exchange(job->plan) != NULL) {
        ct_report_exchange(report, ct_fft_exchange(job->plan));
    }
}

static void report_results(ct_report *report, const fft_job *job) {
    ct_report_map(report, "verification");
    ct_report_flag(report, "round_trip_checked", job->config.round_trip);
    if (job->config.round_trip) {
        ct_report_number(report, "round_trip_error", job->round_trip_error);
    }
    ct_report_end(report);
    ct_report_map(report, "files");
    ct_report_text(report, "input", job->config.input);
    ct_report_text(report, "output", job->config.output);
    if (job->config.xdmf) {
        ct_report_text(report, "xdmf", job->xdmf_file);
    }
    ct_report_end(report);
    ct_report_block(report, "config", job->config_text);
}

static void write_report(ct_report *report, const fft_job *job, char *hosts) {
    ct_report_program(report, "fft");
    report_problem(report, job);
    ct_report_ranks(report, hosts, job->size);
    ct_report_versions(report, ct_fft_library());
    report_movement(report, job);
    report_times(report, job);
    report_rates(report, job);
    report_results(report, job);
}

ct_status fft_job_write_report(fft_job *job) {
    ct_status status = CT_OK;
    char *hosts = ct_host_names(job->comm);
    if (job->report != NULL) {
        write_report(job->report, job, hosts);
        status = ct_report_commit(&job->report);
    }
    free(hosts);
    return ct_agree_on_first(job->comm, status);
}

void fft_job_say_checked(const fft_job *job) {
    if (job->rank == 0 && !job->options.quiet) {
        (void)printf("%s: %td x %td x %td of %s in %s would be transformed %s on %d %s\n",
                     job->options.config, job->info.extent[0], job->info.extent[1],
                     job->info.extent[2], job->info.type, job->config.input, fft_direction(job),
                     job->size, job->size == 1 ? "rank" : "ranks");
    }
}

void fft_job_explain(const fft_job *job) {
    (void)printf("transform: %s\n", ct_fft_reason(job->plan));
    if (ct_fft_exchange(job->plan) != NULL) {
        ct_explain_exchange(stdout, ct_fft_exchange(job->plan));
    }
}

void fft_job_say_done(const fft_job *job) {
    const ct_exchange_plan *exchange = ct_fft_exchange(job->plan);
    if (job->rank != 0 || job->options.quiet) {
        return;
    }
    (void)printf("fft %s of %td x %td x %td %s on %d %s: %.4g s, %.3g GB/s\n", fft_direction(job),
                 job->info.extent[0], job->info.extent[1], job->info.extent[2], job->info.type,
                 job->size, job->size == 1 ? "rank" : "ranks", job->transform_s.most,
                 fft_array_bytes(job) / job->transform_s.most * 1e-9);
    (void)printf("%s\n", ct_fft_reason(job->plan));
    if (exchange != NULL) {
        (void)printf("exchange %s: %s\n", ct_exchange_algorithm(exchange),
                     ct_exchange_reason(exchange));
    }
    if (job->config.round_trip) {
        (void)printf("round trip: relative error %.2g\n", job->round_trip_error);
    }
    (void)printf("wrote %s", job->config.output);
    if (job->config.xdmf) {
        (void)printf(", %s", job->xdmf_file);
    }
    if (job->report_file != NULL) {
        (void)printf(", %s", job->report_file);
    }
    (void)printf("\n");
}
