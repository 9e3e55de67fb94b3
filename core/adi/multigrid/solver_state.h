/* What a solver has, for the files that make and use it. */
#ifndef CT_ADI_MULTIGRID_SOLVER_STATE_H
#define CT_ADI_MULTIGRID_SOLVER_STATE_H

#include "adi/multigrid/hierarchy.h"
#include "adi/multigrid/pieces.h"
#include "adi/multigrid/solver.h"

/* Making a hierarchy takes about as long as so many iterations. */
enum { CT_ADI_HIERARCHY_WORTH = 3 };

struct ct_adi_solver {
    double identity, c;
    int is_stale;          /* coefficients have changed */
    ct_adi_matrix renewed; /* the matrix with these, where the hierarchy is of earlier ones */
    ct_adi_hierarchy *hierarchy;
    int failures;      /* times that it was too slow since it was not */
    int distrust;      /* solutions for which earlier ones are not tried */
    double per_decade; /* iterations by which the hierarchy of the matrix divides residuals by 10 */
    double extra;      /* iterations more than that since then */
    ct_adi_pieces pieces;      /* insulated: rows sum to identity times the volume */
    double *volume;            /* of each cell, of masked ones 0 */
    double *x, *r, *z, *p, *q; /* solution, residual, directions and the product of p */
};

/* The matrix to solve for. Local. */
static inline const ct_adi_matrix *ct_adi_solver_matrix(const ct_adi_solver *s) {
    return s->renewed.start != NULL ? &s->renewed : ct_adi_hierarchy_matrix(s->hierarchy);
}

#endif
