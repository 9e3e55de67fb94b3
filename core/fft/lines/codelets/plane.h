/*
 * A plane of complex doubles in the second-level cache: its rows by way of a work array, whose rows
 * have different places in the caches, while the next plane and what becomes the result are
 * fetched. Local.
 */
#ifndef CT_FFT_LINES_CODELETS_PLANE_H
#define CT_FFT_LINES_CODELETS_PLANE_H

#include "fft/lines/library.h"

typedef struct ct_fft_codelet_plane ct_fft_codelet_plane;

/* Bytes of its work array; 0: it has no kernels. Rows are whole cache lines apart. */
ptrdiff_t ct_fft_codelet_plane_bytes(const ct_fft_whole_job *job);

/* The result is multiplied by `factor`. NULL without kernels or memory. The caller frees it. */
ct_fft_codelet_plane *ct_fft_codelet_plane_create(const ct_fft_whole_job *job, double factor);

/* In place or not; `next`: the plane that comes after, or NULL. */
void ct_fft_codelet_plane_run(const ct_fft_codelet_plane *plane, const void *input, void *output,
                              void *work, const void *next);

#endif
