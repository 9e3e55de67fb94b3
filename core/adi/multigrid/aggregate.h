/* Pairs of rows that a coarser matrix makes one unknown of. */
#ifndef CT_ADI_MULTIGRID_AGGREGATE_H
#define CT_ADI_MULTIGRID_AGGREGATE_H

#include "adi/multigrid/matrix.h"

/* Sets pair[i] to the number of the pair that row i belongs to, from 0, or to -1 where smoothing
 * alone solves for it, and returns the number of pairs. Rows of one rank only are joined, each
 * with the neighbour that makes the two-grid method's bound the best (Notay: SIAM J. Sci. Comput.
 * 34 (2012) A2288, pairs of 4.1). Local. */
ptrdiff_t ct_adi_aggregate(const ct_adi_matrix *matrix, int *pair);

#endif
