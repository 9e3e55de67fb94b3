/* Transposes as exchanges: every pair of ranks has one block in common. */
#include "redistribute/plan.h"

#include "base/mpi.h"
#include <cornerturn/agree.h>

#include <stdlib.h>
#include <string.h>

static ct_status take_permutation(ct_relayout *relayout, const int *permutation) {
    const int axes = relayout->from.axes;
    int taken[CT_MAX_AXES] = {0};
    for (int a = 0; a < axes; a++) {
        const int source = permutation != NULL ? permutation[a] : axes - 1 - a;
        if (source < 0 || source >= axes || taken[source]++ > 0) {
            return ct_raise(CT_ERROR_ARGUMENT,
                            "axis %d of a transpose is axis %d of its input; allowed: each of 0 to "
                            "%d once",
                            a, source, axes - 1);
        }
        relayout->permutation[a] = source;
        if (relayout->into.extent[a] != relayout->from.extent[source]) {
            return ct_raise(CT_ERROR_ARGUMENT,
                            "axis %d of a transpose has %td positions, axis %d of its input, which "
                            "it is, %td",
                            a, relayout->into.extent[a], source, relayout->from.extent[source]);
        }
    }
    return CT_OK;
}

/* Checks and keeps what the caller gave. Local. */
static ct_status take(ct_transpose_plan *plan, const ct_distribution *from, const int *permutation,
                      const ct_distribution *into, ptrdiff_t element_bytes,
                      const ct_transpose_options *options) {
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
    CT_TRY(ct_distribution_check(from, plan->size, element_bytes));
    CT_TRY(ct_distribution_check(into, plan->size, element_bytes));
    plan->relayout.from = *from;
    plan->relayout.into = *into;
    CT_TRY(take_permutation(&plan->relayout, permutation));
    plan->relayout.element_bytes = element_bytes;
    plan->sign_byte = !options->conjugate       ? -1
                      : options->sign_byte == 0 ? element_bytes - 1
                                                : options->sign_byte;
cleanup:
    return status;
}

/* Fails where arguments differ from rank 0's. Collective. */
static ct_status check_same(const ct_transpose_plan *plan, int in_place) {
    const ct_relayout *relayout = &plan->relayout;
    const ct_distribution *from = &relayout->from;
    const ct_distribution *into = &relayout->into;
    ptrdiff_t mine[6 + 5 * CT_MAX_AXES] = {in_place != 0, plan->sign_byte, relayout->element_bytes,
                                           from->axes,    from->pitch,     into->pitch};
    ptrdiff_t first[sizeof mine / sizeof *mine];
    ct_status status = CT_OK;
    for (int a = 0; a < from->axes; a++) {
        const ptrdiff_t of_axis[5] = {from->extent[a], into->extent[a], from->grid[a],
                                      into->grid[a], relayout->permutation[a]};
        memcpy(mine + 6 + (ptrdiff_t)5 * a, of_axis, sizeof of_axis);
    }
    memcpy(first, mine, sizeof first);
    CT_MPI(MPI_Bcast(first, sizeof first, MPI_BYTE, 0, plan->comm));
    if (memcmp(first, mine, sizeof first) != 0) {
        status = ct_raise(CT_ERROR_ARGUMENT, "arguments of a transpose differ between ranks");
    }
    status = ct_agree(plan->comm, status);
cleanup:
    return status;
}

/* Collective. */
static ct_status plan_exchange(ct_transpose_plan *plan, const ct_exchange_options *options) {
    const size_t size = (size_t)plan->size;
    ct_block *blocks = malloc(2 * size * sizeof *blocks);
    ct_status status = CT_OK;
    CT_TRY(ct_agree(plan->comm, blocks != NULL
                                    ? CT_OK
                                    : ct_raise(CT_ERROR_MEMORY, "no memory for %zu blocks", size)));
    ct_layout send = {plan->relayout.element_bytes, blocks};
    ct_layout receive = {plan->relayout.element_bytes, blocks + size};
    for (int peer = 0; peer < plan->size; peer++) {
        blocks[peer] = ct_relayout_sent(&plan->relayout, plan->rank, peer);
        blocks[plan->size + peer] = ct_relayout_received(&plan->relayout, peer, plan->rank);
    }
    CT_TRY(ct_exchange_plan_create(plan->comm, &send, &receive, options, &plan->exchange));
    plan->total_bytes = ct_exchange_total_bytes(plan->exchange);
cleanup:
    free(blocks);
    return status;
}

int ct_transpose_swaps(const ct_distribution *from, const int *permutation,
                       const ct_distribution *into) {
    ct_relayout relayout = {.from = *from, .into = *into};
    return from->axes == into->axes && take_permutation(&relayout, permutation) == CT_OK &&
           ct_relayout_swaps(&relayout);
}

/* Everything after the context is there. Collective. */
static ct_status build(ct_transpose_plan *plan, const ct_distribution *from, const int *permutation,
                       const ct_distribution *into, ptrdiff_t element_bytes,
                       const ct_transpose_options *options) {
    const ct_exchange_options *exchange = &options->exchange;
    ct_status status = CT_OK;
    CT_TRY(ct_agree(plan->comm, take(plan, from, permutation, into, element_bytes, options)));
    CT_TRY(check_same(plan, exchange->in_place));
    if (exchange->in_place && ct_relayout_swaps(&plan->relayout)) {
        CT_TRY(ct_exchange_supports(plan->comm, exchange->algorithm));
        CT_TRY(ct_swap_create(plan, exchange->transport));
    } else {
        CT_TRY(plan_exchange(plan, exchange));
    }
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
    CT_TRY(ct_context_hold(comm, &created->context));
    created->comm = created->context->comm;
    created->rank = created->context->rank;
    created->size = created->context->size;
    CT_TRY(build(created, from, permutation, into, element_bytes,
                 options != NULL ? options : &defaults));
    *plan = created;
    return CT_OK;
cleanup:
    ct_transpose_plan_destroy(&created);
    return status;
}

void ct_conjugate(char *array, const ct_block *block, ptrdiff_t sign_byte) {
    const int last = block->axes - 1;
    const ptrdiff_t row = block->count[last];
    const ptrdiff_t elements = ct_block_elements(block);
    for (ptrdiff_t done = 0; done < elements; done += row) {
        char *sign = array + block->offset + sign_byte;
        for (ptrdiff_t a = last - 1, rest = done / row; a >= 0; a--) {
            sign += rest % block->count[a] * block->stride[a];
            rest /= block->count[a];
        }
        for (ptrdiff_t i = 0; i < row; i++, sign += block->stride[last]) {
            *sign = (char)(*sign ^ 0x80);
        }
    }
}

/* A sweep over this rank's part of the result. */
static void conjugate_result(const ct_transpose_plan *plan, char *output) {
    const ct_distribution *into = &plan->relayout.into;
    const ct_box box = ct_distribution_box(into, plan->rank);
    ct_block block = {.axes = box.axes};
    ct_distribution_strides(into, plan->rank, block.stride);
    for (int a = 0; a < box.axes; a++) {
        block.count[a] = box.count[a];
        block.stride[a] *= plan->relayout.element_bytes;
    }
    ct_conjugate(output, &block, plan->sign_byte);
}

ct_status ct_transpose_execute(ct_transpose_plan *plan, const void *input, void *output) {
    if (plan->exchange == NULL) {
        return ct_swap_execute(plan, output);
    }
    ct_status status = ct_exchange_execute(plan->exchange, input, output);
    if (status == CT_OK && plan->sign_byte >= 0) {
        conjugate_result(plan, output);
    }
    return status;
}

void ct_transpose_plan_destroy(ct_transpose_plan **plan) {
    if (plan == NULL || *plan == NULL) {
        return;
    }
    ct_exchange_plan_destroy(&(*plan)->exchange);
    free((*plan)->swap.buffers);
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
