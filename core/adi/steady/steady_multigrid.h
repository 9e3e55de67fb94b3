/* Steady states by conjugate gradients with a multigrid preconditioner. */
#ifndef CT_ADI_STEADY_MULTIGRID_H
#define CT_ADI_STEADY_MULTIGRID_H

#include "adi/multigrid/solver.h"

#include <cornerturn/adi_steady.h>

/* Sets plan->work to A u + f, and its root of the volume-weighted mean square. Collective. */
typedef ct_status (*ct_adi_residual)(ct_adi_plan *plan, double *root);

/* The residual without its mean where that has nothing to balance it. Collective.
 * CT_ERROR_UNSUPPORTED, where `is_first`, for a mean that is the source's: there is no solution. */
ct_status ct_adi_steady_residual(ct_adi_plan *plan, ct_adi_solver *solver, ct_adi_residual residual,
                                 int is_first, double *root);

/* Solves for the state; options are checked. Collective. CT_ERROR_UNSUPPORTED where there is no
 * solution. */
ct_status ct_adi_steady_multigrid(ct_adi_plan *plan, const ct_adi_steady_options *options,
                                  ct_adi_residual residual, ct_adi_steady_result *result);

#endif
