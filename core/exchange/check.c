/* The arguments of a plan, checked on all ranks together. */
#include "exchange/plan.h"

#include "base/mpi.h"
#include <cornerturn/agree.h>

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Copies both layouts into one allocation, with room for what comes. */
static ct_status copy_layouts(ct_exchange_plan *plan, const ct_layout *send,
                              const ct_layout *receive) {
    const size_t size = (size_t)plan->size;
    if (send == NULL || receive == NULL || send->block == NULL || receive->block == NULL) {
        return ct_raise(CT_ERROR_ARGUMENT, "an exchange needs a send and a receive layout");
    }
    plan->blocks = malloc(3 * size * sizeof *plan->blocks);
    if (plan->blocks == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for an exchange plan of %d ranks", plan->size);
    }
    for (size_t peer = 0; peer < size; peer++) {
        plan->blocks[peer] = send->block[plan->order[peer]];
        plan->blocks[size + peer] = receive->block[plan->order[peer]];
    }
    plan->send = (ct_layout){send->element_bytes, plan->blocks};
    plan->receive = (ct_layout){receive->element_bytes, plan->blocks + size};
    plan->coming = plan->blocks + 2 * size;
    return CT_OK;
}

/* No array of a rank reaches further, and what blocks add up to stays within ptrdiff_t. */
static const double reach_most_bytes = (double)((ptrdiff_t)1 << 48);

static int is_addressable(const ct_block *block, ptrdiff_t element_bytes) {
    double end = (double)block->offset + (double)element_bytes;
    double bytes = (double)element_bytes;
    for (int a = 0; a < block->axes; a++) {
        end += block->count[a] > 1 ? (double)(block->count[a] - 1) * (double)block->stride[a] : 0;
        bytes *= (double)block->count[a];
    }
    return end <= reach_most_bytes && bytes <= reach_most_bytes;
}

static int is_empty(const ct_block *block) {
    int empty = 0;
    for (int a = 0; a < block->axes; a++) {
        empty = empty || block->count[a] == 0;
    }
    return empty;
}

/* Makes an empty block plain: it may have any strides, and other counts whose product has no name.
 */
static ct_status check_block(ct_block *block, const char *side, int peer, ptrdiff_t element_bytes) {
    if (block->axes < 0 || block->axes > CT_BLOCK_AXES || block->offset < 0) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "%s block %d: %d axes, offset %td; allowed: 0 to %d axes, offsets from 0",
                        side, peer, block->axes, block->offset, CT_BLOCK_AXES);
    }
    for (int a = 0; a < block->axes; a++) {
        if (block->count[a] < 0) {
            return ct_raise(CT_ERROR_ARGUMENT, "%s block %d: negative count %td along axis %d",
                            side, peer, block->count[a], a);
        }
    }
    if (is_empty(block)) {
        *block = ct_block_contiguous(0, 0, element_bytes);
        return CT_OK;
    }
    for (int a = 0; a < block->axes; a++) {
        if (block->count[a] > 1 && block->stride[a] < element_bytes) {
            return ct_raise(CT_ERROR_ARGUMENT,
                            "%s block %d: stride of %td bytes along axis %d; its elements have %td",
                            side, peer, block->stride[a], a, element_bytes);
        }
    }
    return is_addressable(block, element_bytes)
               ? CT_OK
               : ct_raise(CT_ERROR_ARGUMENT, "%s block %d cannot be addressed", side, peer);
}

/* Blocks to or from each rank of the plan; *end is where the last of them ends. */
static ct_status check_blocks(const ct_exchange_plan *plan, ct_block *blocks, const char *side,
                              ptrdiff_t *end) {
    const ptrdiff_t element_bytes = plan->send.element_bytes;
    *end = 0;
    for (int peer = 0; peer < plan->size; peer++) {
        ct_status status = check_block(&blocks[peer], side, plan->order[peer], element_bytes);
        if (status != CT_OK) {
            return status;
        }
        ptrdiff_t here = ct_block_end(&blocks[peer], element_bytes);
        *end = here > *end ? here : *end;
    }
    return CT_OK;
}

/* What this rank can see alone. */
static ct_status check_mine(ct_exchange_plan *plan) {
    const ct_exchange_options *options = &plan->options;
    const ptrdiff_t element_bytes = plan->send.element_bytes;
    if (options->window < 0 || options->planning < CT_PLAN_ESTIMATE ||
        options->planning > CT_PLAN_EXHAUSTIVE || options->transport < CT_TRANSPORT_AUTO ||
        options->transport > CT_TRANSPORT_WINDOWS) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "exchange options out of range: window %d, planning %d, transport %d",
                        options->window, (int)options->planning, (int)options->transport);
    }
    if (element_bytes < 1 || element_bytes > CT_ELEMENT_MOST_BYTES ||
        element_bytes != plan->receive.element_bytes) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "elements of %td bytes sent and of %td received; allowed: 1 to %d, alike",
                        element_bytes, plan->receive.element_bytes, CT_ELEMENT_MOST_BYTES);
    }
    ct_status status = check_blocks(plan, plan->blocks, "send", &plan->send_end);
    return status != CT_OK
               ? status
               : check_blocks(plan, plan->blocks + plan->size, "receive", &plan->receive_end);
}

/* Fails where options differ from rank 0's. Collective. */
static ct_status check_same_options(const ct_exchange_plan *plan, int automatic,
                                    const ct_choice *asked) {
    struct {
        char label[CT_EXCHANGE_LABEL];
        char topology[CT_TOPOLOGY_TEXT];
        ptrdiff_t element_bytes;
        int automatic, movement, root, planning, transport, window, private_arrays, in_place;
    } mine, first;
    ct_status status = CT_OK;
    memset(&mine, 0, sizeof mine);
    mine.automatic = automatic;
    mine.movement = (int)plan->movement;
    mine.root = plan->root;
    mine.planning = (int)plan->options.planning;
    mine.window = plan->options.window;
    mine.transport = (int)plan->options.transport;
    mine.private_arrays = plan->options.private_arrays != 0;
    mine.in_place = plan->options.in_place != 0;
    mine.element_bytes = plan->send.element_bytes;
    ct_topology_format(&plan->topology, mine.topology);
    if (!automatic) {
        ct_choice_format(asked, &plan->topology, mine.label);
    }
    first = mine;
    CT_MPI(MPI_Bcast(&first, sizeof first, MPI_BYTE, 0, plan->comm));
    if (memcmp(&first, &mine, sizeof first) != 0) {
        status = first.movement != mine.movement || first.root != mine.root
                     ? ct_raise(CT_ERROR_ARGUMENT, "movement or root differ between ranks: %s, %d",
                                ct_pattern_name(plan->movement), plan->order[plan->root])
                     : ct_raise(CT_ERROR_ARGUMENT, "exchange options differ between ranks");
    }
    status = ct_agree(plan->comm, status);
cleanup:
    return status;
}

/* Tells every rank what it is sent; fails where that is not as much as it wants. Collective. */
static ct_status check_sizes_meet(ct_exchange_plan *plan) {
    const int block_bytes = (int)sizeof *plan->blocks;
    ct_block *coming = plan->blocks + 2 * (ptrdiff_t)plan->size;
    ct_status status = CT_OK;
    CT_MPI(MPI_Alltoall(plan->send.block, block_bytes, MPI_BYTE, coming, block_bytes, MPI_BYTE,
                        plan->comm));
    for (int peer = 0; peer < plan->size && status == CT_OK; peer++) {
        ptrdiff_t sent = ct_block_elements(&coming[peer]);
        ptrdiff_t expected = ct_block_elements(&plan->receive.block[peer]);
        if (sent != expected) {
            status = ct_raise(CT_ERROR_ARGUMENT,
                              "rank %d sends %td elements to rank %d, which expects %td",
                              plan->order[peer], sent, plan->order[plan->rank], expected);
        }
    }
    status = ct_agree(plan->comm, status);
cleanup:
    return status;
}

/* Sums what crosses ranks, and sees whether all those blocks are of one size. Collective. */
static ct_status survey_sizes(ct_exchange_plan *plan) {
    double mine = 0;
    long long extremes[2] = {LLONG_MIN, LLONG_MIN}; /* of size, and of minus the size */
    ct_status status = CT_OK;
    for (int peer = 0; peer < plan->size; peer++) {
        long long elements = ct_block_elements(&plan->send.block[peer]);
        if (peer != plan->rank) {
            mine += (double)elements * (double)plan->send.element_bytes;
            extremes[0] = elements > extremes[0] ? elements : extremes[0];
            extremes[1] = -elements > extremes[1] ? -elements : extremes[1];
        }
    }
    CT_MPI(MPI_Allreduce(&mine, &plan->total_bytes, 1, MPI_DOUBLE, MPI_SUM, plan->comm));
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, extremes, 2, MPI_LONG_LONG, MPI_MAX, plan->comm));
    plan->all_hear = plan->size == 1 || extremes[1] < 0;
    plan->block_elements =
        plan->size > 1 && extremes[0] == -extremes[1] ? (ptrdiff_t)extremes[0] : -1;
cleanup:
    return status;
}

ct_status ct_exchange_check(ct_exchange_plan *plan, const ct_layout *send, const ct_layout *receive,
                            const ct_exchange_options *options, int *automatic, ct_choice *asked) {
    ct_status status = copy_layouts(plan, send, receive);
    plan->options = *options;
    plan->options.algorithm = NULL; /* the caller's */
    plan->options.tuning_file = NULL;
    plan->options.topology = NULL;
    if (status == CT_OK) {
        status = check_mine(plan);
    }
    if (status == CT_OK) {
        status =
            ct_choice_parse(options->algorithm, plan->movement, &plan->topology, automatic, asked);
    }
    CT_TRY(ct_agree(plan->comm, status));
    if (asked->transport != CT_TRANSPORT_AUTO) {
        plan->options.transport = asked->transport;
    }
    CT_TRY(check_same_options(plan, *automatic, asked));
    if (plan->options.in_place) { /* before others are told where blocks lie */
        CT_TRY(ct_staging_create(plan));
    }
    CT_TRY(check_sizes_meet(plan));
    CT_TRY(survey_sizes(plan));
cleanup:
    return status;
}
