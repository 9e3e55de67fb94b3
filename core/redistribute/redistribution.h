/*
 * Redistribution: an array goes from one layout over the ranks to another. Each pair of ranks has
 * one block in common, the part that one holds before and the other after. Local, pure, free of
 * MPI; subgroup.h plans the exchange.
 */
#ifndef CT_REDISTRIBUTE_REDISTRIBUTION_H
#define CT_REDISTRIBUTE_REDISTRIBUTION_H

#include "redistribute/array_layout.h"
#include "redistribute/box.h"

#include <cornerturn/layout.h>

typedef struct ct_redistribution {
    ct_array_layout from, into;
    int axis_of[CT_MAX_AXES]; /* axis a of the result is axis axis_of[a] of the input */
    ct_slice slice;           /* of each rank's part of the input, which alone is sent */
} ct_redistribution;

/* Of an array whose axes keep their numbers. */
ct_redistribution ct_redistribution_of(const ct_array_layout *from, const ct_array_layout *into);

/* What a rank sends, and what `origin` sends to `destination`, in positions of the result. */
ct_box ct_redistribution_input(const ct_redistribution *redistribution, int rank);
ct_box ct_redistribution_common(const ct_redistribution *redistribution, int origin,
                                int destination);

/* Its place in the input of one and in the result of the other. Both blocks have the axes in the
 * order of the result's memory, so that packing transposes and unpacking copies rows. */
ct_block ct_redistribution_sent(const ct_redistribution *redistribution, int origin,
                                int destination);
ct_block ct_redistribution_received(const ct_redistribution *redistribution, int origin,
                                    int destination);

/* Bytes that a rank receives from the other ranks. */
double ct_redistribution_received_bytes(const ct_redistribution *redistribution, int rank,
                                        int size);

/* Whether each rank's result takes the very places of its input, and every element changes places
 * with one other or none. */
int ct_redistribution_is_swap(const ct_redistribution *redistribution);

#endif
