/* Half a step of advection. */
#ifndef CT_ADI_ADVECTION_ADVECT_H
#define CT_ADI_ADVECTION_ADVECT_H

#include <cornerturn/adi.h>

/* Advects the state for half a step of dt: the first, side 0, or the second; the boundary values
 * are those of the step. Nothing without a velocity. Collective. CT_ERROR_UNSUPPORTED. */
ct_status ct_adi_advect(ct_adi_plan *plan, double dt, int side);

#endif
