/* Rows of a plane in the arrays at both ends: those of vectors are taken apart, into a row of each
 * component, and put together. Local. */
#ifndef CT_FFT_LINES_CODELETS_PLANE_ENDS_H
#define CT_FFT_LINES_CODELETS_PLANE_ENDS_H

#include "fft/lines/codelets/plane_parts.h"
#include "fft/lines/codelets/ragged.h"

/* How a complex plane, or one of real rows, is written: by kernels where its rows are whole cache
 * lines, or by way of the work array. Arrays of malloc begin 16 bytes inside a line: there kernels
 * cannot write past the cache, and columns write each line in two parts, between which it leaves
 * the first-level cache (stage of 256^3, two ranks, by kernels and so, ms: c2c 30.5 and 25.4, in
 * place 29.5 and 28.4, c2r 20.1 and 13.8). Nor do kernels of rows whose registers are half a line:
 * c2r then goes by the work array too (the same stage, two ranks of a Zen 3, 30 and 26; of
 * 128^3 4.1 and 3.3). Rows that are no whole lines themselves are left to kernels: columns in place
 * must be whole vectors. Real rows of vectors go by the work array, where they are put together. */
typedef struct plane_leaving {
    int streams, by_work;
    ct_ragged_rows rows;
} plane_leaving;

plane_leaving ct_fft_plane_leave_by(const ct_fft_codelet_plane *plane, char *work, char *output);

/* Rows of the result of so many bytes, as ragged ones. */
ct_ragged_rows ct_fft_plane_ragged(const ct_fft_codelet_plane *plane, ptrdiff_t bytes, char *work,
                                   char *output);

/* Writes a row, or rows k, k + first, .. from the work array on, and what is left after all. */
void ct_fft_plane_write(const ct_fft_codelet_plane *plane, const plane_leaving *how, ptrdiff_t row,
                        const char *from, char *work);
void ct_fft_plane_write_rows(const ct_fft_codelet_plane *plane, const plane_leaving *how,
                             ptrdiff_t k, const char *from, char *work);
void ct_fft_plane_end(const ct_fft_codelet_plane *plane, const plane_leaving *how);

/* Takes a row of vectors apart, or puts it together: of so many real or complex numbers a
 * component. */
void ct_fft_plane_part(const ct_fft_codelet_plane *plane, ptrdiff_t numbers, ptrdiff_t number_bytes,
                       const char *from, char *into);
void ct_fft_plane_join(const ct_fft_codelet_plane *plane, ptrdiff_t numbers, ptrdiff_t number_bytes,
                       const char *from, char *into);

/* Transforms `count` rows, so many bytes apart, into the work array; of real vectors each component
 * as a row. */
void ct_fft_plane_enter(const ct_fft_codelet_plane *plane, ptrdiff_t count, const char *from,
                        ptrdiff_t step, char *into, char *work, ct_codelet_ahead *ahead);

#endif
