/* Finds errors of a job before it starts its work. */
#include "apps/transpose/check.h"

#include "apps/common/idle.h"
#include "apps/common/memory.h"
#include "base/fail.h"
#include "io/array/file.h"
#include "io/array/info.h"
#include "io/array/inspect.h"
#include "io/array/read.h"
#include "io/output/paths.h"
#include <cornerturn/agree.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Which keys go together. Local. */
static ct_status check_keys(const transpose_config *config) {
    const bool reads = config->input[0] != '\0';
    if (reads == (config->extent[0] != '\0')) {
        return ct_raise(CT_ERROR_CONFIG, "input.file, generate.extent: %s; allowed: one of them",
                        reads ? "both are given" : "neither is given");
    }
    if (reads && config->input_dataset[0] == '\0') {
        return ct_raise(CT_ERROR_CONFIG, "input.dataset: missing; allowed: the name of a dataset");
    }
    const job_idle idle = {"generate", "type", reads, "with input.file", "generate.extent"};
    if (job_refuse_idle(&transpose_program, config, &idle, 1) != CT_OK) {
        return CT_ERROR_CONFIG;
    }
    if (reads && config->output[0] == '\0') {
        return ct_raise(CT_ERROR_CONFIG, "output.file: missing; allowed: the name of a file");
    }
    return config->output[0] != '\0' && ct_array_check_name(config->output_dataset) != CT_OK
               ? ct_raise(CT_ERROR_CONFIG, "output.dataset: %s", ct_error_message())
               : CT_OK;
}

/* The input, as its file has it or as it will be generated. Collective. */
static ct_status find_input(transpose_job *job) {
    const transpose_config *config = &job->config;
    ct_array_info *info = &job->info;
    if (config->input[0] != '\0') {
        return ct_array_inspect(job->comm, config->input, config->input_dataset, CT_ARRAY_ANY,
                                info);
    }
    ct_status status = ct_array_number_info(ct_array_numbers[config->number], info);
    return status == CT_OK ? transpose_read_extent(config, info) : status;
}

/* What the config wants of this input. Local. */
static ct_status check_shape(transpose_job *job) {
    const transpose_config *config = &job->config;
    ct_status status = CT_OK;
    if (config->conjugate && (!job->info.is_complex || job->info.sign_byte < 0)) {
        CT_FAIL(
            CT_ERROR_CONFIG,
            "transpose.conjugate: the elements are %s; allowed: true for complex ones, compounds "
            "{r, i} of two floats",
            job->info.type);
    }
    CT_TRY(job_exchange_check_precision(&config->exchange, job->info.is_double, job->info.type));
    CT_TRY(transpose_shape_make(config, &job->info, job->size, &job->shape));
    CT_TRY(transpose_shape_cut(config, &job->shape));
    if (job->shape.swaps && config->exchange.precision != CT_MESSAGES_EXACT) {
        CT_FAIL(CT_ERROR_CONFIG,
                "exchange.precision: %s; allowed where pairs of ranks swap tiles in place "
                "(memory.in_place): exact",
                job_exchange_precisions[config->exchange.precision]);
    }
cleanup:
    return status;
}

/* The description for ParaView, where there can be one. Local. */
static ct_status name_xdmf(transpose_job *job) {
    return job->config.xdmf && job->config.output[0] != '\0' && ct_xdmf_allows(&job->info)
               ? ct_xdmf_path(job->config.output, &job->xdmf_file)
               : CT_OK;
}

/* Whether there is memory for the parts of a panel. Collective. */
static ct_status check_memory(const transpose_job *job) {
    ptrdiff_t bytes[2];
    transpose_array_bytes(&job->shape, job->rank, bytes);
    const double writing_bytes =
        job->config.output[0] != '\0' ? ct_array_writing_bytes(&job->layout, (double)bytes[1]) : 0;
    const double reading_bytes = job->config.input[0] != '\0'
                                     ? ct_array_reading_bytes(&job->info, job->info.element_bytes,
                                                              (double)bytes[0], job->size)
                                     : 0;
    return job_check_memory(
        job->comm, (double)bytes[0] + (double)bytes[1] + fmax(reading_bytes, writing_bytes),
        "input and result", ", or a memory.limit of bytes for a rank that makes panels of them");
}

/* Local. */
static ct_status check_storage(transpose_job *job) {
    const transpose_shape *shape = &job->shape;
    ptrdiff_t extent[CT_MAX_AXES];
    for (int a = 0; a < shape->axes; a++) {
        extent[a] = shape->extent[shape->permutation[a]];
    }
    return job_read_storage(&job->config.storage, shape->axes, extent, shape->element_bytes,
                            &job->layout, &job->xdmf_file);
}

ct_status transpose_job_check(transpose_job *job) {
    const transpose_config *config = &job->config;
    ct_status status = CT_OK;
    CT_TRY(check_keys(config));
    CT_TRY(job_exchange_check(&transpose_program, &config->exchange, job->comm));
    CT_TRY(find_input(job));
    CT_TRY(check_shape(job));
    CT_TRY(ct_agree(job->comm, name_xdmf(job)));
    const ct_path_use files[] = {{"the config", job->options.config, CT_PATH_READ},
                                 {"input.file", config->input, CT_PATH_READ},
                                 {"output.file", config->output, CT_PATH_WRITTEN},
                                 {"the XDMF file", job->xdmf_file, CT_PATH_WRITTEN},
                                 job_exchange_file(&config->exchange),
                                 {"the report", job->report_file, CT_PATH_WRITTEN},
                                 {"the trace", job->options.trace, CT_PATH_WRITTEN}};
    const char *const records[] = {job->report_file, job->options.trace};
    CT_TRY(ct_paths_differ(job->comm, files, sizeof files / sizeof *files));
    CT_TRY(ct_paths_differ_elsewhere(job->comm, &files[1], config->input_dataset, files,
                                     sizeof files / sizeof *files));
    CT_TRY(ct_locks_take(job->comm, files, sizeof files / sizeof *files, job->options.check,
                         &job->locks));
    CT_TRY(ct_agree(job->comm, check_storage(job)));
    CT_TRY(job_can_create_array(job->comm, config->output, job->xdmf_file, config->overwrite));
    CT_TRY(job_can_create(job->comm, records, 2, true));
    CT_TRY(check_memory(job));
cleanup:
    return status;
}
