#include "redistribute/subgroup.h"

#include "base/mpi.h"
#include "exchange/plan.h"
#include "node/supposed/cluster.h"
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
        CT_TRY(ct_cluster_part(context, number, &group->part));
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

/* The blocks between this rank and the members at one end, those of the first member first: of
 * boxes one each, which may be empty. */
static ct_status list_blocks(const ct_subgroup *group, const ct_redistribution *redistribution,
                             int rank, ct_transfer_end end, ct_block_list *blocks,
                             ptrdiff_t *first) {
    const int is_boxed = ct_redistribution_is_boxed(redistribution);
    const size_t least = is_boxed ? (size_t)group->size : 1; /* a list of no blocks is a list */
    ct_status status = CT_OK;
    blocks->list = malloc(least * sizeof *blocks->list);
    if (blocks->list == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for %zu blocks", least);
    }
    blocks->capacity = (ptrdiff_t)least;
    for (int i = 0; i < group->size && status == CT_OK; i++) {
        const int origin = end == CT_END_FROM ? rank : group->member[i];
        const int destination = end == CT_END_FROM ? group->member[i] : rank;
        first[i] = blocks->count;
        if (is_boxed) {
            blocks->list[blocks->count++] =
                ct_redistribution_block(redistribution, origin, destination, end);
        } else {
            status = ct_redistribution_blocks(redistribution, origin, destination, end, blocks);
        }
    }
    first[group->size] = blocks->count;
    return status;
}

/* Lays received blocks side by side from a byte on. */
static void pack(ct_block_list *blocks, ptrdiff_t at, ptrdiff_t element_bytes) {
    for (ptrdiff_t i = 0; i < blocks->count; i++) {
        const ptrdiff_t elements = ct_block_elements(&blocks->list[i]);
        blocks->list[i] = ct_block_contiguous(at, elements, element_bytes);
        at += elements * element_bytes;
    }
}

/* Both ends of this rank's part. Local. */
static ct_status list_ends(const ct_subgroup *group, const ct_redistribution *redistribution,
                           int rank, ptrdiff_t packed_at, ct_block_list blocks[2],
                           ptrdiff_t *first) {
    ct_status status = CT_OK;
    if (first == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for %d ranks", group->size);
    }
    for (int end = 0; end < 2 && status == CT_OK; end++) {
        status = list_blocks(group, redistribution, rank, (ct_transfer_end)end, &blocks[end],
                             first + (ptrdiff_t)end * (group->size + 1));
    }
    if (status == CT_OK && packed_at >= 0) {
        pack(&blocks[CT_END_INTO], packed_at, redistribution->into.element_bytes);
    }
    return status;
}

/* Elements that the members send to others: each all that it has, but for what stays. Blocks are
 * counted where ranks are only supposed, for the others a plan hears of them. Local. */
static double all_sent(const ct_subgroup *group, const ct_context *context,
                       const ct_redistribution *redistribution) {
    double sent = 0;
    if (!context->is_supposed || !ct_redistribution_is_boxed(redistribution)) {
        return 0;
    }
    for (int i = 0; i < group->size; i++) {
        const int rank = group->member[i];
        sent += (double)ct_redistribution_sent(redistribution, rank) -
                (double)ct_redistribution_common(redistribution, rank, rank);
    }
    return sent;
}

ct_status ct_subgroup_exchange(const ct_subgroup *group, ct_context *context,
                               const ct_redistribution *redistribution, ptrdiff_t packed_at,
                               const ct_conversion *conversion, const ct_exchange_options *options,
                               ct_exchange_plan **exchange) {
    ct_block_list blocks[2] = {{.list = NULL}, {.list = NULL}};
    ct_blocks ends[2];
    ptrdiff_t *first = malloc(2 * ((size_t)group->size + 1) * sizeof *first);
    ct_status status = CT_OK;
    status = ct_agree(context->comm,
                      list_ends(group, redistribution, context->rank, packed_at, blocks, first));
    if (status != CT_OK || first == NULL) {
        goto cleanup;
    }
    for (int end = 0; end < 2; end++) {
        const ptrdiff_t *parts = first + (ptrdiff_t)end * (group->size + 1);
        ends[end] =
            (ct_blocks){.element_bytes = end == CT_END_FROM ? redistribution->from.element_bytes
                                                            : redistribution->into.element_bytes,
                        .count = group->size,
                        .first_part = ct_redistribution_is_boxed(redistribution) ? NULL : parts,
                        .list = blocks[end].list};
    }
    ends[CT_END_FROM].all_sent = all_sent(group, context, redistribution);
    status = ct_movement_plan_create(group->comm, CT_EXCHANGE, 0, &ends[CT_END_FROM],
                                     &ends[CT_END_INTO], conversion, options, exchange);
    if (group->part != NULL) {
        status = ct_agree(context->comm, status);
    }
cleanup:
    free(first);
    free(blocks[0].list);
    free(blocks[1].list);
    return status;
}
