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

/* The phase of a shift in cycles, reduced modulo 1 in exact integers. */
static double cycles_of(const ct_rows *rows, int axis, ptrdiff_t index, ptrdiff_t shift) {
    const double points = (double)rows->points[axis];
    return -fmod(ct_rows_frequency(rows, axis, index) * fmod((double)shift, points), points) /
           points;
}

/* The factor of a shift along an axis. If two signs of a frequency share a coefficient, each has
 * half of both factors and their products add. */
static void phase_of(const ct_rows *rows, int axis, ptrdiff_t index, ptrdiff_t shift,
                     double *cosine, double *sine) {
    const double cycles = cycles_of(rows, axis, index, shift);
    const int is_pair = ct_rows_is_pair(rows, axis, index);
    *cosine = cos(2 * pi * cycles) * (is_pair ? 0.5 : 1);
    *sine = is_pair ? 0 : sin(2 * pi * cycles);
}

/* The same for the axes before the last. */
static void row_phase(const ct_rows *rows, const ptrdiff_t position[CT_MAX_AXES],
                      const ptrdiff_t shift[CT_MAX_AXES], double *cosine, double *sine) {
    *cosine = 1;
    *sine = 0;
    for (int a = 0; a < rows->last; a++) {
        double c = 1;
        double s = 0;
        phase_of(rows, a, position[a], shift[a], &c, &s);
        const double real = *cosine * c - *sine * s;
        *sine = *cosine * s + *sine * c;
        *cosine = real;
    }
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
            phase_of(&rows, rows.last, spectrum->box.first[rows.last] + first + i, shift[rows.last],
                     &along_cosine[i], &along_sine[i]);
        }
        for (ptrdiff_t row = 0; row < rows.rows; row++) {
            const ptrdiff_t offset = (row * rows.length + first) * bytes;
            ptrdiff_t position[CT_MAX_AXES];
            double row_cosine = 1;
            double row_sine = 0;
            ct_rows_position(&rows, row, position);
            row_phase(&rows, position, shift, &row_cosine, &row_sine);
            for (ptrdiff_t i = 0; i < count; i++) {
                cosine[i] = row_cosine * along_cosine[i] - row_sine * along_sine[i];
                sine[i] = row_cosine * along_sine[i] + row_sine * along_cosine[i];
            }
            rows.numbers->multiply((char *)coefficients + offset, count,
                                   (const char *)other + offset, conjugate ? -1 : 1, cosine, sine);
        }
    }
}
