/* Where the lines of a plan are solved. */
#ifndef CT_TRIDIAGONAL_LAYOUT_H
#define CT_TRIDIAGONAL_LAYOUT_H

#include <cornerturn/decomposition.h>
#include <cornerturn/tridiagonal.h>

/* Whether ranks have dense blocks with the axes in order. Local. */
int ct_tridiagonal_is_plain(const ct_decomposition *decomposition);

/* Parts of an axis of such a decomposition that are not empty. Local. */
int ct_tridiagonal_parts(const ct_decomposition *decomposition, int axis);

/* Makes systems, redistributions and reduction for the method of the plan. Collective. */
ct_status ct_tridiagonal_lay(ct_tridiagonal_plan *plan);

#endif
