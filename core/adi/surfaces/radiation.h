/* Radiation through faces of CT_ADI_TRANSFER. */
#ifndef CT_ADI_SURFACES_RADIATION_H
#define CT_ADI_SURFACES_RADIATION_H

#include <cornerturn/adi.h>

/* Whether any face radiates. Local; the same on all ranks. */
int ct_adi_radiates(const ct_adi_plan *plan);

/* Finds u of the surfaces that radiate, about which radiation is linearised. Collective.
 * CT_ERROR_UNSUPPORTED for a u of a cell there or beyond that is below absolute zero. */
ct_status ct_adi_radiation_levels(ct_adi_plan *plan);

#endif
