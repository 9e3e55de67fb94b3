/* Boxes cut into pieces. Local and pure. */
#ifndef CT_IO_ARRAY_SLICES_H
#define CT_IO_ARRAY_SLICES_H

#include <cornerturn/grid.h>

/* A box in pieces of bounded size, each contiguous in the storage of the box. */
typedef struct ct_slices {
    ct_box box;
    int axis;               /* the axis that is cut; those before it are walked one by one */
    ptrdiff_t rows, pieces; /* positions of `axis` in a piece; pieces along it */
    ptrdiff_t count;        /* all slices; 0 for an empty box */
} ct_slices;

/* Cuts `box` into slices of at most `most_elements` (at least 1). Local. */
ct_slices ct_slices_make(const ct_box *box, ptrdiff_t most_elements);

/* Slice `index` as a box of the whole array. Returns its offset in the storage, in elements. Local.
 */
ptrdiff_t ct_slices_at(const ct_slices *slices, ptrdiff_t index, ct_box *slice);

#endif
