/* Parts of boxes (grid.h). Local, pure. */
#ifndef CT_REDISTRIBUTE_BOX_H
#define CT_REDISTRIBUTE_BOX_H

#include <cornerturn/grid.h>

/* Positions in both; 0 elements where there are none. */
ct_box ct_box_common(const ct_box *a, const ct_box *b);

/* A box in tiles of up to `width` positions along each axis: their number, and one of them, the
 * last axis being fastest. */
ptrdiff_t ct_box_tiles(const ct_box *box, const ptrdiff_t width[CT_MAX_AXES]);
ct_box ct_box_tile(const ct_box *box, const ptrdiff_t width[CT_MAX_AXES], ptrdiff_t index);

/* One of `count` balanced slices of a box along an axis; count 0: the whole box. */
typedef struct ct_slice {
    int axis, index, count;
} ct_slice;

ct_box ct_box_slice(const ct_box *box, const ct_slice *slice);

#endif
