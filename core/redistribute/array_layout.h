/*
 * A distributed array in memory: the part of each rank, with its axes in any order. Local, pure.
 */
#ifndef CT_REDISTRIBUTE_ARRAY_LAYOUT_H
#define CT_REDISTRIBUTE_ARRAY_LAYOUT_H

#include <cornerturn/grid.h>

/* A pitch of the distribution is that of lines along the last axis in the order. */
typedef struct ct_array_layout {
    ct_distribution distribution;
    int order[CT_MAX_AXES]; /* the axes, from the one that varies slowest in memory */
    ptrdiff_t element_bytes;
} ct_array_layout;

/* The axes in C order. */
ct_array_layout ct_array_layout_of(const ct_distribution *distribution, ptrdiff_t element_bytes);

/* The part of `rank`, its bytes without a pitch, and bytes from a position to the next along each
 * axis. */
ct_box ct_array_layout_box(const ct_array_layout *layout, int rank);
ptrdiff_t ct_array_layout_bytes(const ct_array_layout *layout, int rank);
void ct_array_layout_strides(const ct_array_layout *layout, int rank,
                             ptrdiff_t strides[CT_MAX_AXES]);

int ct_array_layout_equal(const ct_array_layout *a, const ct_array_layout *b);

#endif
