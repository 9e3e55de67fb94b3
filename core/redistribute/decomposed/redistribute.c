#include <cornerturn/redistribute.h>

#include "base/mpi.h"
#include "exchange/plan.h"
#include "node/context.h"
#include "redistribute/conjugate.h"
#include "redistribute/decomposed/intersection.h"
#include "redistribute/decomposed/ownership.h"
#include <cornerturn/agree.h>

#include <stdlib.h>
#include <string.h>

struct ct_redistribute_plan {
    ct_exchange_plan *exchange;
    ptrdiff_t sign_byte;   /* of the elements to conjugate, or -1 */
    ct_block_list results; /* what this rank receives, to conjugate it */
};

/* What planning needs to know. */
typedef struct planning {
    ct_ownership from, into;
    ct_intersection intersection;
} planning;

static ct_status relate(const ct_decomposition *from, const int *permutation,
                        const ct_decomposition *into, ptrdiff_t element_bytes,
                        ct_intersection *intersection) {
    int taken[CT_MAX_AXES] = {0};
    intersection->axes = into->axes;
    intersection->element_bytes = element_bytes;
    if (from->axes != into->axes) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "an array of %d axes becomes one of %d; allowed: as many", from->axes,
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
        intersection->axis_of[a] = source;
    }
    return CT_OK;
}

/* Appends what goes from one rank to another, of which this rank is the one or the other. Products
 * come in the same order to both. */
static ct_status add_blocks(const planning *p, int origin, int destination, ct_end end,
                            ct_block_list *blocks) {
    ct_status status = CT_OK;
    const ptrdiff_t sent = ct_ownership_products(&p->from, origin);
    const ptrdiff_t received = ct_ownership_products(&p->into, destination);
    for (ptrdiff_t i = 0; i < sent; i++) {
        const ct_owned from = ct_ownership_product(&p->from, origin, i);
        for (ptrdiff_t j = 0; j < received; j++) {
            const ct_owned into = ct_ownership_product(&p->into, destination, j);
            const ct_owned_memory memory = end == CT_END_FROM ? ct_ownership_memory(&p->from, i)
                                                              : ct_ownership_memory(&p->into, j);
            CT_TRY(ct_intersection_blocks(&p->intersection, &from, &into, end, &memory, blocks));
        }
    }
cleanup:
    return status;
}

/* All blocks of one side, those of rank 0 first. */
static ct_status list_side(const planning *p, ct_end end, ct_block_list *blocks, ptrdiff_t *first) {
    const int rank = p->from.rank;
    ct_status status = CT_OK;
    for (int peer = 0; peer < p->from.size; peer++) {
        first[peer] = blocks->count;
        CT_TRY(end == CT_END_FROM ? add_blocks(p, rank, peer, end, blocks)
                                  : add_blocks(p, peer, rank, end, blocks));
    }
    first[p->from.size] = blocks->count;
cleanup:
    return status;
}

/* Collective. */
static ct_status plan_exchange(MPI_Comm users, MPI_Comm comm, const planning *p,
                               const ct_exchange_options *options, ct_redistribute_plan *plan) {
    const size_t firsts = (size_t)p->from.size + 1;
    const ptrdiff_t element_bytes = p->intersection.element_bytes;
    ct_block_list sent = {.list = NULL};
    ct_block_list *received = &plan->results;
    ptrdiff_t *first = malloc(2 * firsts * sizeof *first);
    ct_status status =
        first != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for %zu ranks", firsts - 1);
    if (first != NULL) {
        status = list_side(p, CT_END_FROM, &sent, first);
        status = status == CT_OK ? list_side(p, CT_END_INTO, received, first + firsts) : status;
    }
    status = ct_agree(comm, status);
    if (status != CT_OK || first == NULL) {
        goto cleanup;
    }
    static const ct_block none; /* a list of no blocks is a list */
    const ct_blocks send = {.element_bytes = element_bytes,
                            .count = p->from.size,
                            .first_part = first,
                            .list = sent.list != NULL ? sent.list : &none};
    const ct_blocks receive = {.element_bytes = element_bytes,
                               .count = p->from.size,
                               .first_part = first + firsts,
                               .list = received->list != NULL ? received->list : &none};
    CT_TRY(ct_movement_plan_create(users, CT_EXCHANGE, 0, &send, &receive, NULL, options,
                                   &plan->exchange));
cleanup:
    free(first);
    free(sent.list);
    return status;
}

/* What does not fit this call. Local. */
static ct_status check(const ct_decomposition *from, const ct_decomposition *into,
                       ptrdiff_t element_bytes, const ct_redistribute_options *options) {
    if (from == NULL || into == NULL) {
        return ct_raise(CT_ERROR_ARGUMENT, "a redistribution needs two decompositions");
    }
    if (element_bytes < 1 || element_bytes > CT_ELEMENT_MOST_BYTES || options->sign_byte < 0 ||
        options->sign_byte >= element_bytes) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "elements of %td bytes, a sign in byte %td; allowed: 1 to %d bytes, a byte "
                        "in them",
                        element_bytes, options->sign_byte, CT_ELEMENT_MOST_BYTES);
    }
    return CT_OK;
}

/* `users` is the caller's communicator, `comm` ours of the same ranks. Collective. */
static ct_status build(MPI_Comm users, MPI_Comm comm, const ct_decomposition *from,
                       const int *permutation, const ct_decomposition *into,
                       ptrdiff_t element_bytes, const ct_redistribute_options *options,
                       ct_redistribute_plan *plan) {
    planning p = {.from = {.size = 0}};
    ct_status status = CT_OK;
    CT_TRY(ct_ownership_create(comm, from, &p.from));
    CT_TRY(ct_ownership_create(comm, into, &p.into));
    CT_TRY(ct_agree(comm, relate(from, permutation, into, element_bytes, &p.intersection)));
    ct_ownership_order(&p.into, p.intersection.order);
    CT_TRY(plan_exchange(users, comm, &p, &options->exchange, plan));
    plan->sign_byte = !options->conjugate       ? -1
                      : options->sign_byte == 0 ? element_bytes - 1
                                                : options->sign_byte;
    if (!options->conjugate) {
        free(plan->results.list);
        plan->results = (ct_block_list){.list = NULL};
    }
cleanup:
    ct_ownership_destroy(&p.from);
    ct_ownership_destroy(&p.into);
    return status;
}

/* Fails where arguments differ from rank 0's; decompositions are compared when they are gathered.
 * Collective. */
static ct_status check_same(MPI_Comm comm, const int *permutation, int axes,
                            ptrdiff_t element_bytes, const ct_redistribute_options *options) {
    ptrdiff_t mine[3 + CT_MAX_AXES] = {element_bytes, options->conjugate != 0, options->sign_byte};
    ptrdiff_t first[3 + CT_MAX_AXES];
    ct_status status = CT_OK;
    for (int a = 0; a < CT_MAX_AXES; a++) {
        mine[3 + a] = permutation != NULL && a < axes ? permutation[a] : a;
    }
    memcpy(first, mine, sizeof first);
    CT_MPI(MPI_Bcast(first, sizeof first, MPI_BYTE, 0, comm));
    if (memcmp(first, mine, sizeof first) != 0) {
        status = ct_raise(CT_ERROR_ARGUMENT, "arguments of a redistribution differ between ranks");
    }
    status = ct_agree(comm, status);
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
    }
    if (status == CT_OK) {
        status = check(from, into, element_bytes, taken);
    }
    status = ct_agree(context->comm, status);
    if (status != CT_OK || created == NULL) {
        goto cleanup;
    }
    CT_TRY(check_same(context->comm, permutation, into->axes, element_bytes, taken));
    CT_TRY(build(comm, context->comm, from, permutation, into, element_bytes, taken, created));
    *plan = created;
    created = NULL;
cleanup:
    ct_redistribute_plan_destroy(&created);
    ct_context_release(&context);
    return status;
}

ct_status ct_redistribute_execute(ct_redistribute_plan *plan, const void *input, void *output) {
    ct_status status = ct_exchange_execute(plan->exchange, input, output);
    for (ptrdiff_t i = 0; status == CT_OK && plan->sign_byte >= 0 && i < plan->results.count; i++) {
        ct_conjugate(output, &plan->results.list[i], plan->sign_byte);
    }
    return status;
}

void ct_redistribute_plan_destroy(ct_redistribute_plan **plan) {
    if (plan == NULL || *plan == NULL) {
        return;
    }
    ct_exchange_plan_destroy(&(*plan)->exchange);
    free((*plan)->results.list);
    free(*plan);
    *plan = NULL;
}

const ct_exchange_plan *ct_redistribute_exchange(const ct_redistribute_plan *plan) {
    return plan->exchange;
}

double ct_redistribute_total_bytes(const ct_redistribute_plan *plan) {
    return ct_exchange_total_bytes(plan->exchange);
}

double ct_redistribute_plan_bytes(const ct_redistribute_plan *plan) {
    return (double)sizeof *plan + (double)plan->results.capacity * (double)sizeof(ct_block) +
           ct_exchange_plan_bytes(plan->exchange);
}
