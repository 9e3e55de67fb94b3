/* The slopes of f in sigma, where f depends on u. */
#ifndef CT_ADI_COEFFICIENTS_SLOPES_H
#define CT_ADI_COEFFICIENTS_SLOPES_H

#include <cornerturn/adi.h>

/* Makes sigma the given one with the slopes that the laws hold, or without; the caller then sets
 * the coefficients. Adding is collective; CT_ERROR_MEMORY. Taking is local, and whether there were
 * any.
 */
ct_status ct_adi_slopes_add(ct_adi_plan *plan);
int ct_adi_slopes_take(ct_adi_plan *plan);

#endif
