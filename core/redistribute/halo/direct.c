#include "redistribute/halo/direct.h"

#include "base/fail.h"
#include "exchange/plan.h"
#include <cornerturn/agree.h>

#include <stdint.h>
#include <stdlib.h>

/* The blocks of one side, in bytes from `base` on. */
typedef struct listing {
    ct_block *list;
    ptrdiff_t *first;
    ptrdiff_t base;
} listing;

static void list_peer(const ct_halo_list *elements, int peer, const ct_halo_array *array,
                      ct_block *next) {
    for (int f = 0; f < array->fields; f++) {
        for (ptrdiff_t i = elements->first[peer]; i < elements->first[peer + 1]; i++) {
            *next++ = ct_halo_field_block(&elements->blocks.list[i], array->element_bytes,
                                          f * array->stride_bytes, array->element_bytes);
        }
    }
}

static ct_status list_side(const ct_halo_sides *sides, const ct_halo_list *elements,
                           const ct_halo_array *array, listing *listed) {
    const size_t most = (size_t)elements->blocks.count * (size_t)array->fields;
    ptrdiff_t count = 0;
    *listed = (listing){calloc(most + 1, sizeof *listed->list),
                        malloc(((size_t)sides->size + 1) * sizeof *listed->first), PTRDIFF_MAX};
    if (listed->list == NULL || listed->first == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for %zu blocks", most);
    }
    for (int peer = 0; peer < sides->size; peer++) {
        listed->first[peer] = count;
        if (sides->is_direct[peer]) {
            list_peer(elements, peer, array, listed->list + count);
            count += (elements->first[peer + 1] - elements->first[peer]) * array->fields;
        }
    }
    listed->first[sides->size] = count;
    for (ptrdiff_t i = 0; i < count; i++) {
        const ptrdiff_t offset = listed->list[i].offset;
        listed->base = offset < listed->base ? offset : listed->base;
    }
    listed->base = count > 0 ? listed->base : 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        listed->list[i].offset -= listed->base;
    }
    return CT_OK;
}

static ct_blocks blocks_of(const listing *listed, int size, ptrdiff_t element_bytes) {
    return (ct_blocks){.element_bytes = element_bytes,
                       .count = size,
                       .first_part = listed->first,
                       .list = listed->list};
}

ct_status ct_halo_exchange_create(const ct_halo_sides *sides, ct_status status,
                                  const ct_blocks *send, const ct_blocks *receive,
                                  ct_exchange_plan **exchange) {
    CT_TRY(ct_agree(sides->comm, status));
    CT_TRY(ct_movement_plan_create(sides->users, CT_EXCHANGE, 0, send, receive, NULL,
                                   sides->options, exchange));
    (*exchange)->partners_hear = 1;
cleanup:
    return status;
}

ct_status ct_halo_direct_create(const ct_halo_sides *sides, const ct_halo_array *array,
                                ct_halo_direct *direct) {
    listing send;
    listing receive = {.list = NULL};
    ct_status status = list_side(sides, &sides->send, array, &send);
    if (status == CT_OK) {
        status = list_side(sides, &sides->receive, array, &receive);
    }
    const ct_blocks sent = blocks_of(&send, sides->size, array->element_bytes);
    const ct_blocks received = blocks_of(&receive, sides->size, array->element_bytes);
    direct->send_base = send.base;
    direct->receive_base = receive.base;
    status = ct_halo_exchange_create(sides, status, &sent, &received, &direct->exchange);
    free(send.list);
    free(send.first);
    free(receive.list);
    free(receive.first);
    return status;
}

void ct_halo_direct_destroy(ct_halo_direct *direct) {
    ct_exchange_plan_destroy(&direct->exchange);
}

static void *from(void *array, ptrdiff_t base) {
    return array != NULL ? (char *)array + base : NULL;
}

ct_status ct_halo_direct_start(const ct_halo_direct *direct, void *array, void *layers) {
    return ct_exchange_start(direct->exchange, from(array, direct->send_base),
                             from(layers, direct->receive_base));
}

ct_status ct_halo_direct_execute(const ct_halo_direct *direct, void *array, void *layers) {
    return ct_exchange_execute(direct->exchange, from(array, direct->send_base),
                               from(layers, direct->receive_base));
}
