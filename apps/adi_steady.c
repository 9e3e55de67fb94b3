/* The state that does not change. */
#include "apps/adi_job.h"

#include "base/fail.h"
#include <cornerturn/agree.h>
#include <stdlib.h>

/* Called after each iteration on every rank. */
static void watch(void *context, int iteration, double residual) {
    adi_job *job = context;
    job->residuals[iteration] = residual;
    job->course.step = iteration;
    ct_progress_update(job->progress, iteration);
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
    if (!job->steady.converged) {
        CT_FAIL(CT_ERROR_UNSUPPORTED,
                "the residual is %.3g of the first one after %d iterations; allowed: more by "
                "steady.iterations, or a larger steady.tolerance than %g",
                job->steady.residual, job->steady.iterations, config->steady_tolerance);
    }
    CT_TRY(adi_snapshot_write(job));
    CT_TRY(adi_table_add(job));
cleanup:
    return status;
}
