/*
 * Lines along an axis in the work array, as rows of the box have them: rows first .. end - 1,
 * counted through its planes, some of one plane or all of some planes. All is local.
 */
#ifndef CT_ADI_STEP_LINES_H
#define CT_ADI_STEP_LINES_H

#include "adi/kernels/kernels.h"
#include <cornerturn/adi.h>

/* Whether these rows have whole lines. */
int ct_adi_lines_whole(const ct_adi_plan *plan, int axis, ptrdiff_t first, ptrdiff_t end);

/* What they have of the lines. */
ct_adi_part ct_adi_lines_part(const ct_adi_plan *plan, int axis, ptrdiff_t first, ptrdiff_t end);

/* Eliminate and substitute it, rows in the order of elimination and in the reverse order. What
 * joins the parts of cyclic and distributed lines is in the reduction of the axis; of cyclic lines
 * along the middle axis that one plane has whole (is_local) it is in scratch memory. */
void ct_adi_lines_eliminate(const ct_adi_plan *plan, int axis, int is_local, ptrdiff_t first,
                            ptrdiff_t end);
void ct_adi_lines_substitute(const ct_adi_plan *plan, int axis, int is_local, ptrdiff_t first,
                             ptrdiff_t end);

/* Between the two, of the cyclic lines that a plane has whole. */
void ct_adi_lines_close(const ct_adi_plan *plan, ptrdiff_t plane);

#endif
