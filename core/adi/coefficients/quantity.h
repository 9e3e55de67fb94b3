/* Numbers, fields and functions: checks, and values at cells. */
#ifndef CT_ADI_COEFFICIENTS_QUANTITY_H
#define CT_ADI_COEFFICIENTS_QUANTITY_H

#include <cornerturn/adi.h>

/* Checks this rank's argument; messages name `what`. Local. CT_ERROR_ARGUMENT. */
ct_status ct_adi_quantity_check(const ct_adi_quantity *quantity, const char *what, int has_cells);

/* The positions of the cells of row (z, y) of the box, into the plan's points. Local. */
void ct_adi_quantity_points(const ct_adi_plan *plan, ptrdiff_t z, ptrdiff_t y);

/* Its values at the cells of row (z, y) of the box. Local. */
void ct_adi_quantity_row(const ct_adi_plan *plan, const ct_adi_quantity *quantity, double time,
                         ptrdiff_t z, ptrdiff_t y, double *values);

/* Evaluates a field or function into a new field (ct_adi_array); NULL for a number. Values must be
 * finite and at least `least`. Collective. CT_ERROR_ARGUMENT, CT_ERROR_MEMORY. */
ct_status ct_adi_quantity_take(ct_adi_plan *plan, const ct_adi_quantity *quantity, const char *what,
                               double least, void **field);

#endif
