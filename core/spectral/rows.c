#include "spectral/rows.h"

#include "fft/shape/shape.h"

#include <math.h>

ct_rows ct_rows_of(const ct_spectrum *spectrum) {
    const ct_fft_problem *problem = &spectrum->problem;
    const ct_fft_shape shape = ct_fft_shape_of(problem, 1);
    ct_rows rows = {.spectrum = spectrum,
                    .numbers = ct_spectral_of(problem->precision),
                    .last = problem->axes - 1,
                    .rows = 1};
    rows.parts = ct_fft_extents(problem, 1, rows.modes) ? 2 : 1;
    rows.length = spectrum->box.count[rows.last];
    for (int a = 0; a < problem->axes; a++) {
        int is_transformed = problem->kind[a] != CT_FFT_NONE;
        rows.pair[a] = ct_fft_pair(&shape.axis[a]);
        rows.points[a] = is_transformed ? shape.axis[a].length : 1;
        rows.logical[a] = ct_fft_logical(&shape.axis[a]);
        rows.step[a] = is_transformed ? 1 / (rows.logical[a] * spectrum->spacing[a]) : 0;
        rows.rows *= a < rows.last ? spectrum->box.count[a] : 1;
    }
    return rows;
}

void ct_rows_position(const ct_rows *rows, ptrdiff_t row, ptrdiff_t position[CT_MAX_AXES]) {
    const ct_box *box = &rows->spectrum->box;
    for (int a = rows->last - 1; a >= 0; a--) {
        position[a] = box->first[a] + row % box->count[a];
        row /= box->count[a];
    }
    position[rows->last] = box->first[rows->last];
}

double ct_rows_frequency(const ct_rows *rows, int axis, ptrdiff_t index) {
    const ptrdiff_t modes = rows->modes[axis];
    switch (rows->spectrum->problem.kind[axis]) {
    case CT_FFT_C2C:
        return (double)(index < modes - modes / 2 ? index : index - modes);
    case CT_FFT_DST1:
    case CT_FFT_DST2:
        return (double)index + 1;
    case CT_FFT_DCT3:
    case CT_FFT_DCT4:
    case CT_FFT_DST3:
    case CT_FFT_DST4:
        return (double)index + 0.5;
    default:
        return (double)index;
    }
}

double ct_rows_wavenumber(const ct_rows *rows, int axis, ptrdiff_t index, int is_odd) {
    double frequency = ct_rows_frequency(rows, axis, index);
    const int is_shared =
        2 * fabs(frequency) == rows->logical[axis] || ct_rows_is_pair(rows, axis, index);
    return is_odd && is_shared ? 0 : frequency * rows->step[axis];
}

double ct_rows_square(const ct_rows *rows, const ptrdiff_t position[CT_MAX_AXES]) {
    double square = 0;
    for (int a = 0; a < rows->last; a++) {
        double wavenumber = ct_rows_wavenumber(rows, a, position[a], 0);
        square += wavenumber * wavenumber;
    }
    return square;
}

double ct_rows_magnitude(const ct_rows *rows, const ptrdiff_t position[CT_MAX_AXES]) {
    double magnitude = 0;
    for (int a = 0; a < rows->last; a++) {
        magnitude = hypot(magnitude, ct_rows_wavenumber(rows, a, position[a], 0));
    }
    return magnitude;
}
