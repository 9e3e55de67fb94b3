/* Radiation through faces of CT_ADI_TRANSFER. */
#ifndef CT_ADI_COEFFICIENTS_RADIATION_H
#define CT_ADI_COEFFICIENTS_RADIATION_H

#include <cornerturn/adi.h>

/* Whether any face radiates. Local; the same on all ranks. */
int ct_adi_radiates(const ct_adi_plan *plan);

/* Linearises radiation about the state and recomputes the coefficients; nothing without any.
 * Collective. */
ct_status ct_adi_radiation_linearise(ct_adi_plan *plan);

#endif
