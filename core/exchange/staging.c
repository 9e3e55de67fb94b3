/* Exchanges in place: what a rank sends is brought together first, since what it receives will lie
 * where that was. */
#include "exchange/plan.h"

#include "base/mpi.h"
#include <cornerturn/agree.h>

#include <stdlib.h>

ct_status ct_staging_create(ct_exchange_plan *plan) {
    const size_t size = (size_t)plan->size;
    ct_staging *staging = &plan->staging;
    ct_status status = CT_OK;
    ptrdiff_t bytes = 0;
    staging->packs = malloc(size * sizeof *staging->packs);
    CT_TRY(ct_agree(plan->comm, staging->packs != NULL
                                    ? CT_OK
                                    : ct_raise(CT_ERROR_MEMORY, "no memory for %zu blocks", size)));
    for (size_t peer = 0; peer < size; peer++) {
        ct_block *block = &plan->blocks[peer];
        ptrdiff_t elements = ct_block_elements(block);
        staging->packs[peer] = ct_strided_pack(block, bytes, plan->send.element_bytes);
        *block = ct_block_contiguous(bytes, elements, plan->send.element_bytes);
        bytes += elements * plan->send.element_bytes;
    }
    CT_TRY(ct_alloc(plan->comm, bytes, &staging->memory));
cleanup:
    return status;
}

void ct_staging_fill(const ct_exchange_plan *plan, const void *array) {
    for (int peer = 0; peer < plan->size; peer++) {
        ct_strided_copy(&plan->staging.packs[peer], array, plan->staging.memory);
    }
}

void ct_staging_destroy(ct_staging *staging) {
    free(staging->packs);
    ct_free(&staging->memory);
    *staging = (ct_staging){.memory = NULL};
}
