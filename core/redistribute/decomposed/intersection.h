/*
 * What two products of intervals have in common, as blocks. Along an axis intervals of one meet
 * intervals of the other in runs of positions; runs of one length at equal distances at both ends
 * become a further axis of a block. Local, pure.
 */
#ifndef CT_REDISTRIBUTE_INTERSECTION_H
#define CT_REDISTRIBUTE_INTERSECTION_H

#include "redistribute/decomposed/owned.h"

#include <cornerturn/layout.h>

/* Blocks that follow each other. */
typedef struct ct_block_list {
    ct_block *list;
    ptrdiff_t count, capacity;
} ct_block_list;

/* Which end of a transfer this rank holds. */
typedef enum ct_transfer_end { CT_END_FROM, CT_END_INTO } ct_transfer_end;

/* How axes and elements of the two are related. */
typedef struct ct_intersection {
    int axes;
    int axis_of[CT_MAX_AXES]; /* axis a of `into` is axis axis_of[a] of `from` */
    int order[CT_MAX_AXES];   /* of the result's memory: blocks have their axes in it */
} ct_intersection;

/* Appends the blocks of what goes from one product to the other, in the memory of the one that this
 * rank holds. Who holds the other finds as many, one by one of as many elements. CT_ERROR_MEMORY.
 */
ct_status ct_intersection_blocks(const ct_intersection *intersection, const ct_owned *from,
                                 const ct_owned *into, ct_transfer_end end,
                                 const ct_owned_memory *memory, ct_block_list *blocks);

#endif
