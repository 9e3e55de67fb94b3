/* Nonlinear diffusion: kappa from the gradient of the state, or of the state smoothed. */
#ifndef CT_ADI_STEP_NONLINEAR_H
#define CT_ADI_STEP_NONLINEAR_H

#include <cornerturn/adi.h>

/* Sets kappa by the plan's nonlinearity. Collective. */
ct_status ct_adi_diffusivity_from_state(ct_adi_plan *plan);

#endif
