/* Wavenumbers and means of a spectrum. */
#include "spectral/rows.h"

#include "base/fail.h"

#include <float.h>
#include <math.h>

ct_status ct_spectrum_check(const ct_spectrum *spectrum) {
    const ct_fft_problem *problem = &spectrum->problem;
    const ct_box *box = &spectrum->box;
    ptrdiff_t extent[CT_MAX_AXES] = {0};
    if (box->axes != problem->axes) {
        return ct_raise(CT_ERROR_ARGUMENT, "a box of %d axes of a spectrum of %d", box->axes,
                        problem->axes);
    }
    (void)ct_fft_extents(problem, 1, extent);
    for (int a = 0; a < problem->axes; a++) {
        double spacing = spectrum->spacing[a];
        if (problem->kind[a] != CT_FFT_NONE && !(spacing > 0 && isfinite(spacing))) {
            return ct_raise(CT_ERROR_ARGUMENT,
                            "spacing %g along axis %d; allowed: finite and above 0", spacing, a);
        }
        const double step = ct_rows_of(spectrum).step[a];
        const double most = (double)extent[a] * step;
        if (problem->kind[a] != CT_FFT_NONE && !(step >= DBL_MIN && most <= DBL_MAX)) {
            return ct_raise(CT_ERROR_ARGUMENT,
                            "spacing %g along axis %d, which makes wavenumbers from %.3g to %.3g; "
                            "allowed: those that a double can hold, %.3g to %.3g",
                            spacing, a, step, most, DBL_MIN, DBL_MAX);
        }
        if (box->first[a] < 0 || box->count[a] < 0 || box->first[a] > extent[a] - box->count[a]) {
            return ct_raise(CT_ERROR_ARGUMENT,
                            "a box from %td, %td long, along axis %d of a spectrum of %td",
                            box->first[a], box->count[a], a, extent[a]);
        }
    }
    return CT_OK;
}

ct_status ct_spectrum_wavenumber(const ct_spectrum *spectrum, int axis, ptrdiff_t index,
                                 double *wavenumber) {
    const ct_fft_problem *problem = &spectrum->problem;
    ptrdiff_t extent[CT_MAX_AXES] = {0};
    if (axis < 0 || axis >= problem->axes) {
        return ct_raise(CT_ERROR_ARGUMENT, "axis %d of a spectrum; allowed: 0 to %d", axis,
                        problem->axes - 1);
    }
    (void)ct_fft_extents(problem, 1, extent);
    if (index < 0 || index >= extent[axis]) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "coefficient %td along axis %d of a spectrum; allowed: 0 to %td", index,
                        axis, extent[axis] - 1);
    }
    const ct_rows rows = ct_rows_of(spectrum);
    *wavenumber = ct_rows_wavenumber(&rows, axis, index, 0);
    return CT_OK;
}

double ct_spectrum_largest(const ct_spectrum *spectrum) {
    ct_rows rows = ct_rows_of(spectrum);
    double largest = 0;
    for (int a = 0; a <= rows.last; a++) {
        /* The largest |k|: for c2c the first negative one, for others the last. */
        int is_c2c = spectrum->problem.kind[a] == CT_FFT_C2C && rows.modes[a] > 1;
        ptrdiff_t index = is_c2c ? rows.modes[a] - rows.modes[a] / 2 : rows.modes[a] - 1;
        largest = hypot(largest, ct_rows_wavenumber(&rows, a, index, 0));
    }
    return largest;
}

/* Whether k = 0 at a position. */
static int is_zero(const ct_rows *rows, const ptrdiff_t position[CT_MAX_AXES]) {
    int zero = 1;
    for (int a = 0; a <= rows->last; a++) {
        zero = zero && (rows->step[a] == 0 || ct_rows_frequency(rows, a, position[a]) == 0);
    }
    return zero;
}

double ct_spectrum_mean(const ct_spectrum *spectrum, const void *coefficients) {
    const ct_rows rows = ct_rows_of(spectrum);
    const ptrdiff_t element_bytes = rows.parts * rows.numbers->real_bytes;
    const ptrdiff_t row_bytes = rows.length * element_bytes;
    const int is_along = spectrum->problem.kind[rows.last] != CT_FFT_NONE;
    double largest = 0;
    double count = 1;
    for (int a = 0; a <= rows.last; a++) {
        count *= rows.logical[a];
    }
    for (ptrdiff_t row = 0; row < rows.rows; row++) {
        ptrdiff_t position[CT_MAX_AXES];
        ct_rows_position(&rows, row, position);
        /* k = 0 is the first coefficient of a transformed last axis, every one of another. */
        const int has_zero = is_zero(&rows, position) && rows.length > 0;
        for (ptrdiff_t i = 0; i < (has_zero && is_along ? 1 : has_zero ? rows.length : 0); i++) {
            const double size = rows.numbers->magnitude(
                (const char *)coefficients + row * row_bytes + i * element_bytes, rows.parts);
            largest = size > largest ? size : largest;
        }
    }
    return largest / count;
}
