/* What faces of CT_ADI_TRANSFER let through, before a step. */
#ifndef CT_ADI_SURFACES_TRANSFER_H
#define CT_ADI_SURFACES_TRANSFER_H

#include <cornerturn/adi.h>

/* Takes coefficients of transfer that are functions at `time`, linearises radiation about the
 * state, and sets what follows from them. Collective. CT_ERROR_UNSUPPORTED for a coefficient that
 * is no number from 0. */
ct_status ct_adi_transfer_prepare(ct_adi_plan *plan, double time);

#endif
