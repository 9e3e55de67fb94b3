/* Conjugate gradients, preconditioned by multigrid, for identity - c A of a plan. */
#ifndef CT_ADI_MULTIGRID_SOLVER_H
#define CT_ADI_MULTIGRID_SOLVER_H

#include "adi/multigrid/matrix.h"

#include <cornerturn/adi.h>

typedef struct ct_adi_solver ct_adi_solver;

/* The plan's solver for these numbers. Its matrix is made anew where coefficients or c have
 * changed; its multigrid hierarchy stays until it has cost so many iterations more than one of the
 * matrix takes that making that is worth it, or the identity has changed. Collective; all ranks
 * fail together. CT_ERROR_MEMORY. */
ct_status ct_adi_solver_of(ct_adi_plan *plan, double identity, double c, ct_adi_solver **solver);

/* A hierarchy of the matrix, which it takes, instead of the one before, if any. Collective.
 * CT_ERROR_MEMORY. */
ct_status ct_adi_solver_make_hierarchy(ct_adi_plan *plan, ct_adi_solver *solver,
                                       ct_adi_matrix *matrix);

/* Tells it that coefficients of the plan have changed; NULL: nothing to tell. Local. */
void ct_adi_solver_outdate(ct_adi_solver *solver);
void ct_adi_solver_destroy(ct_adi_solver **solver);

/* What to solve: (identity - c A) x = r with the r in the plan's work array. */
typedef struct ct_adi_solution {
    double relative;  /* to the first residual, or 0: */
    double tolerance; /* of the root of the volume-weighted mean square of the residual */
    int most_iterations;
    void (*watch)(void *context, int iteration, double residual); /* or NULL */
    void *context;

    int iterations; /* results */
    double residual;
    int is_indefinite; /* r has a direction in which the operator is not positive */
} ct_adi_solution;

/* Solves, adds x to the state and leaves it in the work array, of an insulated box without the mean
 * of r if `identity` is 0: the last approximation if no more iterations are allowed, scaled and
 * shifted so that the residual has no sum and no part along x. Then every approximation decreases
 * the energy of the operator as the exact one does. Collective. */
ct_status ct_adi_solver_advance(ct_adi_plan *plan, ct_adi_solver *solver,
                                ct_adi_solution *solution);

/* Whether the mean of u is left free, in all of the domain or in a piece that a mask leaves: no
 * sigma, no face through which u acts. Local. */
int ct_adi_solver_is_free(const ct_adi_solver *solver);

/* The means of the r in the work array in such pieces, that nothing balances: the volume-weighted
 * mean of their squares, and of the piece where it is the largest part of |r| mean, mean of |r| and
 * volume. Collective. CT_ERROR_MEMORY. */
typedef struct ct_adi_unbalanced {
    int pieces;
    double square, mean, size, volume;
} ct_adi_unbalanced;
ct_status ct_adi_solver_means(ct_adi_plan *plan, ct_adi_solver *solver, ct_adi_unbalanced *found);

/* The residual that rounding the state to the problem's precision leaves, as a root of the
 * volume-weighted mean square: its epsilon times the diagonal times u. Collective. */
ct_status ct_adi_solver_rounding(ct_adi_plan *plan, const ct_adi_solver *solver, double *residual);

#endif
