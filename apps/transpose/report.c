/* The report of a run, and what it prints. */
#include "apps/transpose/report.h"

#include "apps/transpose/panel.h"
#include "base/escape.h"

#include <cornerturn/agree.h>
#include <stdlib.h>
#include <sys/resource.h>

/* The grids of the first panel, as a list of lists. */
static void report_grids(ct_report *report, const transpose_job *job) {
    ct_distribution held[2];
    ct_box panel;
    if (job->shape.panels.count == 0) {
        return;
    }
    (void)ct_slices_at(&job->shape.panels, 0, &panel);
    transpose_distribute(&job->shape, &panel, &held[0], &held[1]);
    for (int side = 0; side < 2; side++) {
        ct_report_list(report, side == 0 ? "input_grid" : "output_grid");
        for (int a = 0; a < held[side].axes; a++) {
            ct_report_count(report, NULL, held[side].grid[a]);
        }
        ct_report_end(report);
    }
}

static void report_problem(ct_report *report, const transpose_job *job) {
    const transpose_shape *shape = &job->shape;
    ct_report_map(report, "problem");
    ct_report_list(report, "extent");
    for (int a = 0; a < shape->axes; a++) {
        ct_report_count(report, NULL, shape->extent[a]);
    }
    ct_report_end(report);
    ct_report_text(report, "input_type", job->info.type);
    ct_report_text(report, "transform", transpose_words(job));
    ct_report_list(report, "axes");
    for (int a = 0; a < shape->axes; a++) {
        ct_report_count(report, NULL, shape->permutation[a]);
    }
    ct_report_end(report);
    report_grids(report, job);
    ct_report_number(report, "array_bytes", transpose_array_size_bytes(job));
    ct_report_count(report, "panels", shape->panels.count);
    ct_report_flag(report, "in_place", shape->swaps);
    ct_report_end(report);
}

/* How the data moved. Each panel has its exchange, as large as it is; one is enough to tell of. */
static void report_movement(ct_report *report, const transpose_job *job) {
    int plans = 0;
    if (job->plan == NULL) {
        return;
    }
    for (int i = 0; i < TRANSPOSE_PLANS; i++) {
        plans += job->plans[i] != NULL;
    }
    ct_report_map(report, "movement");
    ct_report_text(report, "reason",
                   job->shape.swaps               ? "in place: pairs of ranks swap tiles"
                   : job->shape.panels.count == 1 ? "an exchange"
                                                  : "an exchange a panel; below is the last one's");
    ct_report_count(report, "plans", plans);
    ct_report_number(report, "bytes_total", job->moved_bytes);
    ct_report_end(report);
    if (ct_transpose_exchange(job->plan) != NULL) {
        ct_report_exchange(report, ct_transpose_exchange(job->plan));
    }
}

static void report_times(ct_report *report, const transpose_job *job) {
    const double bytes = transpose_array_size_bytes(job);
    ct_report_map(report, "time_s");
    for (int phase = 0; phase < TRANSPOSE_PHASES; phase++) {
        ct_report_spread(report, transpose_phases[phase], job->time_s[phase]);
    }
    ct_report_end(report);
    ct_report_map(report, "rates");
    ct_report_rate(report, "transpose_gb_per_s", bytes, job->time_s[TRANSPOSE_MOVE].most);
    ct_report_rate(report, "read_gb_per_s", bytes, job->time_s[TRANSPOSE_READ].most);
    ct_report_rate(report, "write_gb_per_s", bytes, job->time_s[TRANSPOSE_WRITE].most);
    ct_report_end(report);
}

static void report_files(ct_report *report, const transpose_job *job) {
    ct_report_map(report, "verification");
    ct_report_flag(report, "checksum_compared", job->config.checksum);
    ct_report_end(report);
    ct_report_map(report, "files");
    if (job->config.input[0] != '\0') {
        ct_report_text(report, "input", job->config.input);
    }
    if (job->config.output[0] != '\0') {
        ct_report_text(report, "output", job->config.output);
    }
    if (job->xdmf_file != NULL) {
        ct_report_text(report, "xdmf", job->xdmf_file);
    }
    ct_report_end(report);
    ct_report_block(report, "config", job->config_text);
}

/* What the arrays and the plans of a rank take, and the most that it ever had resident.
 * Collective.
 */
static void report_memory(ct_report *report, const transpose_job *job) {
    struct rusage usage = {.ru_maxrss = 0};
    ptrdiff_t bytes[2];
    transpose_array_bytes(&job->shape, job->rank, bytes);
    (void)getrusage(RUSAGE_SELF, &usage);
    const ct_spread arrays = ct_spread_over(job->comm, (double)bytes[0] + (double)bytes[1]);
    const ct_spread plan = ct_spread_over(job->comm, job->plan_bytes);
    const ct_spread peak = ct_spread_over(job->comm, 1024.0 * (double)usage.ru_maxrss);
    if (report != NULL) {
        ct_report_map(report, "memory_bytes");
        ct_report_spread(report, "arrays", arrays);
        ct_report_spread(report, "plan", plan);
        ct_report_spread(report, "resident", peak);
        ct_report_end(report);
    }
}

ct_status transpose_job_write_report(transpose_job *job) {
    ct_status status = CT_OK;
    void *hosts = ct_host_places(job->comm);
    for (int phase = 0; phase < TRANSPOSE_PHASES; phase++) {
        const double seconds = ct_laps_seconds(&job->laps, transpose_phases[phase]);
        job->time_s[phase] = ct_spread_over(job->comm, seconds);
    }
    if (job->report != NULL) {
        ct_report_program(job->report, "transpose");
        report_problem(job->report, job);
        ct_report_ranks(job->report, hosts, job->size, 1);
        ct_report_versions(job->report, NULL);
        report_movement(job->report, job);
        job_report_rounding(job->report, &job->config.exchange, &job->losses);
        report_times(job->report, job);
        job_report_trace(job->report, &job->options, &job->trace);
    }
    report_memory(job->report, job);
    if (job->report != NULL) {
        report_files(job->report, job);
        ct_laps_end(&job->laps, "report");
        ct_report_laps(job->report, &job->laps);
        status = ct_report_commit(&job->report);
    }
    free(hosts);
    return ct_agree_on_first(job->comm, status);
}

void transpose_job_print_checked(const transpose_job *job) {
    char from[JOB_COUNTS_BYTES];
    char into[JOB_COUNTS_BYTES];
    if (job->rank == 0 && !job->options.quiet) {
        (void)printf("%s: %s of %s%s%s would become %s by %s on %d %s, in %td %s\n",
                     ct_escaped(job->options.config), transpose_extent_text(job, 0, from),
                     job->info.type, job->config.input[0] != '\0' ? " in " : "",
                     ct_escaped(job->config.input), transpose_extent_text(job, 1, into),
                     transpose_words(job), job->size, job->size == 1 ? "rank" : "ranks",
                     job->shape.panels.count, job->shape.panels.count == 1 ? "panel" : "panels");
    }
}

void transpose_job_say_done(const transpose_job *job) {
    char from[JOB_COUNTS_BYTES];
    const double move_s = job->time_s[TRANSPOSE_MOVE].most;
    if (job->rank != 0 || job->options.quiet) {
        return;
    }
    (void)printf("%s of %s %s on %d %s: %.4g s, %.3g GB/s\n", transpose_words(job),
                 transpose_extent_text(job, 0, from), job->info.type, job->size,
                 job->size == 1 ? "rank" : "ranks", move_s,
                 move_s > 0 ? transpose_array_size_bytes(job) / move_s * 1e-9 : 0);
    if (job->plan != NULL && ct_transpose_exchange(job->plan) != NULL) {
        (void)printf("exchange%s %s: %s\n", job->shape.panels.count > 1 ? " of the last panel" : "",
                     ct_exchange_algorithm(ct_transpose_exchange(job->plan)),
                     ct_exchange_reason(ct_transpose_exchange(job->plan)));
    }
    const char *const files[] = {job->config.output, job->xdmf_file, job->report_file,
                                 job->options.trace};
    job_print_written(files, 4);
}
