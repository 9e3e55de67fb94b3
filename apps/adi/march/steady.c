/* The state that does not change. */
#include "apps/adi/march/steady.h"

#include "apps/adi/output/snapshots.h"
#include "apps/adi/output/table.h"
#include "base/fail.h"
#include <cornerturn/agree.h>
#include <math.h>
#include <stdlib.h>

/* Called after each iteration on every rank. */
static void watch(void *context, int iteration, double residual) {
    adi_job *job = context;
    job->residuals[iteration] = residual;
    job->course.step = iteration;
    ct_progress_update(job->progress, iteration);
}

/* The least residual of the iterations first .. end - 1. */
static double least_of(const adi_job *job, int first, int end) {
    double least = HUGE_VAL;
    for (int i = first; i < end; i++) {
        least = fmin(least, job->residuals[i]);
    }
    return least;
}

/* Whether u may have any level, so that there is a steady state only where nothing is brought in.
 */
static bool is_insulated(const adi_job *job) {
    const ct_adi_problem *problem = &job->shape.problem;
    const ct_adi_quantity *sigma = &job->sigma.quantity;
    bool is_open = sigma->kind != CT_ADI_NUMBER || sigma->number != 0;
    for (int k = 0; k < problem->axes * CT_ADI_SIDES; k++) {
        const ct_adi_face *face = &problem->face[k / CT_ADI_SIDES][k % CT_ADI_SIDES];
        is_open = is_open || face->kind == CT_ADI_DIRICHLET ||
                  (face->kind == CT_ADI_ROBIN && face->a != 0) || face->kind == CT_ADI_TRANSFER;
    }
    return !is_open;
}

static ct_status say_diverged(const adi_job *job) {
    const ct_adi_steady_result *steady = &job->steady;
    return ct_raise(
        CT_ERROR_UNSUPPORTED, "the residual has grown to %.3g of the first one after %d %s",
        steady->residual, steady->iterations,
        adi_job_is_rough(job) && steady->solver == CT_ADI_STEADY_WACHSPRESS
            ? "iterations, which do not converge where kappa varies like this; allowed: "
              "steady.solver: multigrid"
            : "iterations; allowed: problem.sigma from 0");
}

/* Residuals that hardly fall any more. */
static ct_status say_stuck(const adi_job *job) {
    const adi_config *config = &job->config;
    const ct_adi_steady_result *steady = &job->steady;
    const double *rounds = NULL;
    const int count = ct_adi_steady_rounds(job->plan, &rounds);
    if (count > 0) {
        return ct_raise(
            CT_ERROR_UNSUPPORTED,
            "the residual stays at %.3g of the first one after %d rounds, each with the "
            "coefficients that the u before gives: there is no steady state, or none near "
            "problem.initial; allowed: a start nearer to it, problem.kind: transient up to a late "
            "time.end, or a larger steady.tolerance than %g",
            steady->residual, count - 1, config->steady_tolerance);
    }
    if (is_insulated(job)) {
        return ct_raise(
            CT_ERROR_UNSUPPORTED,
            "the residual stays at %.3g of the first one: there is no steady state, for u grows or "
            "falls by what source and faces bring in; allowed: a source and face values whose sum "
            "is 0, a dirichlet or robin face, or problem.sigma above 0",
            steady->residual);
    }
    return ct_raise(
        CT_ERROR_UNSUPPORTED,
        "the residual is %.3g of the first one after %d iterations and hardly falls any more; "
        "allowed: a larger steady.tolerance than %g%s",
        steady->residual, steady->iterations, config->steady_tolerance,
        config->precision == ADI_SINGLE ? ", or problem.precision: double" : "");
}

/* Iterations that did not reach the tolerance: whether more of them would. */
static ct_status check_converged(const adi_job *job) {
    const adi_config *config = &job->config;
    const ct_adi_steady_result *steady = &job->steady;
    const int half = steady->iterations / 2;
    const double before = least_of(job, 0, half + 1);
    const double after = least_of(job, half + 1, steady->iterations + 1);
    if (steady->converged) {
        return CT_OK;
    }
    if (steady->diverged || (steady->residual > 1 && after > before)) {
        return say_diverged(job);
    }
    if (steady->solver == CT_ADI_STEADY_MULTIGRID
            ? steady->iterations < config->steady_iterations /* ended by rounding */
            : steady->iterations >= 4 * steady->parameters && after > before / 2) {
        return say_stuck(job);
    }
    return ct_raise(CT_ERROR_UNSUPPORTED,
                    "the residual is %.3g of the first one after %d iterations; allowed: more by "
                    "steady.iterations, or a larger steady.tolerance than %g",
                    steady->residual, steady->iterations, config->steady_tolerance);
}

ct_status adi_job_steady(adi_job *job) {
    const adi_config *config = &job->config;
    const ct_adi_steady_options options = {.solver = (ct_adi_steady_solver)config->steady_solver,
                                           .tolerance = config->steady_tolerance,
                                           .most_iterations = (int)config->steady_iterations,
                                           .parameters = (int)config->steady_parameters,
                                           .watch = watch,
                                           .context = job};
    ct_status status = CT_OK;
    job->course.time = config->start;
    job->residuals = calloc((size_t)config->steady_iterations + 1, sizeof *job->residuals);
    CT_TRY(ct_agree(job->comm, job->residuals != NULL
                                   ? CT_OK
                                   : ct_raise(CT_ERROR_MEMORY, "no memory for %lld residuals",
                                              config->steady_iterations)));
    ct_laps_end(&job->laps, "between");
    ct_progress_begin_units(job->progress, "iterations", (double)config->steady_iterations,
                            "iterations");
    CT_TRY(ct_adi_steady(job->plan, &options, &job->steady));
    (void)ct_progress_end(job->progress);
    ct_laps_end(&job->laps, "steps");
    CT_TRY(check_converged(job));
    CT_TRY(adi_snapshot_write(job));
    CT_TRY(adi_table_add(job));
cleanup:
    return status;
}
