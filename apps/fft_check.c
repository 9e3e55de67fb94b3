/* What can be known to be wrong with a job before its work. */
#include "apps/fft_job.h"

#include "base/fail.h"
#include "io/paths.h"
#include <cornerturn/agree.h>
#include <limits.h>

static ct_status check_extents(const fft_job *job) {
    const fft_config *config = &job->config;
    if (job->info.axes != 3) {
        return ct_raise(CT_ERROR_FILE, "%s: dataset \"%s\" has %d %s; fft takes 3", config->input,
                        config->input_dataset, job->info.axes,
                        job->info.axes == 1 ? "axis" : "axes");
    }
    for (int axis = 0; axis < 3; axis++) {
        if (job->info.extent[axis] < 1 || job->info.extent[axis] > INT_MAX) {
            return ct_raise(
                CT_ERROR_FILE, "%s: dataset \"%s\" has extent %td along axis %d; fft takes 1 to %d",
                config->input, config->input_dataset, job->info.extent[axis], axis, INT_MAX);
        }
    }
    return CT_OK;
}

ct_status fft_job_check(fft_job *job) {
    const fft_config *config = &job->config;
    const ct_path_use files[] = {{"the config", job->options.config, 0},
                                 {"input.file", config->input, 0},
                                 {"output.file", config->output, 1},
                                 {"the XDMF file", config->xdmf ? job->xdmf_file : NULL, 1},
                                 {"the report", job->report_file, 1}};
    ct_status status = CT_OK;
    CT_TRY(ct_paths_differ(job->comm, files, sizeof files / sizeof *files));
    CT_TRY(job_exchange_check(&config->exchange, job->comm));
    if (ct_array_check_name(config->output_dataset) != CT_OK) {
        CT_FAIL(CT_ERROR_CONFIG, "output.dataset: %s", ct_error_message());
    }
    CT_TRY(ct_array_inspect(job->comm, config->input, config->input_dataset, CT_ARRAY_NUMBERS,
                            &job->info));
    CT_TRY(check_extents(job));
    CT_TRY(ct_array_can_create(job->comm, config->output, config->overwrite));
    if (config->xdmf) {
        CT_TRY(ct_array_can_create(job->comm, job->xdmf_file, config->overwrite));
    }
    if (job->report_file != NULL) {
        CT_TRY(ct_array_can_create(job->comm, job->report_file, true));
    }
cleanup:
    return status;
}
