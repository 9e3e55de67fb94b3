/* The velocity at faces, and how long steps it allows. */
#ifndef CT_ADI_ADVECTION_VELOCITY_H
#define CT_ADI_ADVECTION_VELOCITY_H

#include <cornerturn/adi.h>

/* Sets `face`, per_time and squeeze for a time. Collective. CT_ERROR_UNSUPPORTED. */
ct_status ct_adi_flow_evaluate(ct_adi_plan *plan, double time);

#endif
