/* Laws at the state. */
#ifndef CT_ADI_COEFFICIENTS_LAW_VALUES_H
#define CT_ADI_COEFFICIENTS_LAW_VALUES_H

#include "adi/coefficients/boundary.h"

/* Takes the laws at the state, and faces with their values NOW or NEXT; new slopes of f for a step
 * of `dt` where that is above 0. HUGE_VAL is a steady state: the capacity is not looked at, and all
 * slopes count; -HUGE_VAL is one without slopes. Collective. CT_ERROR_UNSUPPORTED for values that a
 * law may not have. */
ct_status ct_adi_laws_take(ct_adi_plan *plan, double time, ct_adi_instant instant, double dt);

#endif
