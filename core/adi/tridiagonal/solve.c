#include "adi/tridiagonal/solve.h"

#include "adi/tridiagonal/plan.h"
#include "base/mpi.h"
#include "node/vote.h"

#include <stdint.h>

/* Whole lines, where they are in memory. A strip of lines is eliminated and substituted while it is
 * in the cache. */
static void solve_whole(const ct_tridiagonal_plan *plan, void *array) {
    const ct_adi_systems *s = &plan->systems;
    const ct_adi_kernels *kernels = plan->kernels;
    char *last = s->is_cyclic ? plan->scratch : NULL;
    char *sum = s->is_cyclic ? last + plan->width * kernels->bytes : NULL;
    char *weight = s->is_cyclic ? sum + plan->width * kernels->bytes : NULL;
    if (s->shape.inner == 1) {
        kernels->solve(s, 0, s->shape.outer, array, plan->scratch, NULL);
        return;
    }
    for (ptrdiff_t outer = 0; outer < s->shape.outer; outer++) {
        for (ptrdiff_t from = 0; from < s->shape.inner; from += plan->width) {
            const ptrdiff_t left = s->shape.inner - from;
            const ct_adi_part part = {.outer = outer,
                                      .outers = 1,
                                      .from = from,
                                      .count = left < plan->width ? left : plan->width,
                                      .end = s->shape.n};
            kernels->forward(s, &part, array, sum, weight);
            if (s->is_cyclic) {
                kernels->close(s, &part, array, sum, last);
            }
            kernels->backward(s, &part, array, last, last);
        }
    }
}

/* Parts of lines. Collective over the line. */
static ct_status solve_parts(ct_tridiagonal_plan *plan, void *array) {
    const ct_adi_systems *s = &plan->systems;
    ct_adi_reduction *r = &plan->reduction;
    const ct_adi_part all = {.outers = s->shape.outer, .count = s->shape.inner, .end = s->shape.n};
    ct_status status = CT_OK;
    plan->kernels->forward(s, &all, array, ct_adi_reduction_sum(r),
                           ct_adi_reduction_sum(r) != NULL ? r->weight : NULL);
    CT_TRY(ct_adi_reduction_close(r, array, 0));
    plan->kernels->backward(s, &all, array, ct_adi_reduction_before(r), ct_adi_reduction_last(r));
cleanup:
    return status;
}

ct_status ct_tridiagonal_run(ct_tridiagonal_plan *plan, void *array) {
    void *lines = plan->there != NULL ? plan->lines : array;
    ct_status status = CT_OK;
    if (plan->there != NULL) {
        CT_TRY(ct_redistribute_execute(plan->there, array, lines));
    }
    if (!plan->is_empty && plan->line.size > 1) {
        CT_TRY(solve_parts(plan, lines));
    } else if (!plan->is_empty) {
        solve_whole(plan, lines);
    }
    if (plan->there != NULL) {
        CT_TRY(ct_redistribute_execute(plan->back, lines, array));
    }
cleanup:
    return status;
}

ct_status ct_tridiagonal_solve(ct_tridiagonal_plan *plan, int n, void *const arrays[]) {
    CT_REQUIRE_PLAN(plan);
    enum { BITS = 31 };
    const uint64_t mask = ((uint64_t)1 << BITS) - 1;
    const int has_part = ct_ownership_elements(&plan->ownership, plan->context->rank) > 0;
    int are_given = n == 0 || arrays != NULL;
    ct_status status = CT_OK;
    for (int i = 0; i < n && are_given; i++) {
        are_given = arrays[i] != NULL || !has_part;
    }
    /* The number, its complement, and whether arrays are there: equal numbers survive an AND. */
    const uint64_t number = (uint64_t)(unsigned)n & mask;
    uint64_t word = number | (~number & mask) << BITS | (uint64_t)(are_given && n >= 0) << 2 * BITS;
    CT_TRY(ct_vote(plan->context, &word));
    if (!plan->has_matrix || word >> 2 * BITS != 1 || (((word >> BITS) ^ word) & mask) != mask) {
        CT_FAIL(CT_ERROR_ARGUMENT, "%s",
                !plan->has_matrix
                    ? "systems without a matrix; call ct_tridiagonal_factorise before"
                    : "systems need as many arrays on all ranks, from 0, each not NULL");
    }
    for (int i = 0; i < n && arrays != NULL; i++) {
        CT_TRY(ct_tridiagonal_run(plan, arrays[i]));
    }
cleanup:
    return status;
}
