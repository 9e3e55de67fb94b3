/*
 * The first two axes of a box swept together, where lines along the middle axis are whole and
 * systems are constant: elimination along both as rows come, substitution along both on the way
 * back. All is local.
 */
#ifndef CT_ADI_STEP_FUSED_H
#define CT_ADI_STEP_FUSED_H

#include "adi/step/right_side.h"

/* Whether sweeps are fused. */
int ct_adi_is_fused(const ct_adi_plan *plan);

/* Rows that a pass works on together: as many as the first cache holds. */
ptrdiff_t ct_adi_rows_together(const ct_adi_plan *plan);

/* Eliminates rows first .. end - 1, of one plane or all rows of some planes, in the order of
 * elimination, from `rows` into the work array. Some of that is written while the next rows are
 * solved (plan->prefetch), and by ct_adi_fused_end after the last ones. */
void ct_adi_fused_forward(ct_adi_plan *plan, const ct_adi_equation *equation, ptrdiff_t first,
                          ptrdiff_t end, const void *rows);
void ct_adi_fused_end(ct_adi_plan *plan);

/* Substitutes along both axes, into the state. */
void ct_adi_fused_backward(const ct_adi_plan *plan, const ct_adi_equation *equation);

#endif
