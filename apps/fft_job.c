#include "apps/fft_job.h"

#include "base/fail.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>
#include <cornerturn/version.h>
#include <stdlib.h>

double fft_array_bytes(const fft_job *job) {
    return 2 * sizeof(double) * (double)job->info.extent[0] * (double)job->info.extent[1] *
           (double)job->info.extent[2];
}

const char *fft_direction(const fft_job *job) {
    return job->config.direction == CT_FORWARD ? "forward" : "inverse";
}

ct_status fft_job_load(fft_job *job, int argc, char **argv) {
    ct_status status = CT_OK;
    job_exchange_prepare();
    CT_TRY(ct_program_start(&fft_program, job->comm, argc, argv, &job->options, &job->config,
                            &job->config_text));
    if (job->options.leave) {
        goto cleanup;
    }
    CT_TRY(ct_agree(job->comm, ct_xdmf_path(job->config.output, &job->xdmf_file)));
    job->report_file = job->options.report != NULL ? job->options.report : job->config.report;
    if (job->report_file[0] == '\0') {
        job->report_file = NULL;
    }
    job->progress = ct_progress_create(job->options.quiet || job->options.check);
cleanup:
    return status;
}

ct_status fft_job_attributes(fft_job *job) {
    const char *dataset = job->config.output_dataset;
    int forward = job->config.direction == CT_FORWARD;
    double factor = ct_fft_factor(job->plan);
    char software[256];
    char source[1024];
    (void)snprintf(software, sizeof software, "cornerturn %s, %s", ct_version(), ct_fft_library());
    (void)snprintf(source, sizeof source, "%s:%s", job->config.input, job->config.input_dataset);
    const char *texts[][2] = {
        {"transform", "3D complex-to-complex discrete Fourier transform"},
        {"direction", fft_direction(job)},
        {"definition", forward ? "factor * sum over x of input(x) exp(-2 pi i k x / extent)"
                               : "factor * sum over k of input(k) exp(+2 pi i k x / extent)"},
        {"normalisation", fft_scalings[job->config.scaling]},
        {"axes",
         forward ? "k0 k1 k2 (frequency 0 first, negative ones in the upper half)" : "x0 x1 x2"},
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

void fft_job_free(fft_job *job) {
    ct_fft_plan_destroy(&job->plan);
    ct_array_discard(&job->file);
    if (job->report != NULL) {
        ct_report_discard(&job->report);
    }
    ct_progress_destroy(&job->progress);
    ct_free(&job->input);
    ct_free(&job->output);
    free(job->config_text);
    free(job->wisdom_file);
    free(job->xdmf_file);
    ct_config_free(fft_program.keys, fft_program.key_count, &job->config);
    ct_options_free(&job->options);
}
