/* Process grids for the stages of a transform. Local, pure. */
#ifndef CT_FFT_SHAPE_GRID_H
#define CT_FFT_SHAPE_GRID_H

#include "fft/shape/shape.h"

/* The grid of at most `size` ranks with the smallest largest part, undivided along axes not in
 * `free` (a bit each). Returns the elements of that part. */
double ct_fft_grid_best(const ct_fft_state *state, int axes, unsigned free, int size, int *grid);

/* Whether work is balanced. */
int ct_fft_grid_is_even(const ct_fft_state *state, int axes, const int *grid, int size);

/* Chooses the array's grid if none is given. */
void ct_fft_grid_choose(const ct_fft_shape *shape, int size, int *grid);

#endif
