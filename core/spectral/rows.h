/*
 * The iteration over a spectrum: pieces of its last axis, whose tables fit the cache, and for each
 * piece all rows. Local and pure.
 */
#ifndef CT_SPECTRAL_ROWS_H
#define CT_SPECTRAL_ROWS_H

#include "spectral/numbers.h"
#include <cornerturn/spectral.h>

enum { CT_SPECTRAL_PIECE = 512 };

/* The spectrum without defaults. */
typedef struct ct_rows {
    const ct_spectrum *spectrum;
    const ct_spectral_numbers *numbers;
    int last;                      /* axis */
    int parts;                     /* numbers per coefficient: 1 or 2 */
    ptrdiff_t rows, length;        /* of this rank; coefficients of a row */
    ptrdiff_t points[CT_MAX_AXES]; /* transformed, padding included; 1 for kind none */
    ptrdiff_t modes[CT_MAX_AXES];  /* of the whole spectrum */
    double logical[CT_MAX_AXES];   /* length N */
    ptrdiff_t pair[CT_MAX_AXES];   /* frequency whose two signs share one coefficient; 0: none */
    double step[CT_MAX_AXES];      /* distance of wavenumbers; 0 for kind none */
} ct_rows;

ct_rows ct_rows_of(const ct_spectrum *spectrum);

/* Position of a row's first coefficient in the whole spectrum. */
void ct_rows_position(const ct_rows *rows, ptrdiff_t row, ptrdiff_t position[CT_MAX_AXES]);

/* Frequency of an index, in steps: an integer or half-integer. */
double ct_rows_frequency(const ct_rows *rows, int axis, ptrdiff_t index);

/* Whether two signs of a frequency share the coefficient of an index, half each, though the points
 * would resolve them. */
static inline int ct_rows_is_pair(const ct_rows *rows, int axis, ptrdiff_t index) {
    return rows->pair[axis] > 0 && index == rows->pair[axis];
}

/* Wavenumber of an index; with `is_odd`, 0 if both signs share the coefficient. */
double ct_rows_wavenumber(const ct_rows *rows, int axis, ptrdiff_t index, int is_odd);

/* Sum over the axes before the last of the squares of a row's wavenumbers; and its root, safe
 * against overflow and underflow. */
double ct_rows_square(const ct_rows *rows, const ptrdiff_t position[CT_MAX_AXES]);
double ct_rows_magnitude(const ct_rows *rows, const ptrdiff_t position[CT_MAX_AXES]);

/* Whether a kind is a Fourier transform, not a cosine or sine transform. */
static inline int ct_kind_is_fourier(ct_fft_kind kind) {
    return kind == CT_FFT_C2C || kind == CT_FFT_R2C;
}

#endif
