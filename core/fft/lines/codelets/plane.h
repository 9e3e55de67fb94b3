/*
 * A plane of complex or real numbers in the second-level cache: its rows by way of a work array,
 * whose rows have different places in the caches, while what comes next is fetched. Columns of more
 * points than registers hold go in two steps, the first while rows are in the first-level cache,
 * also those of more points than a kernel has (two ranks, ms, by FFTW's planes and so, 20 x 1000 x
 * 256 15.7 and 9.4, 128 x 4000 x 12 19.5 and 12.6); rows of more points by long.h.
 *
 * Real rows of 2 H numbers are taken as complex ones of H, as in halves.h but for both axes at
 * once: Z(f, k) and Z(-f, H - k) of the complex plane give X(f, k) and X(-f, H - k) of the real
 * one, and the other way round.
 *
 * Rows of vectors, whose components lie side by side, are taken apart into a row of each. Complex
 * ones are put together as soon as they are transformed, and columns are of the array's rows; real
 * ones when their coefficients are separate. 100 x 100 x 100 of two, two ranks, ms, by passes that
 * copy each component, with components apart until planes leave, and so: 15.4, 10.2, and on another
 * machine 5.0 and 4.0; r2c 64^3 of three 3.1 and 1.5 (three times 64^3 1.4).
 *
 * Complex rows of two to seven numbers are taken apart so too: then lines across them are rows,
 * side by side, and they are columns. 1000 x 1000 x 2, two ranks, ms, by FFTW's planes and so, 5.7
 * and 4.5, 1000 x 1000 x 6 15.3 and 11.8, 300 x 300 x 3 0.48 and 0.33; shorter lines as long.
 *
 * In the cache, us, by FFTW and so: complex 64 x 64 9.2 and 6.2, 128 x 128 47 and 30, 256 x 256 242
 * and 133. Local.
 */
#ifndef CT_FFT_LINES_CODELETS_PLANE_H
#define CT_FFT_LINES_CODELETS_PLANE_H

#include "fft/lines/library/library.h"

typedef struct ct_fft_codelet_plane ct_fft_codelet_plane;

/* Bytes of its work array; 0: it has no kernels. The axes are complex, or the last one real, as for
 * plan_plane; the components of vectors are the job's only batch. */
ptrdiff_t ct_fft_codelet_plane_bytes(const ct_fft_whole_job *job, ct_precision precision);

/* The same of a dense plane: so many rows of as many points, each a vector of so many components.
 */
ptrdiff_t ct_fft_codelet_plane_dense_bytes(ct_fft_class class, ct_direction direction,
                                           ptrdiff_t columns, ptrdiff_t points,
                                           ptrdiff_t components, ct_precision precision);

/* Whether its rows go by codelets/rows/long.h: written past the cache they gain nothing, where the
 * next stage or execution finds them there. */
int ct_fft_codelet_plane_is_long(const ct_fft_whole_job *job, ct_precision precision);

/* The result is multiplied by `factor`; `streams`: it is better written past the cache. NULL
 * without kernels or memory. The caller frees it. */
ct_fft_codelet_plane *ct_fft_codelet_plane_create(const ct_fft_whole_job *job,
                                                  ct_precision precision, double factor,
                                                  int streams);

/* In place or not; `next`: the plane that comes after, or NULL; `piece`: as for run_plane. */
void ct_fft_codelet_plane_run(const ct_fft_codelet_plane *plane, const void *input, void *output,
                              void *work, const void *next, const ct_sequence_piece *piece);

#endif
