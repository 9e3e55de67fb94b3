/*
 * Algebraic multigrid for matrices of conduction: pairs of rows, joined where they are coupled
 * most strongly, become one row of the next level, so that coefficients may jump. A sweep of
 * Gauss-Seidel before and after the coarse correction; on some of the coarse levels up to two steps
 * of conjugate gradients (K-cycle), which keep the number of iterations nearly independent of the
 * number of rows. Notay: Electron. Trans. Numer. Anal. 37 (2010) 123. Levels with few rows are
 * gathered on all ranks.
 */
#ifndef CT_ADI_MULTIGRID_HIERARCHY_H
#define CT_ADI_MULTIGRID_HIERARCHY_H

#include "adi/multigrid/matrix.h"

typedef struct ct_adi_hierarchy ct_adi_hierarchy;

/* The levels below a matrix, which is kept and destroyed with them. Collective; all ranks fail
 * together and the matrix is destroyed. CT_ERROR_MEMORY. */
ct_status ct_adi_hierarchy_create(ct_adi_matrix *matrix, ct_adi_hierarchy **hierarchy);
void ct_adi_hierarchy_destroy(ct_adi_hierarchy **hierarchy);

/* The matrix that it was made for. Local. */
const ct_adi_matrix *ct_adi_hierarchy_matrix(const ct_adi_hierarchy *hierarchy);

/* Preconditions: x = an approximation of the solution of A x = b, from 0. x and b have rows +
 * ghosts numbers. Collective. */
ct_status ct_adi_hierarchy_cycle(ct_adi_hierarchy *hierarchy, const double *b, double *x);

#endif
