/*
 * Which rows of fused passes go from the operator to elimination in registers, and how they are
 * written. All is local.
 */
#ifndef CT_ADI_STEP_OPERATED_H
#define CT_ADI_STEP_OPERATED_H

#include "adi/step/right_side.h"

/* Whether the rows of a first pass go from the operator to elimination in registers: where nothing
 * is added between the sweeps. */
int ct_adi_is_operated(const ct_adi_plan *plan, const ct_adi_equation *equation);

/* Whether they become what the new state is substituted from, where the old one was: then passes
 * move 4 arrays instead of 5, and none past the cache. */
int ct_adi_is_renewed(const ct_adi_plan *plan, const ct_adi_equation *equation);

/* Whether first passes write the work array past the cache; and may do so vector by vector. */
int ct_adi_streams(const ct_adi_plan *plan);
int ct_adi_streams_vectors(const ct_adi_plan *plan);

#endif
