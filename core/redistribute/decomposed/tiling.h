/*
 * Whether boxes of ranks cover an array: every position in one box, none in two. Local, pure.
 *
 * At a position, the number of boxes that hold it is the sum of signed corners at or before it: a
 * box of d axes adds 1 at its first corner, -1 at each end of one axis, 1 at those of two, and so
 * on. Boxes cover the array once exactly when their corners add up to the array's own. Corners are
 * sorted: O(n log n) of n boxes, whatever their shape.
 */
#ifndef CT_REDISTRIBUTE_TILING_H
#define CT_REDISTRIBUTE_TILING_H

#include <cornerturn/grid.h>

/* The boxes have the array's axes and are inside it; `rank` tells whose each is, for the message.
 * CT_ERROR_ARGUMENT, naming a position that no box holds, or the ranks and boxes that both do;
 * CT_ERROR_MEMORY. */
ct_status ct_tiling_check(int axes, const ptrdiff_t *extent, ptrdiff_t count, const ct_box *box,
                          const int *rank);

#endif
