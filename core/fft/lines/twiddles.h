/* Twiddle factors between the transforms along both axes of a matrix of n0 x n1 numbers that is
 * transformed as one line of n0 n1: w(m) = exp(-2 pi i m / (n0 n1)). */
#ifndef CT_FFT_LINES_TWIDDLES_H
#define CT_FFT_LINES_TWIDDLES_H

#include <cornerturn/status.h>
#include <stddef.h>

/* Two short tables: w(m) = coarse[m / fine_count] * fine[m % fine_count]. */
typedef struct ct_fft_twiddles {
    double *coarse, *fine; /* n0 and n1 complex numbers */
    ptrdiff_t fine_count;  /* n1 */
} ct_fft_twiddles;

/* Complex numbers, rows of them `pitch` apart, of which (j, k) is multiplied by the factor
 * w((row + j / row_run) (column + k / column_run)); columns are whole runs. */
typedef struct ct_fft_twiddled {
    void *numbers;
    ptrdiff_t pitch, rows, columns;
    ptrdiff_t row, row_run, column, column_run;
} ct_fft_twiddled;

/* CT_ERROR_MEMORY: the caller destroys what exists. Local. */
ct_status ct_fft_twiddles_create(ptrdiff_t n0, ptrdiff_t n1, ct_fft_twiddles *twiddles);
void ct_fft_twiddles_destroy(ct_fft_twiddles *twiddles);

#endif
