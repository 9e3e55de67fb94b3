/* Steady states where coefficients depend on u, or faces radiate. */
#ifndef CT_ADI_STEADY_NONLINEAR_H
#define CT_ADI_STEADY_NONLINEAR_H

#include "adi/steady/steady_multigrid.h"

/* Solves for the state with coefficients that stay; fills result as ct_adi_steady does. */
typedef ct_status (*ct_adi_steady_solve)(ct_adi_plan *plan, const ct_adi_steady_options *options,
                                         ct_adi_steady_result *result);

/* Solves again and again with coefficients of the state. Collective. CT_ERROR_UNSUPPORTED where
 * they may not be what they are at the first state, or there is no solution. */
ct_status ct_adi_steady_nonlinear(ct_adi_plan *plan, const ct_adi_steady_options *options,
                                  ct_adi_residual residual, ct_adi_steady_solve solve,
                                  ct_adi_steady_result *result);

#endif
