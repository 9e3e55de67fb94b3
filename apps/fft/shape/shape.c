#include "apps/fft/shape/shape.h"

#include "apps/common/lists.h"
#include "apps/fft/shape/kinds.h"
#include "apps/fft/shape/operation.h"
#include "base/escape.h"
#include "base/fail.h"
#include "io/array/info.h"
#include <string.h>

/* Reads extents such as 8x8x8; empty: all 0. */
static ct_status read_extents(const char *key, const char *text, int axes,
                              ptrdiff_t extents[CT_MAX_AXES]) {
    memset(extents, 0, CT_MAX_AXES * sizeof *extents);
    if (text[0] == '\0') {
        return CT_OK;
    }
    return job_read_counts(text, "x,", extents) == axes
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

/* Results that are written in shorter runs had better be computed as a whole: the two halves of a
 * row of theirs would take a call each. Of small ones that does not matter. */
enum { RUN_LEAST_BYTES = 1 << 16, SMALL_BYTES = 1 << 20 };

/* Whether nothing is cut off: the coefficients of two frequencies of opposite signs are there. */
static int is_whole(const ct_fft_problem *problem, int axis) {
    const ptrdiff_t length =
        problem->length[axis] > 0 ? problem->length[axis] : problem->extent[axis];
    return problem->modes[axis] == 0 || problem->modes[axis] == length;
}

/* The axis along which half of the result is enough, the dataset being of such elements; -1: none.
 */
static int mirror_axis(const fft_config *config, const ct_array_info *info,
                       const fft_shape *shape) {
    const ct_fft_problem *problem = &shape->problem;
    const fft_array *output = &shape->output;
    double run_bytes = (double)output->element_bytes;
    int first = -1; /* of c2c, in the file */
    if (!config->symmetry || info->is_complex || problem->axes < 2) {
        return -1;
    }
    for (int i = problem->axes - 1; i >= 0; i--) {
        const int axis = output->order[i];
        const int is_fourier = problem->kind[axis] == CT_FFT_C2C;
        if (problem->kind[axis] == CT_FFT_R2C || (is_fourier && !is_whole(problem, axis))) {
            return -1;
        }
        first = is_fourier ? i : first;
    }
    for (int i = first; first >= 0 && i < problem->axes; i++) {
        run_bytes *= (double)output->extent[output->order[i]] / (i == first ? 2 : 1);
    }
    const double whole_bytes = fft_array_elements(output) * (double)output->element_bytes;
    const int pays = run_bytes >= RUN_LEAST_BYTES || whole_bytes <= SMALL_BYTES;
    return first >= 0 && pays ? output->order[first] : -1;
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
    CT_TRY(
        job_read_order("output.order", config->output_order, problem->axes, shape->output.order));
    fft_array_type(&shape->output, ct_fft_extents(problem, !is_inverse, shape->output.extent),
                   problem->precision);
    shape->mirror = is_inverse ? -1 : mirror_axis(config, info, shape);
    if (shape->mirror >= 0) {
        problem->kind[shape->mirror] = CT_FFT_R2C;
        problem->modes[shape->mirror] = 0;
    }
    fft_array_type(&shape->input, ct_fft_extents(problem, is_inverse, shape->input.extent),
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
    *shape = (fft_shape){.input.axes = axes, .output.axes = axes, .other.axes = axes, .mirror = -1};
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
                ct_escaped(config->input), ct_escaped(config->input_dataset), info->type);
    }
cleanup:
    return status;
}
