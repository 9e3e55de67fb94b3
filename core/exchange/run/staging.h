/* Exchanges in place: what a rank sends is first packed into memory of the plan, since what it
 * receives will lie where that was. */
#ifndef CT_EXCHANGE_RUN_STAGING_H
#define CT_EXCHANGE_RUN_STAGING_H

#include "exchange/blocks.h"
#include "kernels/strided.h"
#include <cornerturn/exchange.h>

typedef struct ct_staging {
    void *memory;
    ct_blocks blocks;  /* as the user has them, when they are a rule */
    ct_strided *packs; /* then that of the first, else one a rank; NULL: nothing is staged */
} ct_staging;

/* Lets the plan stage what it sends: from here on its send layout is that of the staging memory.
 * Collective. CT_ERROR_MEMORY, CT_ERROR_MPI. */
ct_status ct_staging_create(ct_exchange_plan *plan);
void ct_staging_destroy(ct_staging *staging);

/* Packs this rank's blocks of `array`. Local. */
void ct_staging_fill(const ct_exchange_plan *plan, const void *array);

/* Bytes of memory that staging takes, its array included. Local. */
double ct_staging_bytes(const ct_exchange_plan *plan);

#endif
