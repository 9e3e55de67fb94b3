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
    /* Guards against rounding of the last mode into the next bin. */
    return floor(ct_spectrum_largest(spectrum) / width * (1 + 1e-12) + 0.5) + 1;
}

/* Number of modes that a coefficient represents, and their power relative to its square: r2c does
 * not store conjugates; two signs that share a coefficient have half of it each. */
typedef struct weight {
    double modes, power;
} weight;

static weight weight_of(const ct_rows *rows, int axis, ptrdiff_t index) {
    const int has_conjugate = rows->spectrum->problem.kind[axis] == CT_FFT_R2C && index > 0 &&
                              2 * index != rows->points[axis];
    return ct_rows_is_pair(rows, axis, index) ? (weight){2, 0.5}
           : has_conjugate                    ? (weight){2, 2}
                                              : (weight){1, 1};
}

/* The weight of a row, from the axes before the last. */
static weight row_weight(const ct_rows *rows, const ptrdiff_t position[CT_MAX_AXES]) {
    weight product = {1, 1};
    for (int a = 0; a < rows->last; a++) {
        const weight along = weight_of(rows, a, position[a]);
        product.modes *= along.modes;
        product.power *= along.power;
    }
    return product;
}

/* Factor of coefficients before squaring, so that squares overflow only if the array's mean square
 * does. */
static double amplitude_scale(const ct_rows *rows) {
    double scale = 1;
    for (int a = 0; a <= rows->last; a++) {
        scale /= rows->spectrum->problem.kind[a] == CT_FFT_NONE ? sqrt((double)rows->modes[a])
                                                                : (double)rows->points[a];
    }
    return scale;
}

/* Scales wavenumbers by a power of 2 near `width`, which is exact, so that they can be squared.
 * Returns the scaled width. */
static double choose_unit(ct_rows *rows, double width) {
    enum { EXPONENT_MOST = 1000 };
    const int exponent = ilogb(width);
    const double unit = ldexp(1, exponent > EXPONENT_MOST    ? -EXPONENT_MOST
                                 : exponent < -EXPONENT_MOST ? EXPONENT_MOST
                                                             : -exponent);
    for (int a = 0; a <= rows->last; a++) {
        rows->step[a] *= unit;
    }
    return width * unit;
}

void ct_spectrum_power(const ct_spectrum *spectrum, const void *coefficients, double width,
                       double *power, double *modes) {
    ct_rows rows = ct_rows_of(spectrum);
    const ptrdiff_t bytes = rows.parts * rows.numbers->real_bytes;
    const double scale = amplitude_scale(&rows);
    const double bin_width = choose_unit(&rows, width);
    double square[CT_SPECTRAL_PIECE];
    for (ptrdiff_t row = 0; row < rows.rows; row++) {
        ptrdiff_t position[CT_MAX_AXES];
        ct_rows_position(&rows, row, position);
        const double outer = ct_rows_square(&rows, position);
        const weight across = row_weight(&rows, position);
        for (ptrdiff_t i = 0; i < rows.length; i++) {
            const ptrdiff_t at = i % CT_SPECTRAL_PIECE;
            const ptrdiff_t left = rows.length - i;
            if (at == 0) {
                rows.numbers->squares((const char *)coefficients + (row * rows.length + i) * bytes,
                                      left < CT_SPECTRAL_PIECE ? left : CT_SPECTRAL_PIECE,
                                      rows.parts, scale, square);
            }
            const ptrdiff_t index = position[rows.last] + i;
            const double wavenumber = ct_rows_wavenumber(&rows, rows.last, index, 0);
            const weight along = weight_of(&rows, rows.last, index);
            const ptrdiff_t bin =
                (ptrdiff_t)(sqrt(outer + wavenumber * wavenumber) / bin_width + 0.5);
            power[bin] += across.power * along.power * square[at];
            modes[bin] += across.modes * along.modes;
        }
    }
}
