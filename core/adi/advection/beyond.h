/* Values beyond the faces of the domain. */
#ifndef CT_ADI_ADVECTION_BEYOND_H
#define CT_ADI_ADVECTION_BEYOND_H

#include <cornerturn/adi.h>

/* Fills the ghosts of `cells` beyond the domain, after those of other cells: where the velocity
 * leads in with the face's value, `part` of the way through the step in which it changes, else with
 * NAN. Collective. */
ct_status ct_adi_flow_fill_beyond(ct_adi_plan *plan, double part);

#endif
