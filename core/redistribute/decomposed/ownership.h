/*
 * Ownership: what a decomposition gives every rank, as products of intervals, and where that lies
 * in memory. A rank of a process grid holds one product; a rank with boxes one a box. Local, pure;
 * gather.h makes an ownership of boxes.
 */
#ifndef CT_REDISTRIBUTE_OWNERSHIP_H
#define CT_REDISTRIBUTE_OWNERSHIP_H

#include "redistribute/decomposed/owned.h"

#include <cornerturn/decomposition.h>

/* Ghost layers before and after a box along each axis. */
typedef struct ct_ghosts {
    ptrdiff_t layers[CT_MAX_AXES][2];
} ct_ghosts;

/* A copy of the struct shows the same lists. */
typedef struct ct_ownership {
    ct_decomposition decomposition; /* its order is spelt out */
    ptrdiff_t element_bytes;
    int rank;             /* this one */
    ct_box *box;          /* the boxes of all ranks, those of rank 0 first; of a grid NULL */
    ptrdiff_t *first_box; /* of each rank, and one more */
    ptrdiff_t *offset;    /* of each box, elements of its rank's memory */
    ct_ghosts *ghosts;    /* by rank: of boxes ranks may have different ones */
    ptrdiff_t *bounds;    /* what those of the decomposition are a part of, where they are a copy */
} ct_ownership;

/* Of a decomposition over a grid, which has been checked; its bounds stay the caller's. */
ct_ownership ct_ownership_of_grid(const ct_decomposition *decomposition, ptrdiff_t element_bytes);

/* Of balanced blocks, each with its axes in an order (NULL: C order). A pitch is that of lines
 * along the last axis in the order. */
ct_ownership ct_ownership_of(const ct_distribution *distribution, const int *order,
                             ptrdiff_t element_bytes);

/* Whether it is in balanced blocks without ghosts and pitches. */
int ct_ownership_is_plain(const ct_ownership *ownership);

/* Whether each rank has one interval at most along every axis, and so a box. */
int ct_ownership_is_boxed(const ct_ownership *ownership);

/* Boxes of all ranks: of a grid as many as it has blocks. */
double ct_ownership_boxes(const ct_ownership *ownership, int size);

/* Products of a rank, and one of them, counted from 0. */
ptrdiff_t ct_ownership_products(const ct_ownership *ownership, int rank);
ct_owned ct_ownership_product(const ct_ownership *ownership, int rank, ptrdiff_t index);

/* Where a product of a rank lies in its memory. */
ct_owned_memory ct_ownership_memory(const ct_ownership *ownership, int rank, ptrdiff_t index);

/* The box of a rank, where each has one. */
ct_box ct_ownership_box(const ct_ownership *ownership, int rank);

/* Bytes that a rank's part takes, with ghosts and pitches, and its elements without. */
ptrdiff_t ct_ownership_bytes(const ct_ownership *ownership, int rank);
ptrdiff_t ct_ownership_elements(const ct_ownership *ownership, int rank);

/* Whether each of `size` ranks has of one all elements that it has of the other. */
int ct_ownership_holds(const ct_ownership *ownership, const ct_ownership *other, int size);

/* Whether two give all ranks the same elements in the same places. False of boxes, which are not
 * compared. */
int ct_ownership_equal(const ct_ownership *a, const ct_ownership *b);

/* Whether two give each of `size` ranks the same rows along an axis, whole and beginning at the
 * same bytes of its memory, so that rows of the one may take the places of those of the other:
 * elements and extents along the axis may differ, as where real rows are padded to those of their
 * coefficients. False where ranks have several boxes. */
int ct_ownership_same_rows(const ct_ownership *a, const ct_ownership *b, int axis, int size);

#endif
