/* The state that does not change. */
#include "apps/adi_job.h"

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

/* Iterations that did not reach the tolerance: whether more of them would. */
static ct_status check_converged(const adi_job *job) {
    const adi_config *config = &job->config;
    const ct_adi_steady_result *steady = &job->steady;
    const int half = steady->iterations / 2;
    const double before = least_of(job, 0, half + 1);
    const double after = least_of(job, half + 1, steady->iterations + 1);
    ct_status status = CT_OK;
    if (steady->converged) {
        goto cleanup;
    }
    if (steady->diverged || (steady->residual > 1 && after > before)) {
        CT_FAIL(CT_ERROR_UNSUPPORTED,
                "the residual has grown to %.3g of the first one after %d iterations, which do not "
                "converge where kappa varies like this; allowed: a smoother problem.kappa, or "
                "problem.kind: transient with time.scheme: lod, stable with any step, to a late "
                "time.end",
                steady->residual, steady->iterations);
    }
    if (steady->iterations >= 4 * steady->parameters && after > before / 2) {
        CT_FAIL(CT_ERROR_UNSUPPORTED,
                "the residual is %.3g of the first one after %d iterations and hardly falls any "
                "more; allowed: a larger steady.tolerance than %g%s",
                steady->residual, steady->iterations, config->steady_tolerance,
                config->precision == ADI_SINGLE ? ", or problem.precision: double" : "");
    }
    CT_FAIL(CT_ERROR_UNSUPPORTED,
            "the residual is %.3g of the first one after %d iterations; allowed: more by "
            "steady.iterations, or a larger steady.tolerance than %g",
            steady->residual, steady->iterations, config->steady_tolerance);
cleanup:
    return status;
}

ct_status adi_job_steady(adi_job *job) {
    const adi_config *config = &job->config;
    const double start_s = MPI_Wtime();
    const ct_adi_steady_options options = {.tolerance = config->steady_tolerance,
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
    ct_progress_begin_units(job->progress, "iterations", (double)config->steady_iterations,
                            "iterations");
    CT_TRY(ct_adi_steady(job->plan, &options, &job->steady));
    (void)ct_progress_end(job->progress);
    job->phase_s[ADI_STEPS] = MPI_Wtime() - start_s;
    CT_TRY(check_converged(job));
    CT_TRY(adi_snapshot_write(job));
    CT_TRY(adi_table_add(job));
cleanup:
    return status;
}
