#include "apps/transpose/job.h"

#include "base/fail.h"
#include "io/array/file.h"
#include "io/array/storage/scales.h"
#include "io/run/watch.h"
#include <cornerturn/memory.h>
#include <cornerturn/version.h>
#include <limits.h>
#include <stdlib.h>

double transpose_array_size_bytes(const transpose_job *job) {
    double bytes = (double)job->shape.element_bytes;
    for (int a = 0; a < job->shape.axes; a++) {
        bytes *= (double)job->shape.extent[a];
    }
    return bytes;
}

const char *transpose_words(const transpose_job *job) {
    const transpose_shape *shape = &job->shape;
    const bool reversed = shape->axes == 2 && shape->permutation[0] == 1;
    if (job->config.conjugate) {
        return reversed ? "conjugate transpose" : "conjugate permutation of axes";
    }
    return reversed ? "transpose" : "permutation of axes";
}

const char *transpose_extent_text(const transpose_job *job, int side, char text[JOB_COUNTS_BYTES]) {
    const transpose_shape *shape = &job->shape;
    ptrdiff_t extent[CT_MAX_AXES] = {0};
    for (int a = 0; a < shape->axes; a++) {
        extent[a] = shape->extent[side == 0 ? a : shape->permutation[a]];
    }
    return job_write_counts(shape->axes, extent, " x ", text);
}

ct_status transpose_job_load(transpose_job *job, int argc, char **argv) {
    ct_status status = CT_OK;
    CT_TRY(job_start(&transpose_program, job->comm, argc, argv, &job->options, &job->config,
                     &job->config_text));
    if (job->options.leave) {
        goto cleanup;
    }
    job->report_file = job_report_file(&job->options, job->config.report);
    job->progress = job_progress_create(&job->options);
    ct_watch_begin(job->comm, job->options.check ? 0 : job->config.stall_s);
cleanup:
    return status;
}

ct_status transpose_job_attributes(transpose_job *job) {
    const transpose_config *config = &job->config;
    const transpose_shape *shape = &job->shape;
    ptrdiff_t order[CT_MAX_AXES] = {0};
    char software[64];
    char axes[JOB_COUNTS_BYTES];
    char source[PATH_MAX + 1024];
    char extent[JOB_COUNTS_BYTES];
    for (int a = 0; a < shape->axes; a++) {
        order[a] = shape->permutation[a];
    }
    (void)snprintf(software, sizeof software, "cornerturn %s", ct_version());
    if (config->input[0] != '\0') {
        (void)snprintf(source, sizeof source, "%s:%s", config->input, config->input_dataset);
    } else {
        (void)snprintf(source, sizeof source, "generated, %s",
                       transpose_extent_text(job, 0, extent));
    }
    const job_attribute texts[] = {
        {"operation", transpose_words(job)},
        {"source_axes", job_write_counts(shape->axes, order, ",", axes)},
        {"source", source},
        {"software", software},
        {"config", job->config_text},
    };
    ct_status status = CT_OK;
    CT_TRY(job_attributes(job->file, config->output_dataset, texts, sizeof texts / sizeof *texts));
    if (config->input[0] != '\0') {
        CT_TRY(ct_array_scales_like(job->file, config->output_dataset, shape->axes,
                                    shape->permutation, config->input, config->input_dataset));
    }
cleanup:
    return status;
}

void transpose_job_free(transpose_job *job) {
    ct_watch_end();
    ct_trace_discard();
    for (int i = 0; i < TRANSPOSE_PLANS; i++) {
        ct_transpose_plan_destroy(&job->plans[i]);
    }
    job_forecast_end(&job->forecast);
    ct_array_discard(&job->file);
    ct_report_discard(&job->report);
    ct_locks_release(&job->locks); /* when nothing of its files is unfinished any more */
    ct_progress_destroy(&job->progress);
    ct_free(&job->input);
    ct_free(&job->output);
    free(job->xdmf_file);
    job_end(&transpose_program, &job->options, &job->config, job->config_text);
}
