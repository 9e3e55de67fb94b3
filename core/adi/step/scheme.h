/* A step in time: the equations that a scheme solves. */
#ifndef CT_ADI_STEP_SCHEME_H
#define CT_ADI_STEP_SCHEME_H

#include <cornerturn/adi.h>

/* Advances the state by dt, boundary values being those of this step; the time is the caller's to
 * move. Collective. */
ct_status ct_adi_scheme_advance(ct_adi_plan *plan, double dt);

#endif
