/* Ensembles of any schedules. Local. */
#ifndef CT_CHECK_ENSEMBLE_H
#define CT_CHECK_ENSEMBLE_H

#include <cornerturn/ensemble.h>

/* Takes over the schedules of ranks 0 .. size-1 and sets the entries of `schedules` to NULL; on
 * failure they stay the caller's. CT_ERROR_ARGUMENT when they do not belong together. */
ct_status ct_ensemble_create(int size, ct_schedule **schedules, ct_ensemble **ensemble);

#endif
