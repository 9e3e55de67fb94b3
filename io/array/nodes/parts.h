/*
 * Boxes of an array side by side in another: what the ranks of a node write, which as a whole need
 * be no box, is stacked along one axis of the array that their node's file has. Local and pure.
 */
#ifndef CT_IO_ARRAY_NODES_PARTS_H
#define CT_IO_ARRAY_NODES_PARTS_H

#include <cornerturn/grid.h>

typedef struct ct_part {
    int node;
    ct_box box;                    /* in the whole array, in its last axes */
    ptrdiff_t at[CT_MAX_AXES];     /* where it begins in the array of its node, */
    ptrdiff_t extent[CT_MAX_AXES]; /* which has these extents */
} ct_part;

/* Sets `at` and `extent` of the parts of a node, of boxes with the same axes: along the axis that
 * leaves least space between boxes of different extents. */
void ct_parts_stack(ct_part *parts, int count);

/* The part that has all of `box`, which may have more axes before its last ones; NULL: none. */
const ct_part *ct_parts_find(const ct_part *parts, int count, const ct_box *box);

/* The same box in the array of the part's node. */
ct_box ct_part_shift(const ct_part *part, const ct_box *box);

#endif
