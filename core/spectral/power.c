/* Power in shells of equal |k|. */
#include "spectral/rows.h"

#include <math.h>

ct_status ct_spectrum_check_power(const ct_fft_problem *problem) {
    return ct_spectrum_check_product(problem);
}

double ct_spectrum_bin_width(const ct_spectrum *spectrum) {
    const ct_rows rows = ct_rows_of(spectrum);
    double finest = INFINITY;
    double width = 0;
    for (int a = 0; a <= rows.last; a++) {
        finest = rows.step[a] > 0 && rows.step[a] < finest ? rows.step[a] : finest;
    }
    for (int a = 0; a <= rows.last; a++) {
        width = rows.step[a] <= 2 * finest && rows.step[a] > width ? rows.step[a] : width;
    }
    return width;
}

double ct_spectrum_bins(const ct_spectrum *spectrum, double width) {
    /* Rounding must not put the last mode beyond the last bin. */
    return floor(ct_spectrum_largest(spectrum) / width * (1 + 1e-12) + 0.5) + 1;
}

/* How many of all modes a coefficient stands for: of r2c the conjugate is not stored. */
static double weight_of(const ct_rows *rows, int axis, ptrdiff_t index) {
    return rows->spectrum->problem.kind[axis] == CT_FFT_R2C && index > 0 &&
                   2 * index != rows->points[axis]
               ? 2
               : 1;
}

/* The weight of those axes of a row that are before the last. */
static double row_weight(const ct_rows *rows, const ptrdiff_t position[CT_MAX_AXES]) {
    double weight = 1;
    for (int a = 0; a < rows->last; a++) {
        weight *= weight_of(rows, a, position[a]);
    }
    return weight;
}

void ct_spectrum_power(const ct_spectrum *spectrum, const void *coefficients, double width,
                       double *power, double *modes) {
    const ct_rows rows = ct_rows_of(spectrum);
    const ptrdiff_t bytes = rows.parts * rows.numbers->real_bytes;
    double scale = 1;
    for (int a = 0; a <= rows.last; a++) {
        double count = spectrum->problem.kind[a] == CT_FFT_NONE ? sqrt((double)rows.modes[a])
                                                                : (double)rows.points[a];
        scale /= count * count;
    }
    double square[CT_SPECTRAL_PIECE];
    for (ptrdiff_t row = 0; row < rows.rows; row++) {
        ptrdiff_t position[CT_MAX_AXES];
        ct_rows_position(&rows, row, position);
        const double outer = ct_rows_square(&rows, position);
        const double weight = row_weight(&rows, position);
        for (ptrdiff_t i = 0; i < rows.length; i++) {
            const ptrdiff_t at = i % CT_SPECTRAL_PIECE;
            const ptrdiff_t left = rows.length - i;
            if (at == 0) {
                rows.numbers->squares((const char *)coefficients + (row * rows.length + i) * bytes,
                                      left < CT_SPECTRAL_PIECE ? left : CT_SPECTRAL_PIECE,
                                      rows.parts, square);
            }
            const ptrdiff_t index = position[rows.last] + i;
            const double along = ct_rows_wavenumber(&rows, rows.last, index, 0);
            const double count = weight * weight_of(&rows, rows.last, index);
            const ptrdiff_t bin = (ptrdiff_t)(sqrt(outer + along * along) / width + 0.5);
            power[bin] += count * square[at] * scale;
            modes[bin] += count;
        }
    }
}
