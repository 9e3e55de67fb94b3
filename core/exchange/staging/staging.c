#include "exchange/staging/staging.h"

#include "base/mpi.h"
#include "exchange/plan.h"
#include <cornerturn/agree.h>

#include <stdlib.h>

/* Number of blocks of a list. */
static ptrdiff_t listed(const ct_blocks *blocks) {
    return blocks->first_part != NULL ? blocks->first_part[blocks->count] : blocks->count;
}

/* Lists irregular blocks one after the other in the staging memory. */
static ct_status pack_list(ct_blocks *user, ct_strided *packs, ct_blocks *packed) {
    const ptrdiff_t count = listed(user);
    ct_block *list = malloc((size_t)count * sizeof *list + 1);
    ptrdiff_t bytes = 0;
    if (list == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for %td blocks", count);
    }
    for (ptrdiff_t i = 0; i < count; i++) {
        const ptrdiff_t elements = ct_block_elements(&user->list[i]);
        packs[i] = ct_strided_pack(&user->list[i], bytes, user->element_bytes);
        list[i] = ct_block_contiguous(bytes, elements, user->element_bytes);
        bytes += elements * user->element_bytes;
    }
    *packed = (ct_blocks){.element_bytes = user->element_bytes,
                          .count = user->count,
                          .first_part = user->first_part,
                          .list = list,
                          .order = user->order};
    user->first_part = NULL;
    return CT_OK;
}

static ct_status pack(ct_staging *staging, ct_blocks *packed) {
    ct_blocks *user = &staging->blocks;
    const int is_rule = user->list == NULL;
    const ptrdiff_t elements = ct_block_elements(&user->first);
    const size_t packs = is_rule ? 1 : (size_t)listed(user);
    staging->packs = malloc(packs * sizeof *staging->packs + 1);
    if (staging->packs == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for %zu blocks", packs);
    }
    if (!is_rule) {
        const ct_status status = pack_list(user, staging->packs, packed);
        ct_blocks_destroy(&staging->blocks); /* packs know where they lie */
        return status;
    }
    staging->packs[0] = ct_strided_pack(&user->first, 0, user->element_bytes);
    *packed = ct_blocks_uniform(user->count, elements, elements * user->element_bytes,
                                user->element_bytes);
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
    if (plan->send.list != NULL) {
        for (ptrdiff_t i = 0; i < listed(&plan->send); i++) {
            ct_strided_copy(&staging->packs[i], array, staging->memory);
        }
        return;
    }
    for (int peer = 0; peer < plan->size; peer++) {
        ct_strided packed = staging->packs[0];
        packed.from_offset = ct_blocks_at(&staging->blocks, peer).offset;
        packed.into_offset = ct_blocks_at(&plan->send, peer).offset;
        ct_strided_copy(&packed, array, staging->memory);
    }
}

void ct_staging_destroy(ct_staging *staging) {
    ct_blocks_destroy(&staging->blocks);
    free(staging->packs);
    ct_free(&staging->memory);
    *staging = (ct_staging){.memory = NULL};
}

double ct_staging_bytes(const ct_exchange_plan *plan) {
    const double packs = plan->send.list == NULL ? 1 : (double)listed(&plan->send);
    return plan->staging.packs == NULL
               ? 0
               : packs * (double)sizeof *plan->staging.packs + ct_blocks_bytes(&plan->send);
}
