/*
 * How all operations walk a spectrum: pieces of its last axis, short enough for tables of what they
 * need to stay in cache, and for each piece all rows. Local and pure.
 */
#ifndef CT_SPECTRAL_ROWS_H
#define CT_SPECTRAL_ROWS_H

#include "spectral/numbers.h"
#include <cornerturn/spectral.h>

enum { CT_SPECTRAL_PIECE = 512 };

/* What operations look up: the spectrum without defaults. */
typedef struct ct_rows {
    const ct_spectrum *spectrum;
    const ct_spectral_numbers *numbers;
    int last;                      /* axis */
    int parts;                     /* numbers to a coefficient: 1 or 2 */
    ptrdiff_t rows, length;        /* at hand; coefficients of a row */
    ptrdiff_t points[CT_MAX_AXES]; /* transformed, zeros included; of axes of kind none 1 */
    ptrdiff_t modes[CT_MAX_AXES];  /* of the whole spectrum */
    double logical[CT_MAX_AXES];   /* length N */
    ptrdiff_t pair[CT_MAX_AXES];   /* frequency whose two signs share a coefficient; 0: none */
    double step[CT_MAX_AXES];      /* from a wavenumber to the next; 0 of axes of kind none */
} ct_rows;

ct_rows ct_rows_of(const ct_spectrum *spectrum);

/* Position in the whole spectrum of the beginning of a row. */
void ct_rows_position(const ct_rows *rows, ptrdiff_t row, ptrdiff_t position[CT_MAX_AXES]);

/* Frequency of an index, in steps: an integer, or half of an odd one. */
double ct_rows_frequency(const ct_rows *rows, int axis, ptrdiff_t index);

/* Whether the coefficient of an index is that of both signs of a frequency, each having half of it,
 * though there are points enough to tell them apart. */
static inline int ct_rows_is_pair(const ct_rows *rows, int axis, ptrdiff_t index) {
    return rows->pair[axis] > 0 && index == rows->pair[axis];
}

/* Wavenumber of an index; with `is_odd` 0 where both signs share a coefficient. */
double ct_rows_wavenumber(const ct_rows *rows, int axis, ptrdiff_t index, int is_odd);

/* Sum over the axes before the last of the squares of a row's wavenumbers, and the root of it,
 * which is right also where squares overflow or vanish. */
double ct_rows_square(const ct_rows *rows, const ptrdiff_t position[CT_MAX_AXES]);
double ct_rows_magnitude(const ct_rows *rows, const ptrdiff_t position[CT_MAX_AXES]);

/* One kind of axis is Fourier's, another a sum of cosines or sines. */
static inline int ct_kind_is_fourier(ct_fft_kind kind) {
    return kind == CT_FFT_C2C || kind == CT_FFT_R2C;
}

#endif
