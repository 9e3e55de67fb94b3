/*
 * Distributed transposes: an array whose blocks the ranks hold becomes the array with its axes in
 * another order, in blocks held otherwise. Slabs, pencils and any process grid at either end; a
 * matrix transpose, an axis permutation, a change from pencils along one axis to pencils along
 * another and a plain re-layout are all the same thing.
 */
#ifndef CORNERTURN_TRANSPOSE_H
#define CORNERTURN_TRANSPOSE_H

#include <cornerturn/exchange.h>
#include <cornerturn/grid.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An array in balanced blocks over a process grid of as many axes; rank r has the coordinates of r
 * in the grid, last axis fastest. Ranks beyond the grid hold nothing. */
typedef struct ct_distribution {
    int axes;
    ptrdiff_t extent[CT_MAX_AXES];
    int grid[CT_MAX_AXES]; /* their product is at most the number of ranks */
    ptrdiff_t pitch; /* elements from one row of a rank's block to the next along the last axis but
                        one; 0: the row's own length. A row is along the last axis */
} ct_distribution;

/* The part of `rank`, and the bytes of the array it lies in, rows pitched. Local. */
ct_box ct_distribution_box(const ct_distribution *distribution, int rank);
ptrdiff_t ct_distribution_elements(const ct_distribution *distribution, int rank);

typedef struct ct_transpose_options {
    int conjugate;     /* 1: elements are complex and conjugated on the way */
    int element_parts; /* with conjugate: bytes of a real part, 4 or 8 */
    ct_exchange_options exchange;
} ct_transpose_options;

typedef struct ct_transpose_plan ct_transpose_plan;

/* Axis a of the result is axis permutation[a] of the input (NULL: the axes in reverse order), so
 * into->extent[a] must be from->extent[permutation[a]]. Collective; arguments are the same on all
 * ranks; all fail together. CT_ERROR_ARGUMENT, and as ct_exchange_plan_create. */
ct_status ct_transpose_plan_create(MPI_Comm comm, const ct_distribution *from,
                                   const int *permutation, const ct_distribution *into,
                                   ptrdiff_t element_bytes, const ct_transpose_options *options,
                                   ct_transpose_plan **plan);

/* Collective. input and output do not overlap; with options.exchange.in_place they are the same
 * array, which is as large as the larger of both distributions' parts. */
ct_status ct_transpose_execute(ct_transpose_plan *plan, const void *input, void *output);
void ct_transpose_plan_destroy(ct_transpose_plan **plan);

/* The exchange inside. Local; owned by the plan. */
const ct_exchange_plan *ct_transpose_exchange(const ct_transpose_plan *plan);

#ifdef __cplusplus
}
#endif

#endif
