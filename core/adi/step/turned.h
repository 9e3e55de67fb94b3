/*
 * First passes with variable systems whose lines along the last two axes are local. A plane is made
 * in a buffer that stays in the cache, and solved along the last axis and eliminated along the
 * middle one a few rows at a time; on the way back rows are substituted along that and eliminated
 * along the first one in one loop, and written past the cache. Pivots along these two are not read:
 * 10 arrays are moved in a step instead of 12. All is local.
 */
#ifndef CT_ADI_STEP_TURNED_H
#define CT_ADI_STEP_TURNED_H

#include "adi/step/right_side.h"

/* Whether first passes are such; not where a balance needs what each sweep solves. */
int ct_adi_is_turned(const ct_adi_plan *plan);

/* Allocates what they need, where they are. Local. */
ct_status ct_adi_turned_prepare(ct_adi_plan *plan);

/* Where row `line` of the box is in the buffer. */
void *ct_adi_turned_row(const ct_adi_plan *plan, ptrdiff_t line);

/* Rows first .. end - 1 of a plane, which have the right side and boundary values of the last axis:
 * solves along that and eliminates along the middle one, in order. */
void ct_adi_turned_forward(ct_adi_plan *plan, const ct_adi_equation *equation, ptrdiff_t first,
                           ptrdiff_t end);

/* The way back through a plane, into the work array: visible after ct_adi_fused_end. */
void ct_adi_turned_back(ct_adi_plan *plan, const ct_adi_equation *equation, ptrdiff_t plane);

#endif
