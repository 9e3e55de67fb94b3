/*
 * Complex lines that are columns of a tile, in place or not, as many at once as a vector has
 * numbers. Beside the time to plan them (c2c 256^3 0.6 s, so 5 ms) they save a second tile. Local.
 */
#ifndef CT_FFT_LINES_CODELETS_COLUMNS_H
#define CT_FFT_LINES_CODELETS_COLUMNS_H

#include "fft/lines/library/library.h"
#include "kernels/fetch.h"

typedef struct ct_fft_codelet_columns ct_fft_codelet_columns;

/* Whether columns of so many points have a kernel that is worth it on this processor. */
int ct_fft_has_columns(ptrdiff_t points, ct_precision precision);

/* NULL: the job or this processor has none, or there is no memory. The caller frees it. */
ct_fft_codelet_columns *ct_fft_codelet_columns_create(const ct_fft_lines_job *job,
                                                      ct_precision precision);

/* `coming`: NULL, or what is fetched meanwhile, in equal parts if it is as large as the columns. */
void ct_fft_codelet_columns_run(const ct_fft_codelet_columns *columns, const void *input,
                                void *output, ct_fetch_rows *coming);

#endif
