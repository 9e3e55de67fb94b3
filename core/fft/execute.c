/* Executing a transform of the caller's arrays. */
#include "base/fail.h"
#include "fft/single_axis/reduction.h"
#include "fft/stages/run.h"

/* Arrays that others cannot reach go by exchanges, in a plan that the first of them makes. */
static ct_status run_private(ct_fft_plan *plan, const void *input, void *output) {
    ct_status status = CT_OK;
    if (plan->private_plan == NULL) {
        ct_fft_options options = plan->options;
        options.exchange.private_arrays = 1;
        options.pipeline = options.pipeline > 0 ? options.pipeline : 1; /* no time to choose one */
        ct_fft_grids(plan, options.array.grid, options.spectrum.grid);
        CT_TRY(ct_fft_plan_create(plan->comm, &plan->problem, &options, &plan->private_plan));
        ct_fft_watch(plan->private_plan, plan->watch, plan->watch_context);
    }
    CT_TRY(ct_fft_execute(plan->private_plan, input, output));
cleanup:
    return status;
}

ct_status ct_fft_execute(ct_fft_plan *plan, const void *input, void *output) {
    int is_private = 0;
    ct_status status = CT_OK;
    CT_TRY(ct_fft_arrays_open(plan, input, output, &is_private));
    if (is_private) {
        return run_private(plan, input, output);
    }
    CT_TRY(plan->reduction != NULL ? ct_fft_reduction_run(plan) : ct_fft_steps_run(plan));
cleanup:
    return status;
}
