/*
 * Ownership: what a decomposition gives every rank, as products of intervals. Along an axis a rank
 * of a process grid has some intervals, and holds all their products; a rank with boxes has as many
 * products, each of one interval an axis.
 */
#ifndef CT_REDISTRIBUTE_OWNERSHIP_H
#define CT_REDISTRIBUTE_OWNERSHIP_H

#include "redistribute/decomposed/owned.h"

#include <cornerturn/decomposition.h>
#include <mpi.h>

/* All intervals along one axis, those of part 0 first. */
typedef struct ct_axis_intervals {
    ct_interval *list;
    ptrdiff_t *first; /* of each part, and one more */
} ct_axis_intervals;

typedef struct ct_ownership {
    ct_decomposition decomposition; /* its pointers are the caller's */
    int rank, size;
    ct_axis_intervals axis[CT_MAX_AXES]; /* of a grid */
    ct_box *box;                         /* else the boxes of all ranks, those of rank 0 first */
    ptrdiff_t *first_box;                /* of each rank, and one more */
    ptrdiff_t *offset;                   /* of this rank's boxes, elements */
} ct_ownership;

/* Checks a decomposition, which is the same on all ranks but for boxes, and gathers these.
 * Collective; all ranks fail together: CT_ERROR_ARGUMENT, CT_ERROR_MEMORY. The caller destroys it.
 */
ct_status ct_ownership_create(MPI_Comm comm, const ct_decomposition *decomposition,
                              ct_ownership *ownership);
void ct_ownership_destroy(ct_ownership *ownership);

/* Products of a rank; one of them, counted from 0; and where one of this rank's own lies. Local. */
ptrdiff_t ct_ownership_products(const ct_ownership *ownership, int rank);
ct_owned ct_ownership_product(const ct_ownership *ownership, int rank, ptrdiff_t index);
ct_owned_memory ct_ownership_memory(const ct_ownership *ownership, ptrdiff_t index);

/* The axes from the slowest to the fastest in memory. Local. */
void ct_ownership_order(const ct_ownership *ownership, int order[CT_MAX_AXES]);

#endif
