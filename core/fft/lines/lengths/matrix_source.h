/* What lines that are transformed as matrices have in common. In the precision given by REAL and
 * FFTW. */
#ifndef CT_FFT_LINES_MATRIX
#define CT_FFT_LINES_MATRIX

#include "kernels/tile/tile.h"

#include <fftw3.h>
#include <stddef.h>

/* A flag for FFTW's plans of rows that are so far apart: whether all begin where its alignment
 * allows. */
static unsigned matrix_alignment(ptrdiff_t apart) {
    return apart * (ptrdiff_t)sizeof(REAL complex) % 16 == 0 ? 0 : FFTW_UNALIGNED;
}

/* Copies the transpose of a matrix whose rows and columns are so far apart. */
static void matrix_transpose(const REAL complex *from, ptrdiff_t from_row, ptrdiff_t rows,
                             ptrdiff_t columns, REAL complex *into, ptrdiff_t into_column) {
    const ptrdiff_t bytes = (ptrdiff_t)sizeof(REAL complex);
    const ct_tile tile = {.unit_bytes = bytes,
                          .rows = rows,
                          .from_row = from_row * bytes,
                          .into_row = bytes,
                          .columns = columns,
                          .from_column = bytes,
                          .into_column = into_column * bytes};
    ct_tile_copy(&tile, (const char *)from, (char *)into, 0);
}

#endif
