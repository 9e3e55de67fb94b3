/* kappa and sigma, numbers or fields, and the coefficients derived from them. */
#ifndef CT_ADI_COEFFICIENTS_COEFFICIENTS_H
#define CT_ADI_COEFFICIENTS_COEFFICIENTS_H

#include <cornerturn/adi.h>

/* Recomputes from the plan's kappa and sigma: kappa at faces, the systems of all axes, the factors
 * of boundary values. Collective. */
ct_status ct_adi_coefficients_set(ct_adi_plan *plan);

#endif
