#include "exchange/run/joined.h"

#include "base/mpi.h"
#include "exchange/plan.h"
#include "exchange/run/own.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <stdlib.h>

int ct_joined_pays(const ct_exchange_plan *each) {
    const int has_messages =
        each->prepared.choice.transport != CT_TRANSPORT_SHARED || each->node_ranks < each->size;
    return each->size > 1 && has_messages && !each->options.in_place;
}

/* Adds the copies between an array's blocks and a message in which they follow one another. */
static ct_status add_peer(const ct_exchange_plan *each, int is_sent, int peer,
                          ct_joined_end *joined) {
    const ct_parts parts = ct_blocks_parts(is_sent ? &each->send : &each->receive, peer);
    const ptrdiff_t message_bytes = each->elements.message_bytes;
    ptrdiff_t *at = &joined->array_bytes[peer];
    ct_status status = CT_OK;
    for (ptrdiff_t i = 0; i < parts.count && status == CT_OK; i++) {
        const ct_block *block = ct_parts_at(&parts, i);
        const ptrdiff_t elements = ct_block_elements(block);
        const ct_parts array = {.count = elements > 0, .only = *block};
        const ct_parts message = {.count = elements > 0,
                                  .only = ct_block_contiguous(*at, elements, message_bytes)};
        status = is_sent
                     ? ct_block_copies_add(&joined->copies[peer], &array, &message,
                                           each->send.element_bytes,
                                           ct_elements_pack(&each->elements, 0), 0)
                     : ct_block_copies_add(&joined->copies[peer], &message, &array, message_bytes,
                                           ct_elements_unpack(&each->elements, 0), 0);
        *at += elements * message_bytes;
    }
    return status;
}

/* Lists copies, and blocks by peer as the user numbers them. *end: bytes of all messages. Local. */
static ct_status list_end(const ct_exchange_plan *each, int is_sent, int arrays,
                          ct_joined_end *joined, ct_block *blocks, ptrdiff_t *end) {
    const size_t size = (size_t)each->size;
    const ptrdiff_t message_bytes = each->elements.message_bytes;
    ct_status status = CT_OK;
    joined->copies = calloc(size, sizeof *joined->copies);
    joined->first = calloc(size, sizeof *joined->first);
    joined->array_bytes = calloc(size, sizeof *joined->array_bytes);
    *end = 0;
    if (joined->copies == NULL || joined->first == NULL || joined->array_bytes == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for messages with %d ranks", each->size);
    }
    for (int peer = 0; peer < each->size && status == CT_OK; peer++) {
        joined->first[peer] = *end;
        if (peer != each->rank) {
            status = add_peer(each, is_sent, peer, joined);
        }
        const ptrdiff_t bytes = arrays * joined->array_bytes[peer];
        blocks[each->order[peer]] = ct_block_contiguous(*end, bytes / message_bytes, message_bytes);
        *end += bytes;
    }
    return status;
}

/* As that of an array is. A network that was not found was given. Collective. */
static ct_status plan_exchange(const ct_exchange_plan *each, const ct_block *blocks,
                               ct_exchange_plan **exchange) {
    const ptrdiff_t bytes = each->elements.message_bytes;
    const int is_given = each->topology.kind != CT_FLAT && each->topology.kind != CT_NODES;
    const ct_layout send = {bytes, blocks};
    const ct_layout receive = {bytes, blocks + each->size};
    const ct_exchange_options options = {.algorithm = each->label,
                                         .steps_in_flight = each->options.steps_in_flight,
                                         .precision = each->elements.precision,
                                         .topology = is_given ? &each->topology : NULL};
    return ct_exchange_plan_create(each->context->comm, &send, &receive, &options, exchange);
}

ct_status ct_joined_create(const ct_exchange_plan *each, int arrays, ct_joined *joined) {
    const MPI_Comm comm = each->context->comm;
    ct_block *blocks = malloc(2 * (size_t)each->size * sizeof *blocks);
    ptrdiff_t end[2] = {0, 0};
    ct_status status = CT_OK;
    *joined = (ct_joined){.arrays = arrays, .peers = each->size};
    if (blocks == NULL) {
        status = ct_raise(CT_ERROR_MEMORY, "no memory for messages with %d ranks", each->size);
    } else {
        status = list_end(each, 1, arrays, &joined->sent, blocks, &end[0]);
    }
    if (status == CT_OK && blocks != NULL) {
        status = list_end(each, 0, arrays, &joined->received, blocks + each->size, &end[1]);
    }
    status = ct_agree(comm, status);
    if (status != CT_OK || blocks == NULL) {
        goto cleanup;
    }
    CT_TRY(plan_exchange(each, blocks, &joined->exchange));
    CT_TRY(ct_alloc(comm, end[0], &joined->sent.memory));
    CT_TRY(ct_alloc(comm, end[1], &joined->received.memory));
cleanup:
    free(blocks);
    if (status != CT_OK) {
        ct_joined_destroy(joined);
    }
    return status;
}

static void destroy_end(ct_joined_end *end, int peers) {
    for (int peer = 0; end->copies != NULL && peer < peers; peer++) {
        ct_block_copies_destroy(&end->copies[peer]);
    }
    free(end->copies);
    free(end->first);
    free(end->array_bytes);
    ct_free(&end->memory);
}

void ct_joined_destroy(ct_joined *joined) {
    ct_exchange_plan_destroy(&joined->exchange);
    destroy_end(&joined->sent, joined->peers);
    destroy_end(&joined->received, joined->peers);
    *joined = (ct_joined){.arrays = 0};
}

/* Where an array is in the message with a peer. */
static char *place_of(const ct_joined_end *end, int peer, int array) {
    return (char *)end->memory + end->first[peer] + array * end->array_bytes[peer];
}

ct_status ct_joined_execute(const ct_exchange_plan *each, const ct_joined *joined,
                            const void *const send[], void *const receive[]) {
    ct_status status = CT_OK;
    for (int peer = 0; peer < joined->peers; peer++) {
        const ct_block_copies *copies = &joined->sent.copies[peer];
        for (int i = 0; i < joined->arrays; i++) {
            ct_block_copies_run(copies, 0, copies->count, send[i],
                                place_of(&joined->sent, peer, i));
        }
    }
    CT_TRY(ct_exchange_start(joined->exchange, joined->sent.memory, joined->received.memory));
    for (int i = 0; i < joined->arrays; i++) {
        ct_own_block_copy(each, send[i], receive[i]);
    }
    CT_TRY(ct_exchange_wait(joined->exchange));
    for (int peer = 0; peer < joined->peers; peer++) {
        const ct_block_copies *copies = &joined->received.copies[peer];
        for (int i = 0; i < joined->arrays; i++) {
            ct_block_copies_run(copies, 0, copies->count, place_of(&joined->received, peer, i),
                                receive[i]);
        }
    }
cleanup:
    return status;
}

static double end_bytes(const ct_joined_end *end, int peers, int arrays) {
    double bytes = 0;
    for (int peer = 0; peer < peers; peer++) {
        bytes += (double)(sizeof *end->copies + sizeof *end->first + sizeof *end->array_bytes) +
                 (double)end->copies[peer].count * (double)sizeof *end->copies->list +
                 arrays * (double)end->array_bytes[peer];
    }
    return bytes;
}

double ct_joined_bytes(const ct_joined *joined) {
    return joined->arrays == 0 ? 0
                               : end_bytes(&joined->sent, joined->peers, joined->arrays) +
                                     end_bytes(&joined->received, joined->peers, joined->arrays) +
                                     ct_exchange_plan_bytes(joined->exchange);
}
