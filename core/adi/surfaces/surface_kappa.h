/* kappa at the faces of Neumann and Robin, whose flux has it as a factor: with that of the cell it
 * would be of order 1 in space where kappa varies. */
#ifndef CT_ADI_SURFACES_SURFACE_KAPPA_H
#define CT_ADI_SURFACES_SURFACE_KAPPA_H

#include "adi/coefficients/boundary.h"

/* Takes kappa along an axis, which is set, at its faces: a function there, a field with the
 * arithmetic mean by its line through the next two cells. Else it is that of the cell. Collective.
 * CT_ERROR_MEMORY. */
ct_status ct_adi_surface_kappa_set(ct_adi_plan *plan, int axis, const ct_adi_quantity *kappa);

/* Makes room for a law's values at the faces of the axes that have it. Collective.
 * CT_ERROR_MEMORY. */
ct_status ct_adi_surface_kappa_expect(ct_adi_plan *plan);

/* A value that a law may not have, and for which u. */
typedef struct ct_adi_refused {
    int is_refused;
    double u, value;
} ct_adi_refused;

/* Takes the law at u of the surfaces: that of the cell and half a cell of the slope by the face's
 * condition, with its values NOW or NEXT. Local. */
void ct_adi_surface_kappa_take(ct_adi_plan *plan, double time, ct_adi_instant instant,
                               ct_adi_refused *refused);

#endif
