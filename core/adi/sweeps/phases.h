/* The phases of a step: their seconds are summed up in the plan. Local. */
#ifndef CT_ADI_SWEEPS_PHASES_H
#define CT_ADI_SWEEPS_PHASES_H

#include "adi/plan.h"
#include "trace/phase.h"

/* As ct_adi_phase_name says. */
const char *ct_adi_work_name(ct_adi_work work);

ct_phase ct_adi_phase_begin(ct_adi_work work);
void ct_adi_phase_end(ct_adi_plan *plan, ct_adi_work work, const ct_phase *phase);

#endif
