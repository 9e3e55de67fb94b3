/* What advection changes. */
#ifndef CT_ADI_ADVECTION_RATE_H
#define CT_ADI_ADVECTION_RATE_H

#include <cornerturn/adi.h>

/* Computes `rate` from `cells` and their ghosts. Adds what passes the faces of the domain in a time
 * of `weight` to the balance. Local. */
void ct_adi_flow_rate(ct_adi_plan *plan, double weight);

#endif
