/* Solves an implicit equation for the whole box. */
#ifndef CT_ADI_STEP_STEP_H
#define CT_ADI_STEP_STEP_H

#include "adi/step/right_side.h"

/* Solves the equation and updates the state. Collective. */
ct_status ct_adi_solve(ct_adi_plan *plan, const ct_adi_equation *equation);

#endif
