/* How many lines a tile has, and along which axes. Local, pure. */
#ifndef CT_FFT_LINES_TILE_WIDTH_H
#define CT_FFT_LINES_TILE_WIDTH_H

#include "fft/lines/lines.h"

/* Whether lines along an axis are columns of so few points that tiles may go straight from array to
 * array (codelets/straight.h): between arrays, with enough others of a block beside them at both
 * ends. */
int ct_fft_tile_may_be_placed(const ct_fft_lines *lines, const ct_fft_axis *axis,
                              const ptrdiff_t *block, const ct_fft_ends *ends,
                              ct_precision precision);

/* Sets the widths of tiles of a block, their lines, order and steps, and those of the narrower ones
 * at the end of it. */
void ct_fft_tile_choose_width(ct_fft_lines *lines, const ptrdiff_t *block, const ct_fft_ends *ends);

/* Elements rounded up to whole cache lines, which are transposed faster. */
ptrdiff_t ct_fft_tile_whole_lines(ptrdiff_t elements, ptrdiff_t element_bytes);

#endif
