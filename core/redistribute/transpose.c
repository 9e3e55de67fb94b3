/* Transposes: redistributions between balanced blocks. */
#include "base/mpi.h"
#include "node/supposed/cluster.h"
#include "redistribute/redistribution.h"
#include <cornerturn/agree.h>
#include <cornerturn/redistribute.h>
#include <cornerturn/transpose.h>

#include <stdlib.h>

struct ct_transpose_plan {
    ct_redistribute_plan *moves;
};

/* The permutation that is given, or the axes in reverse order. */
static const int *permutation_of(int axes, const int *given, int reversed[CT_MAX_AXES]) {
    for (int a = 0; a < axes && a < CT_MAX_AXES; a++) {
        reversed[a] = axes - 1 - a;
    }
    return given != NULL ? given : reversed;
}

int ct_transpose_swaps(const ct_distribution *from, const int *permutation,
                       const ct_distribution *into) {
    int reversed[CT_MAX_AXES];
    int taken[CT_MAX_AXES] = {0};
    int swaps = from != NULL && into != NULL && from->axes == into->axes && from->axes >= 1 &&
                from->axes <= CT_MAX_AXES;
    if (!swaps) {
        return 0;
    }
    const int axes = from->axes;
    const int *axis_of = permutation_of(axes, permutation, reversed);
    ct_redistribution redistribution = {.from = ct_ownership_of(from, NULL, 1),
                                        .into = ct_ownership_of(into, NULL, 1)};
    for (int a = 0; a < axes && swaps; a++) {
        swaps = axis_of[a] >= 0 && axis_of[a] < axes && taken[axis_of[a]]++ == 0 &&
                into->extent[a] == from->extent[axis_of[a]];
        redistribution.axis_of[a] = axis_of[a];
    }
    return swaps && ct_redistribution_is_swap(&redistribution);
}

/* Local. */
static ct_status check(const ct_distribution *from, const ct_distribution *into, int size,
                       ptrdiff_t element_bytes) {
    ct_status status = CT_OK;
    if (from == NULL || into == NULL || from->axes != into->axes) {
        CT_FAIL(CT_ERROR_ARGUMENT, "a transpose needs two distributions of as many axes");
    }
    CT_TRY(ct_distribution_check(from, size, element_bytes));
    CT_TRY(ct_distribution_check(into, size, element_bytes));
cleanup:
    return status;
}

ct_status ct_transpose_plan_create(MPI_Comm comm, const ct_distribution *from,
                                   const int *permutation, const ct_distribution *into,
                                   ptrdiff_t element_bytes, const ct_transpose_options *options,
                                   ct_transpose_plan **plan) {
    const ct_numbers complexes = ct_numbers_complex(CT_DOUBLE, CT_DOUBLE);
    ct_redistribute_options taken = {.conjugate = 0};
    int reversed[CT_MAX_AXES];
    int size = 1;
    ct_status status = CT_OK;
    ct_transpose_plan *created = NULL;
    *plan = NULL;
    CT_TRY(ct_comm_check(comm));
    CT_TRY(ct_cluster_size(comm, &size));
    created = calloc(1, sizeof *created);
    status = created != NULL ? check(from, into, size, element_bytes)
                             : ct_raise(CT_ERROR_MEMORY, "no memory for a plan");
    status = ct_agree(comm, status);
    if (created == NULL || status != CT_OK) {
        goto cleanup;
    }
    if (options != NULL) {
        taken = (ct_redistribute_options){.conjugate = options->conjugate,
                                          .sign_byte = options->sign_byte,
                                          .exchange = options->exchange};
        if (options->conjugate && options->exchange.precision != CT_MESSAGES_EXACT &&
            element_bytes == 2 * (ptrdiff_t)sizeof(double) &&
            options->sign_byte % (element_bytes - 1) == 0) {
            taken.numbers = &complexes; /* what they are must be known to round them */
            taken.sign_byte = 0;
        }
    }
    const ct_ownership input = ct_ownership_of(from, NULL, element_bytes);
    const ct_ownership result = ct_ownership_of(into, NULL, element_bytes);
    CT_TRY(ct_redistribute_plan_create(
        comm, &input.decomposition, permutation_of(from->axes, permutation, reversed),
        &result.decomposition, element_bytes, &taken, &created->moves));
    *plan = created;
    return CT_OK;
cleanup:
    free(created);
    return status;
}

ct_status ct_transpose_execute(ct_transpose_plan *plan, const void *input, void *output) {
    CT_REQUIRE_PLAN(plan);
    return ct_redistribute_execute(plan->moves, input, output);
}

void ct_transpose_plan_destroy(ct_transpose_plan **plan) {
    if (plan == NULL || *plan == NULL) {
        return;
    }
    ct_redistribute_plan_destroy(&(*plan)->moves);
    free(*plan);
    *plan = NULL;
}

const ct_exchange_plan *ct_transpose_exchange(const ct_transpose_plan *plan) {
    return ct_redistribute_exchange(plan->moves);
}

double ct_transpose_total_bytes(const ct_transpose_plan *plan) {
    return ct_redistribute_total_bytes(plan->moves);
}

ct_status ct_transpose_rounding(const ct_transpose_plan *plan, ct_exchange_losses *losses) {
    CT_REQUIRE_PLAN(plan);
    return ct_redistribute_rounding(plan->moves, losses);
}

double ct_transpose_plan_bytes(const ct_transpose_plan *plan) {
    return (double)sizeof *plan + ct_redistribute_plan_bytes(plan->moves);
}
