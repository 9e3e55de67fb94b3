#include "exchange/run/staging.h"

#include "base/mpi.h"
#include "exchange/plan.h"
#include <cornerturn/agree.h>

#include <stdlib.h>

/* Lists what follows no rule, one block after the other in the staging memory. */
static ct_status pack_list(const ct_blocks *user, ct_strided *packs, ct_blocks *packed) {
    ct_block *list = malloc((size_t)user->count * sizeof *list);
    ptrdiff_t bytes = 0;
    if (list == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for %d blocks", user->count);
    }
    for (int peer = 0; peer < user->count; peer++) {
        const ct_block block = ct_blocks_at(user, peer);
        const ptrdiff_t elements = ct_block_elements(&block);
        packs[peer] = ct_strided_pack(&block, bytes, user->element_bytes);
        list[peer] = ct_block_contiguous(bytes, elements, user->element_bytes);
        bytes += elements * user->element_bytes;
    }
    *packed = (ct_blocks){.element_bytes = user->element_bytes, .count = user->count, .list = list};
    return CT_OK;
}

static ct_status pack(ct_staging *staging, ct_blocks *packed) {
    const ct_blocks *user = &staging->blocks;
    const int is_rule = user->list == NULL;
    const ptrdiff_t elements = ct_block_elements(&user->first);
    const size_t packs = is_rule ? 1 : (size_t)user->count;
    staging->packs = malloc(packs * sizeof *staging->packs);
    if (staging->packs == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for %zu blocks", packs);
    }
    if (!is_rule) {
        const ct_status status = pack_list(user, staging->packs, packed);
        ct_blocks_destroy(&staging->blocks); /* packs know where they lie */
        return status;
    }
    staging->packs[0] = ct_strided_pack(&user->first, 0, user->element_bytes);
    *packed =
        ct_blocks_alike(user->count, elements, elements * user->element_bytes, user->element_bytes);
    return CT_OK;
}

ct_status ct_staging_create(ct_exchange_plan *plan) {
    ct_staging *staging = &plan->staging;
    ct_status status = CT_OK;
    staging->blocks = plan->send;
    plan->send = (ct_blocks){.list = NULL};
    CT_TRY(ct_agree(plan->comm, pack(staging, &plan->send)));
    CT_TRY(ct_alloc(plan->comm, ct_blocks_end(&plan->send), &staging->memory));
cleanup:
    return status;
}

void ct_staging_fill(const ct_exchange_plan *plan, const void *array) {
    const ct_staging *staging = &plan->staging;
    const int is_rule = plan->send.list == NULL;
    for (int peer = 0; peer < plan->size; peer++) {
        const ct_strided *packed = &staging->packs[is_rule ? 0 : peer];
        ct_strided moved;
        if (is_rule) {
            moved = *packed;
            moved.from_offset = ct_blocks_at(&staging->blocks, peer).offset;
            moved.into_offset = ct_blocks_at(&plan->send, peer).offset;
            packed = &moved;
        }
        ct_strided_copy(packed, array, staging->memory);
    }
}

void ct_staging_destroy(ct_staging *staging) {
    ct_blocks_destroy(&staging->blocks);
    free(staging->packs);
    ct_free(&staging->memory);
    *staging = (ct_staging){.memory = NULL};
}

double ct_staging_bytes(const ct_exchange_plan *plan) {
    const double packs = plan->send.list == NULL ? 1 : plan->size;
    return plan->staging.packs == NULL
               ? 0
               : packs * (double)sizeof *plan->staging.packs + ct_blocks_bytes(&plan->send);
}
