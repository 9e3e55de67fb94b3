/*
 * Redistribution: the elements of an array go from their owners to others, its axes in another
 * order if wanted. What two ranks have in common, the elements that one owns before and the other
 * after, is some blocks; where both own boxes, one. Local, pure, free of MPI; subgroup.h plans the
 * exchange.
 */
#ifndef CT_REDISTRIBUTE_REDISTRIBUTION_H
#define CT_REDISTRIBUTE_REDISTRIBUTION_H

#include "redistribute/decomposed/intersection.h"
#include "redistribute/decomposed/ownership.h"

typedef struct ct_redistribution {
    ct_ownership from, into;
    int axis_of[CT_MAX_AXES]; /* axis a of the result is axis axis_of[a] of the input */
    ct_slice slice;           /* of each rank's products of the input, which alone is sent */
} ct_redistribution;

/* Of an array whose axes keep their numbers. */
ct_redistribution ct_redistribution_of(const ct_ownership *from, const ct_ownership *into);

/* Whether each rank has a box at most on both sides. */
int ct_redistribution_is_boxed(const ct_redistribution *redistribution);

/* Elements that `origin` sends to `destination`. */
ptrdiff_t ct_redistribution_common(const ct_redistribution *redistribution, int origin,
                                   int destination);

/* Elements that `origin`, which has a box, sends, to itself too. */
ptrdiff_t ct_redistribution_sent(const ct_redistribution *redistribution, int origin);

/* Where each has a box: what they have in common, in positions of the result. */
ct_box ct_redistribution_box(const ct_redistribution *redistribution, int origin, int destination);

/* Appends the blocks that one sends the other, in the memory at one end; both ends list them in the
 * same order, each with as many elements. Blocks have their axes in the order of the result's
 * memory, so that packing transposes and unpacking copies rows. CT_ERROR_MEMORY. */
ct_status ct_redistribution_blocks(const ct_redistribution *redistribution, int origin,
                                   int destination, ct_transfer_end end, ct_block_list *blocks);

/* The only one, where each has a box; empty where they have nothing in common. */
ct_block ct_redistribution_block(const ct_redistribution *redistribution, int origin,
                                 int destination, ct_transfer_end end);

/* Bytes that a rank receives from the other ranks. */
double ct_redistribution_received_bytes(const ct_redistribution *redistribution, int rank,
                                        int size);

/* Whether each rank's result takes the very places of its input, a box, and every element changes
 * places with one other or none. */
int ct_redistribution_is_swap(const ct_redistribution *redistribution);

#endif
