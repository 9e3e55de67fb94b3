#include "apps/fft_job.h"

#include "base/fail.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>
#include <cornerturn/version.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double fft_array_bytes(const fft_job *job) {
    return 2 * sizeof(double) * (double)job->info.extent[0] * (double)job->info.extent[1] *
           (double)job->info.extent[2];
}

ct_status fft_job_load(fft_job *job, int argc, char **argv) {
    ct_status status = CT_OK;
    fft_program_prepare();
    CT_TRY(ct_options_parse(&fft_program, argc, argv, &job->options));
    if (job->options.leave) {
        goto cleanup;
    }
    CT_TRY(ct_config_load(job->comm, job->options.config, fft_program.keys, fft_program.key_count,
                          job->options.overrides, job->options.override_count, &job->config));
    status = ct_config_text(fft_program.keys, fft_program.key_count, &job->config,
                            &job->config_text);
    if (status == CT_OK) {
        status = ct_xdmf_path(job->config.output, &job->xdmf_file);
    }
    CT_TRY(ct_agree(job->comm, status));
    job->report_file = job->options.report != NULL ? job->options.report : job->config.report;
    if (job->report_file[0] == '\0') {
        job->report_file = NULL;
    }
    job->progress = ct_progress_create(job->options.quiet || job->options.check);
cleanup:
    return status;
}

ct_status fft_job_open_report(fft_job *job) {
    ct_status status = CT_OK;
    if (job->rank == 0 && job->report_file != NULL) {
        status = ct_report_create(job->report_file, &job->report);
    }
    return ct_agree(job->comm, status);
}

static const char *direction(const fft_job *job) {
    return job->config.direction == CT_FORWARD ? "forward" : "inverse";
}

ct_status fft_job_attributes(fft_job *job) {
    static const char *const scalings[] = {"default", "none", "full", "unitary"};
    const char *dataset = job->config.output_dataset;
    int forward = job->config.direction == CT_FORWARD;
    double factor = ct_fft_factor(job->plan);
    char software[256];
    char source[1024];
    (void)snprintf(software, sizeof software, "cornerturn %s, %s", ct_version(), ct_fft_library());
    (void)snprintf(source, sizeof source, "%s:%s", job->config.input, job->config.input_dataset);
    const char *texts[][2] = {
        {"transform", "3D complex-to-complex discrete Fourier transform"},
        {"direction", direction(job)},
        {"definition", forward ? "factor * sum over x of input(x) exp(-2 pi i k x / extent)"
                               : "factor * sum over k of input(k) exp(+2 pi i k x / extent)"},
        {"normalisation", scalings[job->config.scaling]},
        {"axes", forward ? "k0 k1 k2 (frequency 0 first, negative ones in the upper half)"
                         : "x0 x1 x2"},
        {"source", source},
        {"software", software},
        {"config", job->config_text},
    };
    ct_status status = CT_OK;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        CT_TRY(ct_array_attribute(job->file, dataset, texts[i][0], texts[i][1]));
    }
    CT_TRY(ct_array_attribute_reals(job->file, dataset, "factor", 1, &factor));
cleanup:
    return status;
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
    ct_report_text(report, "direction", direction(job));
    ct_report_number(report, "factor", ct_fft_factor(job->plan));
    ct_report_text(report, "distribution", "slabs: axis 0 of the array, axis 1 of its spectrum");
    ct_report_number(report, "array_bytes", fft_array_bytes(job));
    ct_report_end(report);
}

static void report_times(ct_report *report, const fft_job *job) {
    ct_report_map(report, "time_s");
    ct_report_spread(report, "plan", job->plan_s);
    ct_report_spread(report, "read", job->read_s);
    for (int phase = 0; phase < CT_FFT_PHASES; phase++) {
        ct_report_spread(report, ct_fft_phase_name(job->plan, (ct_fft_phase)phase),
                         job->phase_s[phase]);
    }
    ct_report_spread(report, "transform", job->transform_s);
    if (job->config.round_trip) {
        ct_report_spread(report, "verify", job->verify_s);
    }
    ct_report_spread(report, "write", job->write_s);
    ct_report_end(report);
}

/* A rate, unless the clock did not move. */
static void report_rate(ct_report *report, const char *key, double amount, double seconds) {
    if (seconds > 0) {
        ct_report_number(report, key, amount / seconds * 1e-9);
    }
}

static void report_rates(ct_report *report, const fft_job *job) {
    double elements = fft_array_bytes(job) / (2 * sizeof(double));
    ct_report_map(report, "rates");
    report_rate(report, "transform_gb_per_s", fft_array_bytes(job), job->transform_s.most);
    report_rate(report, "transform_gflop_per_s", 5 * elements * log2(elements),
                job->transform_s.most);
    report_rate(report, "exchange_gb_per_s", ct_exchange_total_bytes(ct_fft_exchange(job->plan)),
                job->phase_s[CT_FFT_EXCHANGE].most);
    report_rate(report, "read_gb_per_s",
                fft_array_bytes(job) / (2 * sizeof(double)) * (double)job->info.element_bytes,
                job->read_s.most);
    report_rate(report, "write_gb_per_s", fft_array_bytes(job), job->write_s.most);
    ct_report_end(report);
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

ct_status fft_job_write_report(fft_job *job) {
    ct_report *report = job->report;
    char date[32] = "";
    time_t now = time(NULL);
    struct tm utc;
    ct_status status = CT_OK;
    if (gmtime_r(&now, &utc) != NULL) {
        (void)strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &utc);
    }
    ct_report_text(report, "program", "fft");
    ct_report_text(report, "date", date);
    report_problem(report, job);
    ct_report_ranks(report, job->comm);
    ct_report_versions(report, ct_fft_library());
    ct_report_exchange(report, ct_fft_exchange(job->plan));
    report_times(report, job);
    report_rates(report, job);
    report_results(report, job);
    if (report != NULL) {
        status = ct_report_commit(&job->report);
    }
    return ct_agree(job->comm, status);
}

void fft_job_say_checked(const fft_job *job) {
    if (job->rank == 0 && !job->options.quiet) {
        (void)printf("%s: %td x %td x %td of %s in %s would be transformed %s on %d %s\n",
                     job->options.config, job->info.extent[0], job->info.extent[1],
                     job->info.extent[2], job->info.type, job->config.input, direction(job),
                     job->size, job->size == 1 ? "rank" : "ranks");
    }
}

void fft_job_say_done(const fft_job *job) {
    const ct_exchange_plan *exchange = ct_fft_exchange(job->plan);
    if (job->rank != 0 || job->options.quiet) {
        return;
    }
    (void)printf("fft %s of %td x %td x %td %s on %d %s: %.4g s, %.3g GB/s\n", direction(job),
                 job->info.extent[0], job->info.extent[1], job->info.extent[2], job->info.type,
                 job->size, job->size == 1 ? "rank" : "ranks", job->transform_s.most,
                 fft_array_bytes(job) / job->transform_s.most * 1e-9);
    (void)printf("exchange %s: %s\n", ct_exchange_algorithm(exchange), ct_exchange_reason(exchange));
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

void fft_job_free(fft_job *job) {
    ct_fft_plan_destroy(&job->plan);
    ct_array_discard(&job->file);
    if (job->report != NULL) {
        ct_report_discard(&job->report);
    }
    ct_progress_destroy(&job->progress);
    ct_free(job->input);
    ct_free(job->output);
    free(job->config_text);
    free(job->wisdom_file);
    free(job->xdmf_file);
    ct_config_free(fft_program.keys, fft_program.key_count, &job->config);
    ct_options_free(&job->options);
}
