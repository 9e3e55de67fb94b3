/*
 * Complex rows of more points than long.h holds, N = A x B, A and B about the same: a matrix of A
 * rows of B points, as there. Some of its columns at once, a few cache lines wide, are transformed
 * into a tile, and cross from there, multiplied by their factors, to a matrix of B rows of A points
 * in a work array; so do columns of that to the result:
 *
 *   X(k + A l) = sum over j of w_B^(j l) (w_N^(j k) (sum over i of w_A^(i k) x(j + B i))).
 *
 * Rows are read and written once, and the matrix between stays in a cache. Local.
 */
#ifndef CT_FFT_LINES_CODELETS_ROWS_MATRIX_H
#define CT_FFT_LINES_CODELETS_ROWS_MATRIX_H

#include "fft/lines/library/library.h"

typedef struct ct_codelet_matrix ct_codelet_matrix;

/* Bytes of one for rows of so many points, and of its work array. 0: this processor has no kernels
 * for them. */
ptrdiff_t ct_codelet_matrix_bytes(ptrdiff_t points, ct_precision precision);
ptrdiff_t ct_codelet_matrix_work_bytes(ptrdiff_t points, ct_precision precision);

/* Makes one in memory that begins with a cache line. */
void ct_codelet_matrix_set(ct_codelet_matrix *made, ptrdiff_t points, ct_precision precision,
                           ct_direction direction);

/* A row, in place or not. */
void ct_codelet_matrix_row(const ct_codelet_matrix *made, const ct_fft_row_job *job);

#endif
