/* Operations by way of the spectrum: what is transformed for them, and what is done between. */
#include "apps/fft/shape/operation.h"

#include "apps/common/lists.h"
#include "apps/fft/shape/kinds.h"
#include "apps/fft/shape/product.h"
#include "base/escape.h"
#include "base/fail.h"
#include "io/array/info.h"
#include "poisson/plan.h"
#include "poisson/unbounded.h"

#include <math.h>
#include <string.h>

enum { BINS_MOST = 1000000 };

/* The whole spectrum, for checks. */
static ct_spectrum spectrum_of(const fft_shape *shape) {
    ct_spectrum spectrum = {.problem = shape->problem, .box.axes = shape->problem.axes};
    memcpy(spectrum.spacing, shape->spacing, sizeof spectrum.spacing);
    return spectrum;
}

/* A component along each axis that has wavenumbers, in the order x, y, z of viewers, whose x is the
 * last axis. */
static ct_status read_components(const ct_spectrum *spectrum, fft_shape *shape) {
    const ct_fft_problem *problem = &shape->problem;
    ct_status status = CT_OK;
    if (problem->axes == CT_MAX_AXES) {
        CT_FAIL(CT_ERROR_CONFIG,
                "axis all makes one more axis; allowed for a dataset of %d: 0 to %d", CT_MAX_AXES,
                CT_MAX_AXES - 1);
    }
    for (int a = problem->axes - 1; a >= 0; a--) {
        shape->filter.axis = a;
        if (problem->kind[a] != CT_FFT_NONE) {
            CT_TRY(ct_filter_check(spectrum, &shape->filter));
            shape->component[shape->components++] = a;
        }
    }
cleanup:
    return status;
}

static ct_status read_filter(const fft_config *config, fft_shape *shape) {
    static const ct_filter_kind kinds[] = {CT_FILTER_PASS,     CT_FILTER_PASS,     CT_FILTER_PASS,
                                           CT_FILTER_GAUSSIAN, CT_FILTER_GRADIENT, CT_FILTER_RIESZ,
                                           CT_FILTER_LAPLACIAN};
    const ct_spectrum spectrum = spectrum_of(shape);
    const int has_from = config->filter == FFT_HIGH_PASS || config->filter == FFT_BAND_PASS;
    const int has_to = config->filter == FFT_LOW_PASS || config->filter == FFT_BAND_PASS;
    shape->filter = (ct_filter){.kind = kinds[config->filter],
                                .from = has_from ? config->filter_from : 0,
                                .to = has_to ? config->filter_to : INFINITY,
                                .width = config->filter_width,
                                .axis = config->filter_axis};
    const char *missing = has_from && config->filter_from == 0                          ? "from"
                          : has_to && config->filter_to == 0                            ? "to"
                          : config->filter == FFT_GAUSSIAN && config->filter_width == 0 ? "width"
                                                                                        : NULL;
    if (missing != NULL) {
        return ct_raise(CT_ERROR_CONFIG, "filter.%s: wanted for %s; allowed: above 0", missing,
                        fft_filters[config->filter]);
    }
    const int is_odd = config->filter == FFT_GRADIENT || config->filter == FFT_RIESZ;
    const int has_all = is_odd && config->filter_axis == FFT_ALL_AXES;
    return (has_all ? read_components(&spectrum, shape)
                    : ct_filter_check(&spectrum, &shape->filter)) == CT_OK
               ? CT_OK
               : ct_raise(CT_ERROR_CONFIG, "section filter: %s", ct_error_message());
}

static ct_status read_power(const fft_config *config, fft_shape *shape) {
    const ct_spectrum spectrum = spectrum_of(shape);
    if (ct_spectrum_check_power(&shape->problem) != CT_OK) {
        return ct_raise(CT_ERROR_CONFIG, "transform.kinds: %s", ct_error_message());
    }
    shape->bin_width =
        config->power_width > 0 ? config->power_width : ct_spectrum_bin_width(&spectrum);
    shape->bins = ct_spectrum_bins(&spectrum, shape->bin_width);
    return shape->bins <= BINS_MOST
               ? CT_OK
               : ct_raise(CT_ERROR_CONFIG,
                          "power.width: %g makes %.6g bins up to wavenumber %g; allowed: up to %d",
                          shape->bin_width, shape->bins, ct_spectrum_largest(&spectrum), BINS_MOST);
}

static ct_status read_poisson(const fft_config *config, const ct_array_info *info,
                              fft_shape *shape) {
    const int axes = shape->problem.axes;
    const ct_precision precision = shape->problem.precision;
    ct_boundary boundary[CT_MAX_AXES] = {CT_BOUNDARY_NONE};
    int words[CT_MAX_AXES] = {0};
    int count = 0;
    ct_status status = CT_OK;
    const int stretched = (int)config->coordinates_axis;
    shape->has_faces = config->coordinates[0] != '\0';
    if (shape->has_faces && stretched >= axes) {
        CT_FAIL(CT_ERROR_CONFIG,
                "poisson.coordinates_axis: %d; allowed for a dataset of %d axes: "
                "0 to %d",
                stretched, axes, axes - 1);
    }
    CT_TRY(job_read_words("poisson.boundaries", config->boundaries, fft_boundaries, axes, words,
                          &count));
    shape->needs_mean_0 = 1;
    int transformed = 0;
    for (int a = 0; a < axes; a++) {
        boundary[a] = (ct_boundary)words[a];
        transformed += boundary[a] != CT_BOUNDARY_NONE && !(shape->has_faces && a == stretched);
        shape->is_unbounded = shape->is_unbounded || boundary[a] == CT_BOUNDARY_UNBOUNDED;
        shape->needs_mean_0 = shape->needs_mean_0 && (boundary[a] <= CT_BOUNDARY_PERIODIC ||
                                                      boundary[a] == CT_BOUNDARY_NEUMANN);
    }
    if (transformed == 0) {
        CT_FAIL(CT_ERROR_CONFIG,
                "poisson.boundaries: no axis is transformed; allowed: along one at least%s "
                "something else than none",
                shape->has_faces ? " beside that of poisson.coordinates" : "");
    }
    shape->filter = (ct_filter){.kind = CT_FILTER_INVERSE_LAPLACIAN};
    const double faces = 0; /* the numbers come later */
    shape->poisson = (ct_poisson){.axes = axes,
                                  .points = (ct_points)config->placement,
                                  .precision = precision,
                                  .is_complex = info->is_complex,
                                  .removes_mean = 1, /* or the run ends */
                                  .faces = shape->has_faces ? &faces : NULL,
                                  .faces_axis = stretched};
    memcpy(shape->poisson.extent, shape->input.extent, sizeof shape->poisson.extent);
    memcpy(shape->poisson.spacing, shape->spacing, sizeof shape->poisson.spacing);
    memcpy(shape->poisson.boundary, boundary, sizeof boundary);
    if (ct_poisson_unbounded_check(&shape->poisson) != CT_OK) {
        CT_FAIL(CT_ERROR_CONFIG, "poisson.boundaries: %s", ct_error_message());
    }
    shape->problem = ct_poisson_transform_of(&shape->poisson);
    shape->poisson.faces = NULL;
    CT_TRY(fft_check_problem("poisson", &shape->problem));
cleanup:
    return status;
}

ct_status fft_operation_shape(const fft_config *config, const ct_array_info *info,
                              const ct_array_info *second, fft_shape *shape) {
    const int is_product = config->operation == FFT_CONVOLVE || config->operation == FFT_CORRELATE;
    const int axes = info->axes;
    ct_status status = CT_OK;
    memcpy(shape->output.extent, shape->input.extent, sizeof shape->output.extent);
    if (config->operation == FFT_POISSON) {
        CT_TRY(read_poisson(config, info, shape));
    } else {
        const int is_real = !info->is_complex && !(is_product && second->is_complex);
        CT_TRY(fft_shape_kinds(config, is_real, shape));
        CT_TRY(fft_check_problem("transform", &shape->problem));
    }
    const ct_spectrum spectrum = spectrum_of(shape);
    if (!is_product && ct_spectrum_check(&spectrum) != CT_OK) {
        CT_FAIL(CT_ERROR_CONFIG, "grid.spacing: %s", ct_error_message());
    }
    if (config->operation == FFT_FILTER) {
        CT_TRY(read_filter(config, shape));
    } else if (config->operation == FFT_POWER) {
        CT_TRY(read_power(config, shape));
    } else if (is_product) {
        CT_TRY(fft_product_shape(config, second, shape));
    }
    shape->has_back = config->operation != FFT_POWER;
    shape->back = shape->problem;
    memcpy(shape->back.extent, shape->output.extent, sizeof shape->back.extent);
    ptrdiff_t unused[CT_MAX_AXES];
    const int is_complex = ct_fft_extents(&shape->problem, 0, unused);
    const ct_precision precision = shape->problem.precision;
    fft_array_type(&shape->input, is_complex, precision);
    fft_array_type(&shape->other, is_complex, precision);
    fft_array_type(&shape->output, is_complex, precision);
    if (shape->components > 0) {
        shape->output.extent[axes] = shape->components;
        shape->output.order[axes] = axes;
        shape->output.axes++;
    }
    if (is_product && second->is_complex && !is_complex) {
        CT_FAIL(CT_ERROR_FILE, "%s: dataset \"%s\" is %s, but transform.kinds is for real data",
                ct_escaped(config->second), ct_escaped(config->second_dataset), second->type);
    }
cleanup:
    return status;
}
