#include "adi/steady/steady_multigrid.h"

#include "adi/plan.h"
#include "base/fail.h"

#include <math.h>

enum { ROUNDS_MOST = 5 };                  /* of solving for what rounding left of the residual */
static const double worth_a_round = 0.5;   /* a round that leaves more is the last */
static const double most_mean = 1e-2;      /* of |f|, that the discretisation may leave */
static const double round_reduction = 0.1; /* of the residual by rounds after the first */

/* The whole iteration's watch, for one round. */
typedef struct relay {
    const ct_adi_steady_options *options;
    int before; /* iterations of earlier rounds */
    double first;
} relay;

static void pass_on(void *context, int iteration, double residual) {
    const relay *r = context;
    if (r->options->watch != NULL) {
        r->options->watch(r->options->context, r->before + iteration, residual / r->first);
    }
}

ct_status ct_adi_steady_residual(ct_adi_plan *plan, ct_adi_solver *solver, ct_adi_residual residual,
                                 int is_first, double *root) {
    const double whole = (1 - 1e-9) * ct_adi_volume(plan);
    ct_adi_unbalanced rest;
    ct_status status = CT_OK;
    CT_TRY(residual(plan, root));
    if (!ct_adi_solver_is_free(solver)) {
        return CT_OK;
    }
    CT_TRY(ct_adi_solver_means(plan, solver, &rest));
    *root = sqrt(fmax(*root * *root - rest.square, 0));
    if (is_first && fabs(rest.mean) > most_mean * rest.size && rest.volume < whole) {
        CT_FAIL(CT_ERROR_UNSUPPORTED,
                "there is no steady state: in a piece of the domain of volume %.4g, which masked "
                "cells cut off, u grows or falls by what source and faces bring in, on average "
                "%.4g, and nothing lets it out; allowed: a source and face values whose sum there "
                "is 0, a face or walls that act by u, sigma above 0, or masking it",
                rest.volume, rest.mean);
    }
    if (is_first && fabs(rest.mean) > most_mean * rest.size) {
        CT_FAIL(CT_ERROR_UNSUPPORTED,
                "there is no steady state: u grows or falls by what source and faces bring in, on "
                "average %.4g, and nothing lets it out; allowed: a source and face values whose "
                "sum is 0, a face that acts by u, or sigma above 0",
                rest.mean);
    }
cleanup:
    return status;
}

ct_status ct_adi_steady_multigrid(ct_adi_plan *plan, const ct_adi_steady_options *options,
                                  ct_adi_residual residual, ct_adi_steady_result *result) {
    relay watch = {.options = options};
    ct_adi_solver *solver = NULL;
    double root = 0;
    double rounding = 0;
    ct_status status = CT_OK;
    CT_TRY(ct_adi_solver_of(plan, 0, 1, &solver));
    CT_TRY(ct_adi_steady_residual(plan, solver, residual, 1, &root));
    result->first_residual = watch.first = root;
    if (options->watch != NULL) {
        options->watch(options->context, 0, root > 0 ? 1 : 0);
    }
    result->residual = root > 0 ? 1 : 0;
    for (int round = 0; round < ROUNDS_MOST && !result->diverged; round++) {
        const double before = result->residual;
        const double wanted =
            round == 0 ? options->tolerance : fmin(options->tolerance, round_reduction * before);
        ct_adi_solution solution = {.tolerance = wanted * watch.first,
                                    .most_iterations =
                                        options->most_iterations - result->iterations,
                                    .watch = pass_on,
                                    .context = &watch};
        watch.before = result->iterations;
        result->converged = before <= options->tolerance;
        if (result->converged || solution.most_iterations == 0) {
            break;
        }
        CT_TRY(ct_adi_solver_advance(plan, solver, &solution));
        CT_TRY(ct_adi_steady_residual(plan, solver, residual, 0, &root));
        result->iterations += solution.iterations;
        result->residual = root / watch.first;
        result->converged = result->residual <= options->tolerance;
        result->diverged = solution.is_indefinite && !result->converged;
        if (result->converged || result->residual > worth_a_round * before) {
            break;
        }
    }
    CT_TRY(ct_adi_solver_rounding(plan, solver, &rounding));
    if (!result->converged && !result->diverged && result->iterations > 0 && root <= rounding) {
        result->converged = result->is_rounding = 1;
    }
cleanup:
    return status;
}
