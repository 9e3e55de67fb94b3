/* Cells that are no part of the domain. */
#ifndef CT_APPS_ADI_PROBLEM_MASK_H
#define CT_APPS_ADI_PROBLEM_MASK_H

#include "apps/adi/job.h"

/* Which keys go with a mask. Local. CT_ERROR_CONFIG. */
ct_status adi_mask_check(const adi_config *config);

/* Masks the cells of a new plan. Collective. */
ct_status adi_mask_set(adi_job *job);

/* A copy of the state with NaN in masked cells, which the caller frees; NULL without a mask.
 * Collective. CT_ERROR_MEMORY. */
ct_status adi_mask_hide(const adi_job *job, void **copy);

/* Says in the report how many cells are masked. Collective. */
ct_status adi_mask_report(const adi_job *job);

#endif
