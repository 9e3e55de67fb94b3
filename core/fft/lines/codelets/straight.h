/* Rows (rows.h), tall columns (tall.h), and those of few points, of a tile that need not be copied
 * into it: straight from array to array. Local. */
#ifndef CT_FFT_LINES_CODELETS_STRAIGHT_H
#define CT_FFT_LINES_CODELETS_STRAIGHT_H

#include "fft/lines/codelets/tall.h"
#include "fft/lines/lines.h"

/* Whether they are columns of so few points that have a kernel for that on this processor. */
int ct_fft_lines_may_place(const ct_fft_lines *lines);

/* Sets whether they are rows, of numbers or of short vectors, that may go so. */
void ct_fft_lines_find_rows(ct_fft_lines *lines);

/* Transforms the lines of a box, a tile. False, with nothing done, where they are not such lines,
 * are padded, cut off or combined, or lie in rows that are not dense at both ends. */
int ct_fft_lines_straight(const ct_fft_lines *lines, const ct_box *box, const ct_fft_view *from,
                          const ct_fft_view *into, const ct_fft_workspace *workspace);

/* The same of planes of both axes of a box, that of the second pass before that of the first. */
int ct_fft_lines_straight_plane(const ct_fft_codelet_tall *tall, const ct_fft_lines pass[2],
                                const ct_box *box, const ct_fft_view *from, const ct_fft_view *into,
                                const ct_fft_workspace *workspace);

#endif
