/*
 * Fused sweeps along the first two axes, where lines along the middle axis are local and systems
 * are constant, and along the last one where those are local too: elimination in the forward pass,
 * substitution in the backward pass. All is local.
 */
#ifndef CT_ADI_STEP_FUSED_H
#define CT_ADI_STEP_FUSED_H

#include "adi/step/right_side.h"

/* Whether sweeps are fused; not where a balance needs what each one solves. */
int ct_adi_is_fused(const ct_adi_plan *plan);

/* Rows that a pass processes together: as many as the first-level cache holds. */
ptrdiff_t ct_adi_rows_together(const ct_adi_plan *plan);

/* Rows of a plane that a fused first pass takes through all planes before the next rows: what they
 * read again of the plane before stays in the second-level cache. All rows of small planes. */
ptrdiff_t ct_adi_panel_rows(const ct_adi_plan *plan);

/* Numbers from one plane's last rows to the next one's, which are kept between panels; 0 if planes
 * are taken whole. */
ptrdiff_t ct_adi_edge_stride(const ct_adi_plan *plan);

/* From row to row of the plane that passes keep, an odd number of cache lines: where rows of
 * several arrays are read at once, those of a stride of 4 KiB replace each other in the first-level
 * cache.
 */
ptrdiff_t ct_adi_carry_pitch(const ct_adi_plan *plan);

/* Eliminates rows first .. end - 1, of one plane or all rows of some planes, in the order of
 * elimination, from `rows` into the work array. What is written is visible to others after
 * ct_adi_fused_end. */
void ct_adi_fused_forward(ct_adi_plan *plan, const ct_adi_equation *equation, ptrdiff_t first,
                          ptrdiff_t end, const void *rows);
void ct_adi_fused_end(void);

/* Copies numbers of rows that are made, which the cache has, to where passes leave them. */
void ct_adi_fused_copy(const ct_adi_plan *plan, const void *from, ptrdiff_t count, void *into);

/* How many rows a pass takes at once that goes from the operator on (operated.h), and does: rows
 * first .. end - 1 of one plane. */
ptrdiff_t ct_adi_operated_rows(const ct_adi_plan *plan);
void ct_adi_fused_operate(ct_adi_plan *plan, const ct_adi_equation *equation,
                          const ct_adi_operation *operation, ptrdiff_t first, ptrdiff_t end);

/* Substitutes along these axes, into the state. */
void ct_adi_fused_backward(const ct_adi_plan *plan, const ct_adi_equation *equation);

#endif
