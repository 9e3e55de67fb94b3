/* Finds errors of a job before it starts its work. */
#include "apps/fft/check.h"

#include "apps/common/memory.h"
#include "apps/common/reals.h"
#include "apps/fft/shape/idle.h"
#include "apps/fft/transform.h"
#include "base/escape.h"
#include "base/fail.h"
#include "fft/query.h"
#include "fft/verify.h"
#include "io/array/file.h"
#include "io/array/info.h"
#include "io/array/inspect.h"
#include "io/array/read.h"
#include "io/output/paths.h"
#include <cornerturn/agree.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_product(const fft_config *config) {
    return config->operation == FFT_CONVOLVE || config->operation == FFT_CORRELATE;
}

/* Reads the header of a dataset that will be transformed. Collective. */
static ct_status inspect(const fft_job *job, const char *file, const char *dataset,
                         ct_array_info *info) {
    ct_status status = CT_OK;
    CT_TRY(ct_array_inspect(job->comm, file, dataset, CT_ARRAY_NUMBERS, info));
    for (int axis = 0; axis < info->axes; axis++) {
        if (info->extent[axis] < 1 || info->extent[axis] > INT_MAX) {
            CT_FAIL(CT_ERROR_FILE,
                    "%s: dataset \"%s\" has extent %td along axis %d; fft takes 1 to %d",
                    ct_escaped(file), ct_escaped(dataset), info->extent[axis], axis, INT_MAX);
        }
    }
cleanup:
    return status;
}

/* Forgets the XDMF file of a result that can have none. */
static ct_status check_xdmf(fft_job *job) {
    const fft_array *output = &job->shape.output;
    ct_array_info info = {.axes = output->axes};
    ct_status status = CT_OK;
    if (job->xdmf_file != NULL) {
        CT_TRY(ct_array_number_info(output->number, &info));
        if (job->shape.has_faces ||
            !(job->shape.components > 0 ? ct_xdmf_allows_vectors(&info) : ct_xdmf_allows(&info))) {
            free(job->xdmf_file);
            job->xdmf_file = NULL;
        }
    }
cleanup:
    return status;
}

static ct_status check_names(fft_job *job) {
    const fft_config *config = &job->config;
    const int is_table = config->operation == FFT_POWER;
    ct_status status = CT_OK;
    CT_TRY(job_exchange_check(&fft_program, &config->exchange, job->comm));
    if (is_table && (strlen(config->output) < 5 ||
                     strcmp(config->output + strlen(config->output) - 4, ".csv") != 0)) {
        CT_FAIL(CT_ERROR_CONFIG,
                "output.file: \"%s\"; allowed for operation.kind power: a name that ends in .csv",
                ct_escaped(config->output));
    }
    if (!is_table && ct_array_check_name(config->output_dataset) != CT_OK) {
        CT_FAIL(CT_ERROR_CONFIG, "output.dataset: %s", ct_error_message());
    }
    if (is_product(config) && (config->second[0] == '\0' || config->second_dataset[0] == '\0')) {
        CT_FAIL(CT_ERROR_CONFIG, "second.%s: wanted for operation.kind %s",
                config->second[0] == '\0' ? "file" : "dataset", fft_operations[config->operation]);
    }
cleanup:
    return status;
}

/* Bytes of a problem's array or spectrum. */
static double side_bytes(const ct_fft_problem *problem, int is_spectrum) {
    ptrdiff_t extent[CT_MAX_AXES];
    const int is_complex = ct_fft_extents(problem, is_spectrum, extent);
    double bytes = problem->precision == CT_FLOAT ? sizeof(float) : sizeof(double);
    bytes *= is_complex ? 2 : 1;
    for (int a = 0; a < problem->axes; a++) {
        bytes *= (double)extent[a];
    }
    return bytes;
}

/* Whether the result is transformed back, into one array more. */
static int comes_back(const fft_job *job) {
    return job->config.operation == FFT_TRANSFORM && job->config.round_trip &&
           fft_job_can_go_back(job);
}

/* Of this rank's part, to a row. */
static double array_bytes(const fft_job *job) {
    const fft_shape *shape = &job->shape;
    const double sides[2] = {side_bytes(&shape->problem, 0), side_bytes(&shape->problem, 1)};
    double bytes = fft_job_can_be_in_place(job) ? fmax(sides[0], sides[1]) : sides[0] + sides[1];
    bytes += comes_back(job) ? sides[job->config.direction == CT_INVERSE] : 0;
    if (shape->has_second) {
        bytes += side_bytes(&shape->second, 0) + side_bytes(&shape->second, 1) +
                 side_bytes(&shape->back, 0);
    } else if (shape->components > 0) {
        bytes += side_bytes(&shape->problem, 1) + side_bytes(&shape->back, 0) * shape->components;
    }
    if (job->config.operation == FFT_POISSON && job->config.gradient) {
        /* the right side again and a derivative, with what their plan has of the spectrum's size */
        bytes += 2 * side_bytes(&shape->problem, 0) + side_bytes(&shape->problem, 1);
    }
    return bytes / job->size;
}

/* Collective. */
static ct_status check_memory(const fft_job *job, double bytes, const char *what) {
    const int is_double = job->shape.problem.precision == CT_DOUBLE;
    char allowed[128];
    (void)snprintf(allowed, sizeof allowed, "%s%s", is_double ? ", transform.precision: float" : "",
                   comes_back(job) ? ", verify.round_trip: false" : "");
    return job_check_memory(job->comm, bytes, what, allowed);
}

ct_status fft_job_count(const fft_job *job, fft_job_need *need) {
    const ct_fft_plan *const plans[] = {job->plan, job->second_plan, job->back_plan};
    const int is_inverse = job->config.direction == CT_INVERSE;
    double bytes = 0;
    ct_status status = CT_OK;
    *need = (fft_job_need){.array_bytes = array_bytes(job)};
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) {
        need->plan_bytes += plans[i] != NULL ? ct_fft_held_bytes(plans[i]) : 0;
    }
    if (comes_back(job)) {
        CT_TRY(ct_fft_round_trip_bytes(job->plan, &bytes));
        bytes -= side_bytes(&job->shape.problem, is_inverse) / job->size;
        need->plan_bytes += fmax(bytes, 0);
    }
cleanup:
    return status;
}

/* What reading takes besides the arrays. */
static double reading_bytes(const fft_job *job) {
    const fft_array *input = &job->shape.input;
    const double part_bytes = fft_array_elements(input) * (double)input->element_bytes / job->size;
    const ct_array_info *const read[] = {&job->info, &job->second_info};
    double most = 0;
    for (int i = 0; i < (job->shape.has_second ? 2 : 1); i++) {
        most = fmax(most,
                    ct_array_reading_bytes(read[i], input->element_bytes, part_bytes, job->size));
    }
    return most;
}

ct_status fft_job_check_memory(const fft_job *job) {
    const fft_array *output = &job->shape.output;
    const double part_bytes =
        fft_array_elements(output) * (double)output->element_bytes / job->size;
    const double writing_bytes = job->config.operation != FFT_POWER
                                     ? ct_array_writing_bytes(&job->layout, part_bytes)
                                     : 0; /* when what comes back is gone */
    const double back_bytes =
        comes_back(job)
            ? side_bytes(&job->shape.problem, job->config.direction == CT_INVERSE) / job->size
            : 0;
    const double files_bytes = fmax(reading_bytes(job), writing_bytes) - back_bytes;
    fft_job_need need;
    ct_status status = CT_OK;
    CT_TRY(fft_job_count(job, &need));
    CT_TRY(check_memory(job, need.array_bytes + need.plan_bytes + fmax(files_bytes, 0),
                        "arrays, spectra and plans"));
cleanup:
    return status;
}

/* Positions of faces; their mean distance stands for the axis where one number does. Collective. */
static ct_status read_faces(fft_job *job) {
    fft_shape *shape = &job->shape;
    const int axis = shape->poisson.faces_axis;
    const ptrdiff_t cells = shape->input.extent[axis];
    ct_status status = CT_OK;
    if (!shape->has_faces) {
        return CT_OK;
    }
    CT_TRY(job_read_positions(job->comm, "poisson.coordinates", job->config.coordinates, cells + 1,
                              "one more than cells", &job->faces));
    shape->poisson.faces = job->faces;
    shape->spacing[axis] = (job->faces[cells] - job->faces[0]) / (double)cells;
cleanup:
    return status;
}

/* Local. */
static ct_status check_storage(fft_job *job) {
    const fft_array *output = &job->shape.output;
    ptrdiff_t whole[CT_MAX_AXES];
    fft_array_extents(output, whole);
    return job_read_storage(&job->config.storage, output->axes, whole, output->element_bytes,
                            &job->layout, &job->xdmf_file);
}

ct_status fft_job_check(fft_job *job) {
    const fft_config *config = &job->config;
    char coordinates[PATH_MAX];
    char dataset[JOB_DATASET_BYTES];
    job_array_place(config->coordinates, coordinates, dataset);
    const ct_path_use files[] = {
        {"the config", job->options.config, CT_PATH_READ},
        {"input.file", config->input, CT_PATH_READ},
        {"second.file", is_product(config) ? config->second : NULL, CT_PATH_READ},
        {"poisson.coordinates", coordinates[0] != '\0' ? coordinates : NULL, CT_PATH_READ},
        {"output.file", config->output, CT_PATH_WRITTEN},
        {"the XDMF file", job->xdmf_file, CT_PATH_WRITTEN},
        job_exchange_file(&config->exchange),
        {"the report", job->report_file, CT_PATH_WRITTEN},
        {"the trace", job->options.trace, CT_PATH_WRITTEN}};
    const char *const records[] = {job->report_file, job->options.trace};
    ct_status status = CT_OK;
    CT_TRY(ct_paths_differ(job->comm, files, sizeof files / sizeof *files));
    const char *const datasets[] = {NULL, config->input_dataset, config->second_dataset, dataset};
    for (size_t i = 1; i < sizeof datasets / sizeof *datasets; i++) {
        CT_TRY(ct_paths_differ_elsewhere(job->comm, &files[i], datasets[i], files,
                                         sizeof files / sizeof *files));
    }
    CT_TRY(ct_locks_take(job->comm, files, sizeof files / sizeof *files, job->options.check,
                         &job->locks));
    CT_TRY(fft_refuse_idle(config));
    CT_TRY(check_names(job));
    CT_TRY(inspect(job, config->input, config->input_dataset, &job->info));
    if (is_product(config)) {
        CT_TRY(inspect(job, config->second, config->second_dataset, &job->second_info));
    }
    CT_TRY(ct_agree(job->comm,
                    fft_shape_make(config, &job->info, &job->second_info, job->size, &job->shape)));
    CT_TRY(read_faces(job));
    CT_TRY(job_exchange_check_precision(&config->exchange,
                                        job->shape.problem.precision == CT_DOUBLE,
                                        "the floats of transform.precision"));
    CT_TRY(ct_agree(job->comm, check_xdmf(job)));
    CT_TRY(ct_agree(job->comm, check_storage(job)));
    CT_TRY(job_can_create_array(job->comm, config->output, job->xdmf_file, config->overwrite));
    CT_TRY(job_can_create(job->comm, records, 2, true));
    CT_TRY(check_memory(job, array_bytes(job), "arrays and spectra"));
cleanup:
    return status;
}
