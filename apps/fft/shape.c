#include "apps/fft/shape.h"

#include "apps/common/lists.h"
#include "base/fail.h"
#include "base/shown.h"
#include <string.h>

void fft_array_type(fft_array *array, int is_complex, ct_precision precision) {
    static const char *const numbers[2][2] = {{"float64", "complex128"}, {"float32", "complex64"}};
    const ptrdiff_t real_bytes = precision == CT_FLOAT ? sizeof(float) : sizeof(double);
    array->number = numbers[precision == CT_FLOAT][is_complex != 0];
    array->element_bytes = real_bytes * (is_complex ? 2 : 1);
}

ct_box fft_array_box(const fft_array *array, const ct_box *box) {
    ct_box stored = {.axes = array->axes};
    for (int i = 0; i < array->axes; i++) {
        stored.first[i] = box->first[array->order[i]];
        stored.count[i] = box->count[array->order[i]];
    }
    return stored;
}

ct_box fft_array_clip(const fft_array *array, const ct_box *stored) {
    ct_box part = *stored;
    for (int i = 0; i < array->axes; i++) {
        const ptrdiff_t left = array->extent[array->order[i]] - stored->first[i];
        part.count[i] = left <= 0 ? 0 : left < stored->count[i] ? left : stored->count[i];
        part.first[i] = left <= 0 ? 0 : stored->first[i];
    }
    return part;
}

double fft_array_elements(const fft_array *array) {
    double elements = 1;
    for (int a = 0; a < array->axes; a++) {
        elements *= (double)array->extent[a];
    }
    return elements;
}

double fft_transformed(const ct_fft_problem *problem) {
    double points = 1;
    for (int a = 0; a < problem->axes; a++) {
        const ptrdiff_t length = problem->length[a] > 0 ? problem->length[a] : problem->extent[a];
        points *= problem->kind[a] != CT_FFT_NONE ? (double)length : 1;
    }
    return points;
}

const char *fft_kinds_text(const ct_fft_problem *problem, char text[FFT_KINDS_BYTES]) {
    text[0] = '\0';
    for (int a = 0; a < problem->axes; a++) {
        const size_t used = strlen(text);
        (void)snprintf(text + used, FFT_KINDS_BYTES - used, "%s%s", a > 0 ? " " : "",
                       fft_kinds[problem->kind[a]]);
    }
    return text;
}

ct_status fft_shape_kinds(const fft_config *config, int is_real, fft_shape *shape) {
    const int axes = shape->problem.axes;
    int indices[CT_MAX_AXES] = {0};
    int count = 1;
    int has_fourier = 0;
    ct_status status = CT_OK;
    if (strcmp(config->kinds, "auto") == 0) {
        const int halves = is_real && config->operation != FFT_TRANSFORM;
        indices[0] = halves ? CT_FFT_R2C : CT_FFT_C2C;
        for (int a = 1; a < axes; a++) {
            indices[a] = indices[0];
        }
    } else {
        CT_TRY(job_read_words("transform.kinds", config->kinds, fft_kinds, axes, indices, &count));
    }
    for (int a = 0; a < axes; a++) {
        shape->problem.kind[a] = (ct_fft_kind)indices[a];
        has_fourier = has_fourier || indices[a] == CT_FFT_C2C || indices[a] == CT_FFT_R2C;
        /* r2c for all axes is the transform of real data: the last one makes it complex. */
        if (count == 1 && indices[a] == CT_FFT_R2C && a < axes - 1) {
            shape->problem.kind[a] = CT_FFT_C2C;
        }
    }
    shape->problem.is_complex = !is_real && !has_fourier;
cleanup:
    return status;
}

/* Reads extents such as 8x8x8; empty: all 0. */
static ct_status read_extents(const char *key, const char *text, int axes,
                              ptrdiff_t extents[CT_MAX_AXES]) {
    memset(extents, 0, CT_MAX_AXES * sizeof *extents);
    if (text[0] == '\0') {
        return CT_OK;
    }
    return job_read_counts(text, "x", extents) == axes
               ? CT_OK
               : ct_raise(CT_ERROR_CONFIG,
                          "%s: \"%s\"; allowed: empty, or a count for each of the %d axes, such as "
                          "%s",
                          key, text, axes,
                          (const char *[]){"64", "64x64", "64x64x64", "64x64x64x64"}[axes - 1]);
}

/* Inverse: the dataset is the spectrum, and how many points belong to it must be told where r2c
 * leaves that open. */
static ct_status read_inverse(const fft_config *config, fft_shape *shape) {
    ct_fft_problem *problem = &shape->problem;
    ct_status status = CT_OK;
    CT_TRY(read_extents("transform.points", config->points, problem->axes, problem->extent));
    for (int a = 0; a < problem->axes; a++) {
        const ptrdiff_t modes = shape->input.extent[a];
        if (problem->extent[a] == 0 && problem->kind[a] == CT_FFT_R2C) {
            CT_FAIL(CT_ERROR_CONFIG,
                    "transform.points: wanted for the inverse of r2c along axis %d: %td "
                    "coefficients are of %td points or of %td",
                    a, modes, 2 * modes - 2, 2 * modes - 1);
        }
        problem->extent[a] = problem->extent[a] > 0 ? problem->extent[a] : modes;
        problem->modes[a] = modes;
    }
cleanup:
    return status;
}

/* The operation transform: all that the library can. */
static ct_status read_transform(const fft_config *config, const ct_array_info *info,
                                fft_shape *shape) {
    ct_fft_problem *problem = &shape->problem;
    const int is_inverse = config->direction == CT_INVERSE;
    ct_status status = CT_OK;
    CT_TRY(fft_shape_kinds(config, !info->is_complex, shape));
    CT_TRY(read_extents("transform.length", config->length, problem->axes, problem->length));
    if (is_inverse) {
        CT_TRY(read_inverse(config, shape));
    } else {
        CT_TRY(read_extents("transform.modes", config->modes, problem->axes, problem->modes));
    }
    if (*(is_inverse ? config->modes : config->points) != '\0') {
        CT_FAIL(CT_ERROR_CONFIG, "transform.%s is of direction %s", is_inverse ? "modes" : "points",
                is_inverse ? "forward" : "inverse");
    }
    CT_TRY(fft_check_problem("transform", problem));
    fft_array_type(&shape->input, ct_fft_extents(problem, is_inverse, shape->input.extent),
                   problem->precision);
    CT_TRY(
        job_read_order("output.order", config->output_order, problem->axes, shape->output.order));
    fft_array_type(&shape->output, ct_fft_extents(problem, !is_inverse, shape->output.extent),
                   problem->precision);
cleanup:
    return status;
}

static ct_status read_grid(const char *key, const char *text, int axes, int size,
                           int grid[CT_MAX_AXES]) {
    return strcmp(text, "auto") == 0 ? CT_OK : job_read_grid(key, text, "auto", axes, size, grid);
}

ct_status fft_shape_make(const fft_config *config, const ct_array_info *info,
                         const ct_array_info *second, int size, fft_shape *shape) {
    const int axes = info->axes;
    ct_status status = CT_OK;
    *shape = (fft_shape){.input.axes = axes, .output.axes = axes, .other.axes = axes};
    shape->problem.axes = axes;
    shape->problem.precision = (ct_precision)config->precision;
    CT_TRY(job_read_order("input.order", config->input_order, axes, shape->input.order));
    CT_TRY(read_grid("fft.grid", config->array_grid, axes, size, shape->array_grid));
    CT_TRY(read_grid("fft.spectrum_grid", config->spectrum_grid, axes, size, shape->spectrum_grid));
    CT_TRY(job_read_lengths("grid.spacing", config->spacing, axes, shape->spacing));
    for (int i = 0; i < axes; i++) {
        shape->input.extent[shape->input.order[i]] = info->extent[i];
        shape->output.order[i] = shape->other.order[i] = i;
    }
    memcpy(shape->problem.extent, shape->input.extent, sizeof shape->problem.extent);
    CT_TRY(config->operation == FFT_TRANSFORM ? read_transform(config, info, shape)
                                              : fft_operation_shape(config, info, second, shape));
    if (info->is_complex && strstr(shape->input.number, "complex") == NULL) {
        CT_FAIL(CT_ERROR_FILE,
                "%s: dataset \"%s\" is %s, but r2c is of real data; allowed: real numbers, or no "
                "axis that is r2c",
                ct_shown(config->input), ct_shown(config->input_dataset), info->type);
    }
cleanup:
    return status;
}
