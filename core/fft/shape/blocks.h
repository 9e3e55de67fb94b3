/* Which axes stages transform at once, in blocks that stay in the caches. Local. */
#ifndef CT_FFT_SHAPE_BLOCKS_H
#define CT_FFT_SHAPE_BLOCKS_H

#include "fft/shape/shape.h"

/* Whether a block that is whole along a group of axes, a bit each, two at least, is small enough.
 * neighbours: the ranks, if they share memory, or 0. */
int ct_fft_block_fits(const ct_fft_shape *shape, unsigned group, int neighbours);

/* Whether the first two axes of three or four go as planes that are columns (codelets/tall.h),
 * after the others, which then go alone. */
int ct_fft_are_tall(const ct_fft_shape *shape, int neighbours);

#endif
