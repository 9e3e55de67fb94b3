/*
 * Complex rows of more points than a kernel of rows holds, or of as many where that takes more rows
 * than there are, N = A x B, from rows to others: a matrix of A rows of B points. Its columns of A
 * points, as many at once as a vector has numbers, go with twiddle factors and transposed to the
 * result; there columns of B points go in place, whose l-th result is the row of points k + A l,
 * for all k at once:
 *
 *   X(k + A l) = sum over j of w_B^(j l) (w_N^(j k) (sum over i of w_A^(i k) x(j + B i))).
 *
 * Local.
 */
#ifndef CT_FFT_LINES_CODELETS_LONG_H
#define CT_FFT_LINES_CODELETS_LONG_H

#include "fft/lines/codelets/kernels/kernels.h"
#include "fft/lines/library/library.h"

typedef struct ct_codelet_long ct_codelet_long;

/* Bytes of one for rows of which there are `rows` at once, 0: as many as a kernel wants. 0: this
 * processor has no kernels for such steps, or one of rows (ct_codelet_rows). */
ptrdiff_t ct_codelet_long_bytes(ptrdiff_t points, ptrdiff_t rows, ct_precision precision);

/* Makes one in memory that begins with a cache line. */
void ct_codelet_long_set(ct_codelet_long *made, ptrdiff_t points, ct_precision precision,
                         ct_direction direction);

/* One row, by way of `work`, of as many bytes, in a cache; in place or not. */
void ct_codelet_long_row(const ct_codelet_long *made, const void *from, void *into, void *work,
                         double factor, ct_codelet_ahead *ahead);

/* The kernel of a pass over rows, any number of them, whose factors are a ct_codelet_long. Rows
 * that are read and written do not overlap; nothing goes past the cache. */
ct_codelet_kernel ct_codelet_long_rows;

#endif
