/* Coefficients that depend on u, at the middle of a step. */
#ifndef CT_ADI_STEP_MIDPOINT_H
#define CT_ADI_STEP_MIDPOINT_H

#include <cornerturn/adi.h>

/* Sets the coefficients that have laws for a step of dt; leaves the state and its time. Collective;
 * all ranks fail together. CT_ERROR_UNSUPPORTED where kappa is negative or a law is not finite. */
ct_status ct_adi_midpoint_prepare(ct_adi_plan *plan, double dt);

#endif
