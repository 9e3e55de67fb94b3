/* Walls: faces between masked cells and those of the domain. Local. */
#ifndef CT_ADI_MASK_WALLS_H
#define CT_ADI_MASK_WALLS_H

#include "adi/kernels/kernels.h"
#include <cornerturn/adi_mask.h>

/* Sets kappa at the faces of masked cells of the box along an axis, of plan->face, and lists the
 * walls; `kappa` is that of the cells. CT_ERROR_MEMORY. */
ct_status ct_adi_walls_make(ct_adi_plan *plan, int axis, const void *kappa);

/* The same in a box of whole lines, where the capacity says which cells are masked. */
void ct_adi_walls_of_lines(const ct_adi_plan *plan, const ct_box *box, int axis, const void *kappa,
                           const void *capacity, void *face);

/* The first wall along an axis at this cell or a later one. */
ptrdiff_t ct_adi_walls_from(const ct_adi_plan *plan, int axis, ptrdiff_t cell);

#endif
