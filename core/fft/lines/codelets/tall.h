/*
 * Complex columns of more points than a kernel holds, N = A x B: from rows of arrays to rows of
 * arrays by way of a tile in the second-level cache, so that lines are copied no more often than
 * they are transformed. Columns of A points, of rows B apart, go into the tile with their twiddle
 * factors; then columns of B points, of rows one after the other, whose l-th result is row k + A l.
 * Local.
 */
#ifndef CT_FFT_LINES_CODELETS_TALL_H
#define CT_FFT_LINES_CODELETS_TALL_H

#include "fft/lines/library/library.h"
#include "kernels/fetch.h"

typedef struct ct_fft_codelet_tall ct_fft_codelet_tall;

/* Bytes of a row at most. */
enum { CT_TALL_ROW_MOST = 1024 };

/* Whether columns of so many points go so on this processor. */
int ct_fft_has_tall(ptrdiff_t points, ct_precision precision);

/* Bytes of the work array: rows on their way to a tile, and the tile, whose rows have so many. */
ptrdiff_t ct_fft_tall_bytes(ptrdiff_t points, ct_precision precision, ptrdiff_t row_bytes);

/* NULL: the job or this processor has none, or there is no memory. The caller frees it. */
ct_fft_codelet_tall *ct_fft_codelet_tall_create(const ct_fft_lines_job *job,
                                                ct_precision precision);

/* The same of both axes of A x B points, of rows in the order of these: without factors, and the
 * l-th result of columns of B is row l of those that it was made from. Columns of B that have no
 * kernel are tall themselves, from the tile to their rows by way of another one. Bytes 0: there are
 * no kernels. */
ptrdiff_t ct_fft_tall_plane_bytes(ptrdiff_t first, ptrdiff_t rest, ct_precision precision,
                                  ptrdiff_t row_bytes);
ct_fft_codelet_tall *ct_fft_codelet_tall_create_plane(ptrdiff_t first, ptrdiff_t rest,
                                                      ct_direction direction,
                                                      ct_precision precision);

/* Of rows that may be anywhere, in places in their order; they may be the same. */
void ct_fft_codelet_tall_run(const ct_fft_codelet_tall *tall, const ct_fft_rows_job *job);

#endif
