/* Plans of redistributions; those of transposes are among them. */
#include <cornerturn/redistribute.h>

#include "base/mpi.h"
#include "base/same.h"
#include "exchange/losses.h"
#include "exchange/run/execute.h"
#include "exchange/run/joined.h"
#include "node/vote.h"
#include "redistribute/decomposed/gather.h"
#include "redistribute/numbers.h"
#include "redistribute/subgroup.h"
#include "redistribute/swap/swap.h"
#include <cornerturn/agree.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct ct_redistribute_plan {
    ct_context *context;
    ct_redistribution redistribution; /* once it is planned, of a swap only */
    ct_conversion conversion;
    int is_swap; /* in place, by pairs of ranks; else */
    ct_swap swap;
    ct_exchange_plan *exchange; /* in the group of this rank */
    int many;                   /* arrays that were last executed at once; 0: none yet */
    ct_joined joined;           /* for so many */
    int is_split;               /* that is not all ranks */
    double total_bytes;
};

/* Axis a of the result is axis permutation[a] of the input. */
static ct_status take_permutation(const ct_decomposition *from, const int *permutation,
                                  const ct_decomposition *into, int axis_of[CT_MAX_AXES]) {
    int taken[CT_MAX_AXES] = {0};
    if (from->axes != into->axes) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "an array of %d axes becomes one of %d; allowed: as many axes", from->axes,
                        into->axes);
    }
    for (int a = 0; a < into->axes; a++) {
        const int source = permutation != NULL ? permutation[a] : a;
        if (source < 0 || source >= from->axes || taken[source]++ > 0) {
            return ct_raise(CT_ERROR_ARGUMENT,
                            "axis %d of the result is axis %d of the input; allowed: each of 0 to "
                            "%d once",
                            a, source, from->axes - 1);
        }
        if (into->extent[a] != from->extent[source]) {
            return ct_raise(CT_ERROR_ARGUMENT,
                            "axis %d of the result has %td positions, axis %d of the input, which "
                            "it is, %td",
                            a, into->extent[a], source, from->extent[source]);
        }
        axis_of[a] = source;
    }
    return CT_OK;
}

/* What does not fit this call. Local. */
static ct_status check(const ct_decomposition *from, const ct_decomposition *into,
                       ptrdiff_t element_bytes, const ct_redistribute_options *options,
                       ct_conversion *conversion) {
    if (from == NULL || into == NULL) {
        return ct_raise(CT_ERROR_ARGUMENT, "a redistribution needs two decompositions");
    }
    return ct_numbers_conversion(element_bytes, options, conversion);
}

/* Fails where arguments differ from rank 0's; decompositions are compared when they are gathered.
 * Collective. */
static ct_status check_same(MPI_Comm comm, const int *permutation, int axes,
                            ptrdiff_t element_bytes, const ct_redistribute_options *options) {
    struct {
        ptrdiff_t element_bytes, sign_byte, parts, axis_of[CT_MAX_AXES];
        uint64_t factors[4]; /* the bits of alpha and beta */
        int conjugate, in_place, from, into;
    } mine;
    int differs = 0;
    ct_status status = CT_OK;
    memset(&mine, 0, sizeof mine);
    mine.element_bytes = element_bytes;
    mine.sign_byte = options->sign_byte;
    mine.conjugate = options->conjugate != 0;
    mine.in_place = options->exchange.in_place != 0;
    for (int a = 0; a < CT_MAX_AXES; a++) {
        mine.axis_of[a] = permutation != NULL && a < axes ? permutation[a] : a;
    }
    if (options->numbers != NULL) {
        mine.parts = options->numbers->parts;
        mine.from = (int)options->numbers->from;
        mine.into = (int)options->numbers->into;
        memcpy(mine.factors, options->numbers->alpha, sizeof options->numbers->alpha);
        memcpy(mine.factors + 2, options->numbers->beta, sizeof options->numbers->beta);
    }
    CT_TRY(ct_same_compare(comm, &mine, sizeof mine, &differs));
    if (differs) {
        status = ct_raise(CT_ERROR_ARGUMENT, "arguments of a redistribution differ between ranks");
    }
    status = ct_agree(comm, status);
cleanup:
    return status;
}

/* Collective. */
static ct_status plan_exchange(ct_redistribute_plan *plan, const ct_exchange_options *options) {
    ct_subgroup group = {.size = 0};
    ct_status status = CT_OK;
    CT_TRY(ct_subgroup_create(plan->context, &plan->redistribution, options, &group));
    plan->is_split = group.part != NULL;
    CT_TRY(ct_subgroup_exchange(&group, plan->context, &plan->redistribution, -1, &plan->conversion,
                                options, &plan->exchange));
    if (group.member[0] == plan->context->rank) { /* one of each group tells */
        plan->total_bytes = ct_exchange_total_bytes(plan->exchange);
    }
cleanup:
    ct_subgroup_destroy(&group);
    return status;
}

/* Collective. */
static ct_status plan_moves(ct_redistribute_plan *plan, const ct_redistribute_options *options) {
    const ct_context *context = plan->context;
    const ct_redistribution *redistribution = &plan->redistribution;
    const ct_exchange_options *exchange = &options->exchange;
    ct_status status = CT_OK;
    plan->is_swap = exchange->in_place && ct_redistribution_is_swap(redistribution);
    if (plan->is_swap) {
        CT_TRY(ct_exchange_supports(context->comm, exchange->algorithm));
        CT_TRY(ct_swap_create(context, redistribution, &plan->conversion, exchange->transport,
                              &plan->swap));
        plan->total_bytes =
            ct_redistribution_received_bytes(redistribution, context->rank, context->size);
    } else {
        CT_TRY(plan_exchange(plan, exchange));
    }
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &plan->total_bytes, 1, MPI_DOUBLE, MPI_SUM, context->comm));
cleanup:
    return status;
}

static void forget_owners(ct_redistribute_plan *plan) {
    ct_ownership_destroy(&plan->redistribution.from);
    ct_ownership_destroy(&plan->redistribution.into);
}

/* Everything after the context is there. Collective. */
static ct_status build(ct_redistribute_plan *plan, const ct_decomposition *from,
                       const int *permutation, const ct_decomposition *into,
                       ptrdiff_t element_bytes, const ct_redistribute_options *options) {
    const MPI_Comm comm = plan->context->comm;
    ct_redistribution *redistribution = &plan->redistribution;
    ct_status status = CT_OK;
    CT_TRY(check_same(comm, permutation, into->axes, element_bytes, options));
    CT_TRY(ct_ownership_create(comm, from, element_bytes, &redistribution->from));
    CT_TRY(ct_ownership_create(comm, into, plan->conversion.into_bytes, &redistribution->into));
    CT_TRY(ct_agree(comm, take_permutation(from, permutation, into, redistribution->axis_of)));
    CT_TRY(plan_moves(plan, options));
    if (!plan->is_swap) {
        forget_owners(plan);
    }
cleanup:
    return status;
}

ct_status ct_redistribute_plan_create(MPI_Comm comm, const ct_decomposition *from,
                                      const int *permutation, const ct_decomposition *into,
                                      ptrdiff_t element_bytes,
                                      const ct_redistribute_options *options,
                                      ct_redistribute_plan **plan) {
    static const ct_redistribute_options defaults = {.conjugate = 0};
    const ct_redistribute_options *taken = options != NULL ? options : &defaults;
    ct_context *context = NULL;
    ct_redistribute_plan *created = NULL;
    ct_status status = CT_OK;
    *plan = NULL;
    CT_TRY(ct_comm_check(comm));
    CT_TRY(ct_context_acquire(comm, &context));
    created = calloc(1, sizeof *created);
    if (created == NULL) {
        status = ct_raise(CT_ERROR_MEMORY, "no memory for a plan");
    } else {
        created->context = context;
        status = check(from, into, element_bytes, taken, &created->conversion);
    }
    status = ct_agree(context->comm, status);
    if (created == NULL || status != CT_OK) {
        goto cleanup;
    }
    CT_TRY(build(created, from, permutation, into, element_bytes, taken));
    *plan = created;
    return CT_OK;
cleanup:
    if (created == NULL) {
        ct_context_release(&context);
    }
    ct_redistribute_plan_destroy(&created);
    return status;
}

/* Whether these cannot be an execution's arrays, as of ct_exchange_refuses. Local. */
static int refuses(const ct_redistribute_plan *plan, const void *input, const void *output) {
    return plan->is_swap ? ct_swap_refuses(&plan->swap, input, output)
                         : ct_exchange_refuses(plan->exchange, input, output);
}

/* An exchange tells the ranks of its group that arrays cannot be used; this tells all, and whether
 * all gave the same n: then the vote leaves each bit of n or of its complement. Collective. */
static ct_status check_arrays(const ct_redistribute_plan *plan, int n, const void *const inputs[],
                              void *const outputs[]) {
    int all_given = n >= 0 && (n == 0 || (inputs != NULL && outputs != NULL));
    ct_status status = CT_OK;
    for (int i = 0; i < n && all_given; i++) {
        all_given = !refuses(plan, inputs[i], outputs[i]);
    }
    const uint64_t number = (uint32_t)n;
    uint64_t word = all_given ? number | (number ^ UINT32_MAX) << 32 : 0;
    CT_TRY(ct_vote(plan->context, &word));
    if (((word | word >> 32) & UINT32_MAX) != UINT32_MAX) {
        status =
            ct_raise(CT_ERROR_ARGUMENT,
                     "a redistribution was given no array where a rank has a part, arrays that "
                     "overlap (in_place: two), or %d arrays on one rank, not on another",
                     n);
    }
cleanup:
    return status;
}

/* Without a vote of all ranks. Collective over the group. */
static ct_status move(ct_redistribute_plan *plan, const void *input, void *output) {
    return plan->is_swap ? ct_swap_execute(&plan->swap, input, output)
                         : ct_exchange_execute(plan->exchange, input, output);
}

ct_status ct_redistribute_execute(ct_redistribute_plan *plan, const void *input, void *output) {
    CT_REQUIRE_PLAN(plan);
    const ct_status status = plan->is_split ? check_arrays(plan, 1, &input, &output) : CT_OK;
    return status == CT_OK ? move(plan, input, output) : status;
}

ct_status ct_redistribute_execute_many(ct_redistribute_plan *plan, int n,
                                       const void *const inputs[], void *const outputs[]) {
    CT_REQUIRE_PLAN(plan);
    ct_status status = CT_OK;
    CT_TRY(check_arrays(plan, n, inputs, outputs));
    const int is_joined = n > 1 && !plan->is_swap && ct_joined_pays(plan->exchange);
    if (n > 1 && n != plan->many) { /* on all ranks, whether their group joins arrays or not */
        ct_joined_destroy(&plan->joined);
        plan->many = 0;
        status = is_joined ? ct_joined_create(plan->exchange, n, &plan->joined) : CT_OK;
        CT_TRY(ct_agree(plan->context->comm, status));
        plan->many = n;
    }
    if (is_joined) {
        return ct_joined_execute(plan->exchange, &plan->joined, inputs, outputs);
    }
    for (int i = 0; i < n; i++) {
        CT_TRY(move(plan, inputs[i], outputs[i]));
    }
cleanup:
    return status;
}

void ct_redistribute_plan_destroy(ct_redistribute_plan **plan) {
    if (plan == NULL || *plan == NULL) {
        return;
    }
    ct_joined_destroy(&(*plan)->joined);
    ct_exchange_plan_destroy(&(*plan)->exchange);
    ct_swap_destroy(&(*plan)->swap);
    forget_owners(*plan);
    ct_context_release(&(*plan)->context);
    free(*plan);
    *plan = NULL;
}

const ct_exchange_plan *ct_redistribute_exchange(const ct_redistribute_plan *plan) {
    return plan->exchange;
}

double ct_redistribute_total_bytes(const ct_redistribute_plan *plan) {
    return plan->total_bytes;
}

ct_status ct_redistribute_rounding(const ct_redistribute_plan *plan, ct_exchange_losses *losses) {
    CT_REQUIRE_PLAN(plan);
    *losses = (ct_exchange_losses){.saved_bytes = 0};
    ct_exchange_losses_add(plan->exchange, losses);
    ct_exchange_losses_add(plan->joined.exchange, losses);
    return ct_exchange_losses_sum(plan->context->comm, losses);
}

double ct_redistribute_plan_bytes(const ct_redistribute_plan *plan) {
    return (double)sizeof *plan + ct_swap_bytes(&plan->swap) +
           (plan->exchange != NULL ? ct_exchange_plan_bytes(plan->exchange) : 0) +
           ct_joined_bytes(&plan->joined);
}
