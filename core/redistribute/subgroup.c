#include "redistribute/subgroup.h"

#include "base/mpi.h"
#include "redistribute/groups.h"
#include <cornerturn/agree.h>

#include <stdlib.h>

/* Splits the communicator, unless all ranks are one group. Collective. */
static ct_status split(ct_context *context, const int *number, ct_subgroup *group) {
    ct_status status = CT_OK;
    int is_one = 1;
    for (int rank = 0; rank < context->size; rank++) {
        is_one = is_one && number[rank] == 0;
    }
    if (!is_one) {
        CT_TRY(ct_context_split(context, number[context->rank], context->rank, &group->part));
    }
cleanup:
    return status;
}

/* Goes back to one group where the algorithm that was asked for cannot run in each. Collective. */
static ct_status check_algorithm(const ct_context *context, const char *algorithm,
                                 ct_subgroup *group) {
    ct_status status = CT_OK;
    int fails = group->part != NULL && algorithm != NULL &&
                ct_exchange_supports(group->part->comm, algorithm) != CT_OK;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &fails, 1, MPI_INT, MPI_MAX, context->comm));
    if (fails) {
        ct_context_release(&group->part);
    }
cleanup:
    return status;
}

ct_status ct_subgroup_create(ct_context *context, const ct_redistribution *redistribution,
                             const ct_exchange_options *options, ct_subgroup *group) {
    const int size = context->size;
    int *number = malloc((size_t)size * sizeof *number);
    ct_status status = CT_OK;
    *group = (ct_subgroup){.member = malloc((size_t)size * sizeof *group->member)};
    const int ready = number != NULL && group->member != NULL &&
                      ct_redistribution_groups(redistribution, size, number);
    status = ct_agree(context->comm,
                      ready ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for %d ranks", size));
    if (status != CT_OK || number == NULL || group->member == NULL) {
        goto cleanup;
    }
    if (options->topology == NULL) { /* a topology is of all ranks */
        CT_TRY(split(context, number, group));
        CT_TRY(check_algorithm(context, options->algorithm, group));
    }
    group->comm = group->part != NULL ? group->part->comm : context->comm;
    for (int rank = 0; rank < size; rank++) {
        if (group->part == NULL || number[rank] == number[context->rank]) {
            group->member[group->size++] = rank;
        }
    }
cleanup:
    free(number);
    return status;
}

void ct_subgroup_destroy(ct_subgroup *group) {
    ct_context_release(&group->part);
    free(group->member);
    *group = (ct_subgroup){.size = 0};
}

ct_status ct_subgroup_exchange(const ct_subgroup *group, ct_context *context,
                               const ct_redistribution *redistribution, ptrdiff_t packed_at,
                               const ct_exchange_options *options, ct_exchange_plan **exchange) {
    const ptrdiff_t element_bytes = redistribution->from.element_bytes;
    const int rank = context->rank;
    const size_t size = (size_t)group->size;
    ct_block *blocks = malloc(2 * size * sizeof *blocks);
    ptrdiff_t at = packed_at;
    ct_status status = CT_OK;
    CT_TRY(ct_agree(context->comm,
                    blocks != NULL ? CT_OK
                                   : ct_raise(CT_ERROR_MEMORY, "no memory for %zu blocks", size)));
    const ct_layout send = {element_bytes, blocks};
    const ct_layout receive = {element_bytes, blocks + size};
    for (size_t i = 0; i < size; i++) {
        const int peer = group->member[i];
        ct_block *received = &blocks[size + i];
        blocks[i] = ct_redistribution_sent(redistribution, rank, peer);
        *received = ct_redistribution_received(redistribution, peer, rank);
        if (packed_at >= 0) {
            *received = ct_block_contiguous(at, ct_block_elements(received), element_bytes);
            at += ct_block_elements(received) * element_bytes;
        }
    }
    status = ct_exchange_plan_create(group->comm, &send, &receive, options, exchange);
    if (group->part != NULL) {
        status = ct_agree(context->comm, status);
    }
cleanup:
    free(blocks);
    return status;
}
