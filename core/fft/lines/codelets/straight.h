/* Rows (rows.h), tall columns (tall.h), and those of few points, of a tile that need not be copied
 * into it: straight from array to array. Local. */
#ifndef CT_FFT_LINES_CODELETS_STRAIGHT_H
#define CT_FFT_LINES_CODELETS_STRAIGHT_H

#include "fft/lines/codelets/fields/shape.h"
#include "fft/lines/codelets/tall.h"
#include "fft/lines/lines.h"

/* Sets whether they are rows, of numbers or of short vectors, that may go so; those too short for
 * rows.h as a batch of fields, which is made when lines are planned. By tiles and so, 2 ranks, ms,
 * a Zen 5: c2c 256 x 256 0.082 and 0.054, 300 x 300 0.156 and 0.089, 8000 x 62 2.04 and 0.84, r2c
 * 8000 x 100 1.34 and 0.71; with AVX2 0.134 and 0.127, 0.21 and 0.18, 2.4 and 1.8, 1.50 and 1.36.
 */
void ct_fft_lines_find_rows(ct_fft_lines *lines);

/* Such a batch, of about as many rows as a tile has; with the factor and the stores that are known
 * when lines are planned. */
ct_fft_fields_job ct_fft_lines_fields(const ct_fft_lines *lines);

/* Transforms the lines of a box, a tile. False, with nothing done, where they are not such lines,
 * are padded, cut off or combined, or lie in rows that are not dense at both ends. */
int ct_fft_lines_straight(const ct_fft_lines *lines, const ct_box *box, const ct_fft_view *from,
                          const ct_fft_view *into, const ct_fft_workspace *workspace);

/* The same of rows that were found so: all of a box in one piece at each end, short ones one after
 * the other. */
int ct_fft_lines_straight_rows(const ct_fft_lines *lines, const ct_box *box,
                               const ct_fft_view *from, const ct_fft_view *into,
                               const ct_fft_workspace *workspace);

/* The same of planes of both axes of a box, that of the second pass before that of the first. */
int ct_fft_lines_straight_plane(const ct_fft_codelet_tall *tall, const ct_fft_lines pass[2],
                                const ct_box *box, const ct_fft_view *from, const ct_fft_view *into,
                                const ct_fft_workspace *workspace);

#endif
