/* Process grids for the stages of a transform. Local, pure. */
#ifndef CT_FFT_SHAPE_GRID_H
#define CT_FFT_SHAPE_GRID_H

#include "fft/shape/shape.h"

/* The grid of at most `size` ranks whose largest part is smallest, with one part along axes that
 * are not in `free` (a bit each). Returns the elements of that part. */
double ct_fft_grid_best(const ct_fft_state *state, int axes, unsigned free, int size, int *grid);

/* Whether no rank has much more than its share of the work. */
int ct_fft_grid_is_even(const ct_fft_state *state, int axes, const int *grid, int size);

/* The array's grid where none is given. */
void ct_fft_grid_choose(const ct_fft_shape *shape, int size, int *grid);

#endif
