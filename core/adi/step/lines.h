/*
 * Sweeps along an axis of the work array, for rows first .. end - 1 of the box, counted through its
 * planes: some of one plane or all of some planes. All is local.
 */
#ifndef CT_ADI_STEP_LINES_H
#define CT_ADI_STEP_LINES_H

#include "adi/kernels/kernels.h"
#include <cornerturn/adi.h>

/* Whether these rows contain whole lines. */
int ct_adi_lines_whole(const ct_adi_plan *plan, int axis, ptrdiff_t first, ptrdiff_t end);

/* The part of the lines that they contain. */
ct_adi_part ct_adi_lines_part(const ct_adi_plan *plan, int axis, ptrdiff_t first, ptrdiff_t end);

/* What to prefetch while rows first .. end - 1 are solved along the last axis, which needs no
 * memory bandwidth: rows of the state that are read first after these. is_across: in the plane
 * beyond the next rows, by an operator. Planes are taken in panels of `panel` rows. */
ct_adi_prefetch ct_adi_lines_prefetch(const ct_adi_plan *plan, int is_across, ptrdiff_t first,
                                      ptrdiff_t end, ptrdiff_t panel);

/* Eliminate the part, rows in the order of elimination, and substitute it, in reverse. Sums and
 * joining unknowns of cyclic and distributed lines are in the reduction of the axis; for cyclic
 * lines of the middle axis that are whole in one plane (is_local), in scratch memory. */
void ct_adi_lines_eliminate(const ct_adi_plan *plan, int axis, int is_local, ptrdiff_t first,
                            ptrdiff_t end);
void ct_adi_lines_substitute(const ct_adi_plan *plan, int axis, int is_local, ptrdiff_t first,
                             ptrdiff_t end);

/* Substitutes all lines along the first axis. */
void ct_adi_lines_substitute_first(const ct_adi_plan *plan);

/* Between the two, closes the cyclic lines that are whole in a plane. */
void ct_adi_lines_close(const ct_adi_plan *plan, ptrdiff_t plane);

#endif
