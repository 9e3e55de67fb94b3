/* Numbers, fields and functions: checks, and values at cells. */
#ifndef CT_ADI_COEFFICIENTS_QUANTITY_H
#define CT_ADI_COEFFICIENTS_QUANTITY_H

#include <cornerturn/adi.h>

/* Checks what the caller gives on this rank; messages name `what`. Local. CT_ERROR_ARGUMENT. */
ct_status ct_adi_quantity_check(const ct_adi_quantity *quantity, const char *what, int has_cells);

/* Its values at the cells of row (z, y) of the box. Local. */
void ct_adi_quantity_row(const ct_adi_plan *plan, const ct_adi_quantity *quantity, double time,
                         ptrdiff_t z, ptrdiff_t y, double *values);

/* Makes a field (ct_adi_array) of a field or function; NULL of a number. Its values are checked to
 * be finite and at least `least`. Collective. CT_ERROR_ARGUMENT, CT_ERROR_MEMORY. */
ct_status ct_adi_quantity_take(ct_adi_plan *plan, const ct_adi_quantity *quantity, const char *what,
                               double least, void **field);

#endif
