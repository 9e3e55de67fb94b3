#include "adi/tridiagonal/choose.h"

#include "adi/tridiagonal/layout.h"
#include "adi/tridiagonal/plan.h"
#include "adi/tridiagonal/solve.h"
#include "base/mpi.h"
#include "tune/tuning.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Candidates of the contest: plans with the identity as matrix. */
typedef struct choosing {
    const ct_tridiagonal_plan *plan;
    const ct_tridiagonal_problem *problem;
    const ct_tridiagonal_options *options;
    const ct_tridiagonal_trial *trial;
} choosing;

typedef struct candidate {
    ct_tridiagonal_plan *plan;
    void *array;
} candidate;

static ct_status make_key(void *context, ct_tuning_key *key) {
    const choosing *c = context;
    const ct_exchange_options *exchange = &c->options->exchange;
    const int axes = c->problem->array.axes;
    int numbers[7 + CT_MAX_AXES] = {(int)c->problem->precision + 2 * (int)exchange->precision,
                                    c->problem->axis,
                                    c->problem->is_cyclic != 0,
                                    c->problem->is_variable != 0,
                                    c->problem->parts,
                                    (int)exchange->transport,
                                    exchange->steps_in_flight};
    memcpy(numbers + 7, c->problem->array.grid, (size_t)axes * sizeof *numbers);
    uint64_t hash = ct_tuning_hash(0, numbers, sizeof numbers / sizeof *numbers);
    hash = ct_tuning_hash_text(hash, exchange->algorithm);
    ct_tuning_key_name(key, "tridiagonal", axes, c->problem->array.extent, hash);
    return CT_OK;
}

static void discard(void *context, void **built) {
    const choosing *c = context;
    candidate *t = *built;
    if (t != NULL) {
        c->trial->destroy(&t->plan);
        ct_free(&t->array);
    }
    free(t);
    *built = NULL;
}

/* Gives a candidate the identity. Collective. */
static ct_status make_identity(const choosing *c, ct_tridiagonal_plan *plan) {
    const MPI_Comm comm = c->plan->context->comm;
    const ct_tridiagonal_problem *problem = c->problem;
    const ptrdiff_t bytes = plan->kernels->bytes;
    const ptrdiff_t numbers = problem->is_variable
                                  ? ct_ownership_elements(&plan->ownership, plan->context->rank)
                                  : problem->array.extent[problem->axis];
    const ptrdiff_t size = problem->is_variable ? bytes : (ptrdiff_t)sizeof(double);
    const double one = 1;
    char *zeros = calloc((size_t)numbers + 1, (size_t)size);
    char *ones = calloc((size_t)numbers + 1, (size_t)size);
    ct_status status = zeros != NULL && ones != NULL
                           ? CT_OK
                           : ct_raise(CT_ERROR_MEMORY, "no memory for %td numbers", numbers);
    for (ptrdiff_t i = 0; i < numbers && status == CT_OK && ones != NULL; i++) {
        if (problem->is_variable) {
            plan->kernels->store(&one, 1, ones + i * size);
        } else {
            ((double *)(void *)ones)[i] = 1;
        }
    }
    CT_TRY(ct_agree(comm, status));
    CT_TRY(c->trial->factorise(plan, zeros, ones, zeros));
cleanup:
    free(zeros);
    free(ones);
    return status;
}

static ct_status build(void *context, ct_adi_method method, void **built) {
    const choosing *c = context;
    const MPI_Comm comm = c->plan->context->comm;
    const ptrdiff_t bytes = ct_ownership_bytes(&c->plan->ownership, c->plan->context->rank);
    ct_tridiagonal_options options = *c->options;
    candidate *t = calloc(1, sizeof *t);
    ct_status status = t != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for a trial");
    *built = t;
    options.method = (ct_tridiagonal_method)method;
    options.exchange.planning = CT_PLAN_ESTIMATE;
    status = ct_agree(comm, status);
    if (status != CT_OK || t == NULL) {
        return status;
    }
    CT_TRY(c->trial->build(comm, c->problem, &options, &t->plan));
    CT_TRY(make_identity(c, t->plan));
    CT_TRY(ct_alloc(comm, bytes, &t->array));
    memset(t->array, 0, (size_t)bytes);
cleanup:
    return status;
}

static ct_status run(void *context, void *built) {
    candidate *t = built;
    (void)context;
    return ct_tridiagonal_run(t->plan, t->array);
}

ct_status ct_tridiagonal_choose(ct_tridiagonal_plan *plan, const ct_tridiagonal_problem *problem,
                                const ct_tridiagonal_options *options,
                                const ct_tridiagonal_trial *trial) {
    choosing c = {plan, problem, options, trial};
    const int is_free =
        ct_tridiagonal_is_plain(&problem->array) && options->method != CT_TRIDIAGONAL_TRANSPOSING;
    ct_adi_chooser chooser = {.comm = plan->context->comm,
                              .size = plan->context->size,
                              .exchange = &options->exchange,
                              .cells = {.axes = problem->array.axes},
                              .element_bytes = problem->parts * plan->kernels->bytes,
                              .axis = problem->axis,
                              .about = " a solution",
                              .context = &c,
                              .key = make_key,
                              .build = build,
                              .run = run,
                              .destroy = discard};
    memcpy(chooser.cells.extent, problem->array.extent, sizeof chooser.cells.extent);
    memcpy(chooser.cells.grid, problem->array.grid, sizeof chooser.cells.grid);
    if (ct_tridiagonal_is_plain(&problem->array) &&
        ct_tridiagonal_parts(&problem->array, problem->axis) < 2) {
        ct_adi_method_given(CT_ADI_AUTO, &plan->chosen);
        return CT_OK;
    }
    if (is_free && options->method == CT_TRIDIAGONAL_AUTO) {
        return ct_adi_method_choose(&chooser, &plan->chosen);
    }
    ct_adi_method_given(is_free ? CT_ADI_REDUCING : CT_ADI_TRANSPOSING, &plan->chosen);
    if (options->method != (ct_tridiagonal_method)plan->chosen.method) {
        (void)snprintf(plan->chosen.reason, sizeof plan->chosen.reason,
                       "transposing, as the array is not in dense blocks with the axes in order");
    }
    return CT_OK;
}
