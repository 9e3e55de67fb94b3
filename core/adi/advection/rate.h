/* What advection changes. */
#ifndef CT_ADI_ADVECTION_RATE_H
#define CT_ADI_ADVECTION_RATE_H

#include <cornerturn/adi.h>

/* Computes `rate` from `cells`, whose ghosts beyond the faces of the box become the values there,
 * `part` of the way through the step in which they change. Adds what passes these faces in a time
 * of `weight` to the balance. Local. */
void ct_adi_flow_rate(ct_adi_plan *plan, double part, double weight);

#endif
