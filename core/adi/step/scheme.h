/* One step of a scheme in time. */
#ifndef CT_ADI_STEP_SCHEME_H
#define CT_ADI_STEP_SCHEME_H

#include <cornerturn/adi.h>

/* Advances the state by dt with the boundary values of this step; the caller advances the time.
 * Collective. */
ct_status ct_adi_scheme_advance(ct_adi_plan *plan, double dt);

/* Advances the state by backward Euler, split as the scheme splits, order 1: with the systems that
 * a step of 2 dt solves. Collective. */
ct_status ct_adi_scheme_predict(ct_adi_plan *plan, double dt);

#endif
