/* kappa at the faces between cells. */
#ifndef CT_ADI_COEFFICIENTS_FACES_H
#define CT_ADI_COEFFICIENTS_FACES_H

#include <cornerturn/adi.h>

/* Computes kappa at the faces of a box along an axis, from kappa at the cells and dense layers
 * beyond the box (or NULL). Local. */
void ct_adi_faces_make(const ct_adi_plan *plan, const ct_box *box, int axis, const void *kappa,
                       const void *before, const void *after, void *face);

#endif
