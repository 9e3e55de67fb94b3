/*
 * What two ranks have to do with each other in a change of distribution: the part of the array that
 * one holds before and the other after, as a block of either's memory. Local, pure, free of MPI.
 */
#ifndef CT_REDISTRIBUTE_RELAYOUT_H
#define CT_REDISTRIBUTE_RELAYOUT_H

#include <cornerturn/grid.h>
#include <cornerturn/layout.h>

/* Axis a of the result is axis permutation[a] of the input. */
typedef struct ct_relayout {
    ct_distribution from, into;
    int permutation[CT_MAX_AXES];
    ptrdiff_t element_bytes;
} ct_relayout;

/* Where the elements that go from rank `origin` to rank `destination` lie, in the input of one and
 * in the result of the other. Both blocks have the axes of the result, so that messages carry
 * elements in the order in which they are needed: the sender's pack transposes. */
ct_block ct_relayout_sent(const ct_relayout *relayout, int origin, int destination);
ct_block ct_relayout_received(const ct_relayout *relayout, int origin, int destination);

/* Whether each rank's result takes the very places of its input, and every element changes places
 * with one other or none. */
int ct_relayout_swaps(const ct_relayout *relayout);

#endif
