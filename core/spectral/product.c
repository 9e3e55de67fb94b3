/* Products of spectra: convolutions and correlations. */
#include "spectral/rows.h"

#include "base/fail.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

ct_status ct_spectrum_check_product(const ct_fft_problem *problem) {
    for (int a = 0; a < problem->axes; a++) {
        if (problem->kind[a] != CT_FFT_NONE && !ct_kind_is_fourier(problem->kind[a])) {
            return ct_raise(CT_ERROR_ARGUMENT,
                            "axis %d has a cosine or sine transform; allowed: none, c2c, r2c", a);
        }
    }
    return CT_OK;
}

/* The turn, in cycles, by which a shift moves a mode; whole ones, which do nothing, are left out
 * while numbers are exact. */
static double turn_of(const ct_rows *rows, int axis, ptrdiff_t index, ptrdiff_t shift) {
    const double points = (double)rows->points[axis];
    return -fmod(ct_rows_frequency(rows, axis, index) * fmod((double)shift, points), points) /
           points;
}

void ct_spectrum_multiply(const ct_spectrum *spectrum, const void *other, int conjugate,
                          const ptrdiff_t shift[CT_MAX_AXES], void *coefficients) {
    const ct_rows rows = ct_rows_of(spectrum);
    const ptrdiff_t bytes = rows.parts * rows.numbers->real_bytes;
    double cosine[CT_SPECTRAL_PIECE];
    double sine[CT_SPECTRAL_PIECE];
    double along_cosine[CT_SPECTRAL_PIECE];
    double along_sine[CT_SPECTRAL_PIECE];
    for (ptrdiff_t first = 0; first < rows.length; first += CT_SPECTRAL_PIECE) {
        const ptrdiff_t left = rows.length - first;
        const ptrdiff_t count = left < CT_SPECTRAL_PIECE ? left : CT_SPECTRAL_PIECE;
        for (ptrdiff_t i = 0; i < count; i++) {
            double turn = turn_of(&rows, rows.last, spectrum->box.first[rows.last] + first + i,
                                  shift[rows.last]);
            along_cosine[i] = cos(2 * pi * turn);
            along_sine[i] = sin(2 * pi * turn);
        }
        for (ptrdiff_t row = 0; row < rows.rows; row++) {
            const ptrdiff_t offset = (row * rows.length + first) * bytes;
            ptrdiff_t position[CT_MAX_AXES];
            double turn = 0;
            ct_rows_position(&rows, row, position);
            for (int a = 0; a < rows.last; a++) {
                turn += turn_of(&rows, a, position[a], shift[a]);
            }
            const double row_cosine = cos(2 * pi * turn);
            const double row_sine = sin(2 * pi * turn);
            for (ptrdiff_t i = 0; i < count; i++) {
                cosine[i] = row_cosine * along_cosine[i] - row_sine * along_sine[i];
                sine[i] = row_cosine * along_sine[i] + row_sine * along_cosine[i];
            }
            rows.numbers->multiply((char *)coefficients + offset, count,
                                   (const char *)other + offset, conjugate ? -1 : 1, cosine, sine);
        }
    }
}
