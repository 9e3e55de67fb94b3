/* Pieces of a domain, or all of it, in which a matrix leaves the mean of u free. */
#ifndef CT_ADI_MULTIGRID_PIECES_H
#define CT_ADI_MULTIGRID_PIECES_H

#include "adi/multigrid/matrix.h"

typedef struct ct_adi_pieces {
    int count; /* of those that are free; the same on all ranks */
    int *of;   /* by row: the piece it is of, -1: one that is not free; NULL: all rows are of 0 */
    double *volume, *sum; /* by piece, of all ranks; memory of means */
} ct_adi_pieces;

/* Finds the pieces whose rows have no slack; rows of volume 0 are of none. Collective; all ranks
 * fail together. CT_ERROR_MEMORY. */
ct_status ct_adi_pieces_find(const ct_adi_matrix *matrix, const double *volume,
                             ct_adi_pieces *pieces);

/* All rows as one piece of this volume. Local. CT_ERROR_MEMORY. */
ct_status ct_adi_pieces_whole(double volume, ct_adi_pieces *pieces);
void ct_adi_pieces_destroy(ct_adi_pieces *pieces);

/* The volume-weighted mean of x (is_sum 0), or of what is already multiplied by volumes, in each
 * piece, left in `sum`; with `by` not 0, by times it is added to x. Collective. */
ct_status ct_adi_pieces_means(const ct_adi_matrix *matrix, const double *volume, int is_sum,
                              double by, double *x, ct_adi_pieces *pieces);

#endif
