/* Creates a plan. */
#include "adi/tridiagonal/plan.h"

#include "adi/tridiagonal/choose.h"
#include "adi/tridiagonal/layout.h"
#include "base/fail.h"
#include "base/same.h"
#include "redistribute/decomposed/gather.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <stdlib.h>
#include <string.h>

static ct_status check(const ct_tridiagonal_problem *problem,
                       const ct_tridiagonal_options *options) {
    if (problem == NULL) {
        return ct_raise(CT_ERROR_ARGUMENT, "tridiagonal systems need a problem");
    }
    if (problem->axis < 0 || problem->axis >= problem->array.axes) {
        return ct_raise(CT_ERROR_ARGUMENT, "systems along axis %d; allowed: 0 to %d", problem->axis,
                        problem->array.axes - 1);
    }
    if (problem->parts != 1 && problem->parts != 2) {
        return ct_raise(CT_ERROR_ARGUMENT, "elements of %d numbers; allowed: 1 (real), 2 (complex)",
                        problem->parts);
    }
    if (problem->precision != CT_DOUBLE && problem->precision != CT_FLOAT) {
        return ct_raise(CT_ERROR_ARGUMENT, "precision %d; allowed: 0, 1", (int)problem->precision);
    }
    if (options->method < CT_TRIDIAGONAL_AUTO || options->method > CT_TRIDIAGONAL_REDUCING) {
        return ct_raise(CT_ERROR_ARGUMENT, "method %d; allowed: 0 to %d", (int)options->method,
                        (int)CT_TRIDIAGONAL_REDUCING);
    }
    if (problem->precision == CT_FLOAT && options->exchange.precision != CT_MESSAGES_EXACT) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "precision %d of messages; allowed with floats: 0, for there is nothing to "
                        "round",
                        (int)options->exchange.precision);
    }
    return CT_OK;
}

/* What ct_ownership_create does not compare. Collective. */
static ct_status check_same(MPI_Comm comm, const ct_tridiagonal_problem *problem,
                            const ct_tridiagonal_options *options) {
    const int mine[] = {problem->axis,
                        problem->is_cyclic != 0,
                        problem->is_variable != 0,
                        problem->parts,
                        (int)problem->precision,
                        (int)options->method,
                        (int)options->exchange.planning,
                        (int)options->exchange.precision};
    int differs = 0;
    ct_status status = CT_OK;
    CT_TRY(ct_same_compare(comm, mine, sizeof mine, &differs));
    if (differs) {
        status = ct_raise(CT_ERROR_ARGUMENT, "problem or options differ between ranks");
    }
    status = ct_agree(comm, status);
cleanup:
    return status;
}

static ct_status create(MPI_Comm comm, const ct_tridiagonal_problem *problem,
                        const ct_tridiagonal_options *options, ct_tridiagonal_plan **plan);

/* Everything after the context is there. Collective. */
static ct_status build(ct_tridiagonal_plan *plan, const ct_tridiagonal_problem *problem,
                       const ct_tridiagonal_options *options) {
    static const ct_tridiagonal_trial trial = {create, ct_tridiagonal_factorise,
                                               ct_tridiagonal_plan_destroy};
    const MPI_Comm comm = plan->context->comm;
    ct_status status = CT_OK;
    plan->problem = *problem;
    plan->kernels = ct_adi_kernels_for(problem->precision);
    CT_TRY(ct_ownership_create(comm, &problem->array, problem->parts * plan->kernels->bytes,
                               &plan->ownership));
    plan->problem.array = plan->ownership.decomposition;
    CT_TRY(ct_agree(comm, ct_adi_exchanges_create(&options->exchange, &plan->exchanges)));
    CT_TRY(ct_adi_exchanges_check(comm, &options->exchange));
    CT_TRY(ct_tridiagonal_choose(plan, &plan->problem, options, &trial));
    CT_TRY(ct_tridiagonal_lay(plan));
cleanup:
    return status;
}

static ct_status create(MPI_Comm comm, const ct_tridiagonal_problem *problem,
                        const ct_tridiagonal_options *options, ct_tridiagonal_plan **plan) {
    ct_status status = CT_OK;
    ct_context *context = NULL;
    ct_tridiagonal_plan *created = ct_context_begin_plan(comm, sizeof *created, &context, &status);
    *plan = NULL;
    if (created == NULL) {
        return status;
    }
    created->context = context;
    CT_TRY(build(created, problem, options));
    *plan = created;
    return CT_OK;
cleanup:
    ct_tridiagonal_plan_destroy(&created);
    return status;
}

ct_status ct_tridiagonal_plan_create(MPI_Comm comm, const ct_tridiagonal_problem *problem,
                                     const ct_tridiagonal_options *options,
                                     ct_tridiagonal_plan **plan) {
    static const ct_tridiagonal_options defaults = {.method = CT_TRIDIAGONAL_AUTO};
    ct_status status = CT_OK;
    options = options != NULL ? options : &defaults;
    *plan = NULL;
    CT_TRY(ct_agree(comm, check(problem, options)));
    CT_TRY(check_same(comm, problem, options));
    CT_TRY(create(comm, problem, options, plan));
cleanup:
    return status;
}

void ct_tridiagonal_plan_destroy(ct_tridiagonal_plan **plan) {
    if (plan == NULL || *plan == NULL) {
        return;
    }
    ct_tridiagonal_plan *p = *plan;
    ct_adi_reduction_destroy(&p->reduction);
    ct_context_release(&p->line.context);
    ct_redistribute_plan_destroy(&p->there);
    ct_redistribute_plan_destroy(&p->back);
    ct_adi_exchanges_destroy(&p->exchanges);
    ct_ownership_destroy(&p->ownership);
    ct_free(&p->lines);
    free(p->memory);
    free(p->lower);
    free(p->upper);
    free(p->scratch);
    free(p->chosen.score);
    ct_context_release(&p->context);
    free(p);
    *plan = NULL;
}

ct_tridiagonal_method ct_tridiagonal_method_used(const ct_tridiagonal_plan *plan) {
    return (ct_tridiagonal_method)plan->chosen.method;
}

const char *ct_tridiagonal_reason(const ct_tridiagonal_plan *plan) {
    return plan->chosen.reason;
}

const ct_score *ct_tridiagonal_score(const ct_tridiagonal_plan *plan, int index) {
    return index >= 0 && index < plan->chosen.scores ? &plan->chosen.score[index] : NULL;
}

double ct_tridiagonal_plan_bytes(const ct_tridiagonal_plan *plan) {
    return plan->bytes;
}
