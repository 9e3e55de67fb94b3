/* Exchanges in place: a rank first packs what it sends into memory of the plan, since receives
 * overwrite the array. */
#ifndef CT_EXCHANGE_STAGING_STAGING_H
#define CT_EXCHANGE_STAGING_STAGING_H

#include "exchange/blocks.h"
#include "kernels/strided.h"
#include <cornerturn/exchange.h>

typedef struct ct_staging {
    void *memory;
    ct_blocks blocks;  /* the user's, if regular */
    ct_strided *packs; /* one for the first of regular blocks, else one a block; NULL: nothing is
                          staged */
} ct_staging;

/* Sets up staging: from here on the plan's send layout is that of the staging memory. Collective.
 * CT_ERROR_MEMORY, CT_ERROR_MPI. */
ct_status ct_staging_create(ct_exchange_plan *plan);
void ct_staging_destroy(ct_staging *staging);

/* Packs this rank's blocks of `array` into the staging memory. Local. */
void ct_staging_fill(const ct_exchange_plan *plan, const void *array);

/* Bytes of memory that staging takes, its array included. Local. */
double ct_staging_bytes(const ct_exchange_plan *plan);

#endif
