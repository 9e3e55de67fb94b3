/* Transposes: redistributions of an array whose axes change their order. */
#include "base/mpi.h"
#include "kernels/block_copy.h"
#include "node/vote.h"
#include "redistribute/conjugate.h"
#include "redistribute/subgroup.h"
#include "redistribute/swap.h"
#include <cornerturn/agree.h>
#include <cornerturn/transpose.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct ct_transpose_plan {
    ct_context *context;
    ct_redistribution redistribution;
    ptrdiff_t sign_byte; /* of the elements to conjugate, or -1 */
    int is_swap;         /* in place, by pairs of ranks; else */
    ct_swap swap;
    ct_exchange_plan *exchange; /* in the group of this rank */
    int is_split;               /* that is not all ranks */
    double total_bytes;
};

/* Axis a of the result is axis permutation[a] of the input. */
static ct_status take_permutation(ct_redistribution *redistribution, const int *permutation) {
    const ct_distribution *from = &redistribution->from.distribution;
    const ct_distribution *into = &redistribution->into.distribution;
    const int axes = from->axes;
    int taken[CT_MAX_AXES] = {0};
    for (int a = 0; a < axes; a++) {
        const int source = permutation != NULL ? permutation[a] : axes - 1 - a;
        if (source < 0 || source >= axes || taken[source]++ > 0) {
            return ct_raise(CT_ERROR_ARGUMENT,
                            "axis %d of a transpose is axis %d of its input; allowed: each of 0 to "
                            "%d once",
                            a, source, axes - 1);
        }
        redistribution->axis_of[a] = source;
        if (into->extent[a] != from->extent[source]) {
            return ct_raise(CT_ERROR_ARGUMENT,
                            "axis %d of a transpose has %td positions, axis %d of its input, which "
                            "it is, %td",
                            a, into->extent[a], source, from->extent[source]);
        }
    }
    return CT_OK;
}

/* Checks and copies what the caller gave. Local. */
static ct_status take(ct_transpose_plan *plan, const ct_distribution *from, const int *permutation,
                      const ct_distribution *into, ptrdiff_t element_bytes,
                      const ct_transpose_options *options) {
    const int size = plan->context->size;
    ct_status status = CT_OK;
    if (from == NULL || into == NULL || from->axes != into->axes) {
        CT_FAIL(CT_ERROR_ARGUMENT, "a transpose needs two distributions of as many axes");
    }
    if (element_bytes < 1 || element_bytes > CT_ELEMENT_MOST_BYTES || options->sign_byte < 0 ||
        options->sign_byte >= element_bytes) {
        CT_FAIL(CT_ERROR_ARGUMENT,
                "elements of %td bytes, a sign in byte %td; allowed: 1 to %d bytes, a byte in them",
                element_bytes, options->sign_byte, CT_ELEMENT_MOST_BYTES);
    }
    CT_TRY(ct_distribution_check(from, size, element_bytes));
    CT_TRY(ct_distribution_check(into, size, element_bytes));
    plan->redistribution.from = ct_array_layout_of(from, element_bytes);
    plan->redistribution.into = ct_array_layout_of(into, element_bytes);
    CT_TRY(take_permutation(&plan->redistribution, permutation));
    plan->is_swap = options->exchange.in_place && ct_redistribution_is_swap(&plan->redistribution);
    plan->sign_byte = !options->conjugate       ? -1
                      : options->sign_byte == 0 ? element_bytes - 1
                                                : options->sign_byte;
cleanup:
    return status;
}

/* Fails where arguments differ from rank 0's. Collective. */
static ct_status check_same(const ct_transpose_plan *plan, int in_place) {
    const ct_redistribution *redistribution = &plan->redistribution;
    const ct_distribution *from = &redistribution->from.distribution;
    const ct_distribution *into = &redistribution->into.distribution;
    const MPI_Comm comm = plan->context->comm;
    ptrdiff_t mine[6 + 5 * CT_MAX_AXES] = {
        in_place != 0, plan->sign_byte, redistribution->from.element_bytes,
        from->axes,    from->pitch,     into->pitch};
    ptrdiff_t first[sizeof mine / sizeof *mine];
    ct_status status = CT_OK;
    for (int a = 0; a < from->axes; a++) {
        const ptrdiff_t of_axis[5] = {from->extent[a], into->extent[a], from->grid[a],
                                      into->grid[a], redistribution->axis_of[a]};
        memcpy(mine + 6 + (ptrdiff_t)5 * a, of_axis, sizeof of_axis);
    }
    memcpy(first, mine, sizeof first);
    CT_MPI(MPI_Bcast(first, sizeof first, MPI_BYTE, 0, comm));
    if (memcmp(first, mine, sizeof first) != 0) {
        status = ct_raise(CT_ERROR_ARGUMENT, "arguments of a transpose differ between ranks");
    }
    status = ct_agree(comm, status);
cleanup:
    return status;
}

/* Collective. */
static ct_status plan_exchange(ct_transpose_plan *plan, const ct_exchange_options *options) {
    ct_subgroup group = {.size = 0};
    ct_status status = CT_OK;
    CT_TRY(ct_subgroup_create(plan->context, &plan->redistribution, options, &group));
    plan->is_split = group.part != NULL;
    CT_TRY(ct_subgroup_exchange(&group, plan->context, &plan->redistribution, -1, options,
                                &plan->exchange));
cleanup:
    ct_subgroup_destroy(&group);
    return status;
}

/* Collective. */
static ct_status add_total_bytes(ct_transpose_plan *plan) {
    const ct_context *context = plan->context;
    ct_status status = CT_OK;
    plan->total_bytes =
        ct_redistribution_received_bytes(&plan->redistribution, context->rank, context->size);
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &plan->total_bytes, 1, MPI_DOUBLE, MPI_SUM, context->comm));
cleanup:
    return status;
}

int ct_transpose_swaps(const ct_distribution *from, const int *permutation,
                       const ct_distribution *into) {
    ct_redistribution redistribution;
    if (from->axes != into->axes || from->axes < 1 || from->axes > CT_MAX_AXES) {
        return 0;
    }
    redistribution.from = ct_array_layout_of(from, 1);
    redistribution.into = ct_array_layout_of(into, 1);
    return take_permutation(&redistribution, permutation) == CT_OK &&
           ct_redistribution_is_swap(&redistribution);
}

/* Everything after the context is there. Collective. */
static ct_status build(ct_transpose_plan *plan, const ct_distribution *from, const int *permutation,
                       const ct_distribution *into, ptrdiff_t element_bytes,
                       const ct_transpose_options *options) {
    const ct_exchange_options *exchange = &options->exchange;
    const MPI_Comm comm = plan->context->comm;
    ct_status status = CT_OK;
    CT_TRY(ct_agree(comm, take(plan, from, permutation, into, element_bytes, options)));
    CT_TRY(check_same(plan, exchange->in_place));
    if (plan->is_swap) {
        CT_TRY(ct_exchange_supports(comm, exchange->algorithm));
        CT_TRY(ct_swap_create(plan->context, &plan->redistribution, plan->sign_byte,
                              exchange->transport, &plan->swap));
    } else {
        CT_TRY(plan_exchange(plan, exchange));
    }
    CT_TRY(add_total_bytes(plan));
cleanup:
    return status;
}

ct_status ct_transpose_plan_create(MPI_Comm comm, const ct_distribution *from,
                                   const int *permutation, const ct_distribution *into,
                                   ptrdiff_t element_bytes, const ct_transpose_options *options,
                                   ct_transpose_plan **plan) {
    static const ct_transpose_options defaults = {.conjugate = 0};
    ct_status status = CT_OK;
    ct_transpose_plan *created = calloc(1, sizeof *created);
    if (created == NULL) {
        status = ct_raise(CT_ERROR_MEMORY, "no memory for a plan");
    }
    status = ct_agree(comm, status);
    if (created == NULL || status != CT_OK) {
        goto cleanup;
    }
    CT_TRY(ct_context_acquire(comm, &created->context));
    CT_TRY(build(created, from, permutation, into, element_bytes,
                 options != NULL ? options : &defaults));
    *plan = created;
    return CT_OK;
cleanup:
    ct_transpose_plan_destroy(&created);
    return status;
}

/* A sweep over this rank's part of the result. */
static void conjugate_result(const ct_transpose_plan *plan, char *output) {
    const ct_array_layout *into = &plan->redistribution.into;
    const ct_box box = ct_array_layout_box(into, plan->context->rank);
    ct_block block = {.axes = box.axes};
    ct_array_layout_strides(into, plan->context->rank, block.stride);
    memcpy(block.count, box.count, sizeof box.count);
    ct_conjugate(output, &block, plan->sign_byte);
}

/* An exchange tells the ranks of its group that an array is missing; this tells the other groups.
 * Collective. */
static ct_status check_arrays(const ct_transpose_plan *plan, const void *input,
                              const void *output) {
    const int rank = plan->context->rank;
    const ct_redistribution *redistribution = &plan->redistribution;
    uint64_t all_given =
        (input != NULL || ct_array_layout_bytes(&redistribution->from, rank) == 0) &&
        (output != NULL || ct_array_layout_bytes(&redistribution->into, rank) == 0);
    ct_status status = CT_OK;
    CT_TRY(ct_vote(plan->context, &all_given));
    if (!all_given) {
        status = ct_raise(CT_ERROR_ARGUMENT,
                          "a transpose was given no array where a rank has a part of it");
    }
cleanup:
    return status;
}

ct_status ct_transpose_execute(ct_transpose_plan *plan, const void *input, void *output) {
    ct_status status = CT_OK;
    if (plan->is_swap) {
        return ct_swap_execute(&plan->swap, output);
    }
    if (plan->is_split) {
        CT_TRY(check_arrays(plan, input, output));
    }
    CT_TRY(ct_exchange_execute(plan->exchange, input, output));
    if (plan->sign_byte >= 0) {
        conjugate_result(plan, output);
    }
cleanup:
    return status;
}

void ct_transpose_plan_destroy(ct_transpose_plan **plan) {
    if (plan == NULL || *plan == NULL) {
        return;
    }
    ct_exchange_plan_destroy(&(*plan)->exchange);
    ct_swap_destroy(&(*plan)->swap);
    ct_context_release(&(*plan)->context);
    free(*plan);
    *plan = NULL;
}

const ct_exchange_plan *ct_transpose_exchange(const ct_transpose_plan *plan) {
    return plan->exchange;
}

double ct_transpose_total_bytes(const ct_transpose_plan *plan) {
    return plan->total_bytes;
}

double ct_transpose_plan_bytes(const ct_transpose_plan *plan) {
    return (double)sizeof *plan + 2 * (double)plan->swap.buffer_bytes +
           (plan->exchange != NULL ? ct_exchange_plan_bytes(plan->exchange) : 0);
}
