/*
 * Rows straight from array to array, without a tile between: complex ones that have a kernel or go
 * by long.h; and real ones of 2 H numbers as complex ones of H, as in halves.h. Rows of
 * vectors are taken apart, into a row of each component, and put together. Local.
 */
#ifndef CT_FFT_LINES_CODELETS_ROWS_H
#define CT_FFT_LINES_CODELETS_ROWS_H

#include "fft/lines/library/library.h"

typedef struct ct_fft_codelet_rows ct_fft_codelet_rows;

/* Bytes of the work array of rows of so many points, each a vector of so many components, real ones
 * if the class is; 0: they have no kernels on this processor, or other ways are faster. */
ptrdiff_t ct_fft_codelet_rows_bytes(ct_fft_class class, ptrdiff_t points, ptrdiff_t components,
                                    ct_precision precision);

/* For rows that are dense at both ends, or of vectors side by side that are the job's first batch
 * if `components` is not 1. NULL: the job has none, or there is no memory. The caller
 * frees it. */
ct_fft_codelet_rows *ct_fft_codelet_rows_create(const ct_fft_lines_job *job, ptrdiff_t components,
                                                ct_precision precision);

/* One row, in place or not. */
void ct_fft_codelet_rows_run(const ct_fft_codelet_rows *rows, const ct_fft_row_job *job);

#endif
