/* Executing a transform of the caller's arrays. */
#include "base/mpi.h"
#include "fft/sides/given.h"
#include "fft/sides/relaid.h"
#include "fft/single_axis/reduction.h"
#include "fft/stages/run.h"
#include "fft/twin.h"
#include <cornerturn/agree.h>

/* Where nothing can be shared arrays that others cannot reach go by exchanges, in a plan that the
 * first of them makes. */
static ct_status create_private(ct_fft_plan *plan) {
    ct_status status = CT_OK;
    if (plan->private_plan == NULL) {
        ct_fft_options options = ct_fft_given_options(plan);
        options.exchange.private_arrays = 1;
        options.pipeline = options.pipeline > 0 ? options.pipeline : 1; /* no time to choose one */
        CT_TRY(ct_fft_plan_create(plan->comm, &plan->problem, &options, &plan->private_plan));
        ct_fft_watch(plan->private_plan, plan->watch, plan->watch_context);
    }
cleanup:
    return status;
}

/* Unless others cannot reach the arrays, nor any that stand in for them. Collective. */
static ct_status run(ct_fft_plan *plan, const void *input, void *output, int *is_private) {
    ct_status status = CT_OK;
    CT_TRY(ct_fft_arrays_open(plan, input, output, is_private));
    if (!*is_private) {
        CT_TRY(plan->reduction != NULL ? ct_fft_reduction_run(plan) : ct_fft_steps_run(plan));
        ct_fft_arrays_close(plan, output);
    }
cleanup:
    return status;
}

/* Of arrays that stages and exchanges take as they are. Collective. */
static ct_status transform(ct_fft_plan *plan, const void *input, void *output) {
    int is_private = 0;
    ct_status status = CT_OK;
    CT_TRY(run(plan, input, output, &is_private));
    if (is_private) {
        CT_TRY(create_private(plan));
        CT_TRY(ct_fft_execute(plan->private_plan, input, output));
    }
cleanup:
    return status;
}

ct_status ct_fft_execute(ct_fft_plan *plan, const void *input, void *output) {
    CT_REQUIRE_PLAN(plan);
    const void *from = input;
    void *into = output;
    ct_status status = CT_OK;
    if (!ct_fft_is_relaid(plan)) {
        return transform(plan, input, output);
    }
    CT_TRY(ct_agree(plan->comm, ct_fft_arrays_check(plan, input, output)));
    ct_fft_relaid_arrays(plan, &from, &into);
    CT_TRY(ct_fft_relaid_begin(plan, input));
    CT_TRY(transform(plan, from, into));
    CT_TRY(ct_fft_relaid_end(plan, output));
cleanup:
    return status;
}

/* Whether the batch is the same everywhere, and all of its arrays will do. Collective. */
static ct_status check_batch(const ct_fft_plan *plan, int n, const void *const inputs[],
                             void *const outputs[]) {
    ct_status mine = CT_OK;
    ct_status status = CT_OK;
    int most[2] = {n, -n}; /* on any rank */
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, most, 2, MPI_INT, MPI_MAX, plan->comm));
    if (most[0] != -most[1] || n < 0) {
        CT_FAIL(CT_ERROR_ARGUMENT,
                "an FFT of %d fields on one rank and %d on another; allowed: from 0, as many on "
                "all",
                -most[1], most[0]);
    }
    for (int i = 0; i < n && mine == CT_OK; i++) {
        mine = inputs != NULL && outputs != NULL
                   ? ct_fft_arrays_check(plan, inputs[i], outputs[i])
                   : ct_raise(CT_ERROR_ARGUMENT, "an FFT of %d fields was given no arrays", n);
    }
    CT_TRY(ct_agree(plan->comm, mine));
cleanup:
    return status;
}

/* One field after the other, each redistributed; seconds add up. Collective. */
static ct_status execute_each(ct_fft_plan *plan, int n, const void *const inputs[],
                              void *const outputs[]) {
    double relaid_s[2] = {0, 0};
    double seconds[CT_FFT_PHASES_MOST] = {0};
    ct_status status = CT_OK;
    for (int i = 0; i < n; i++) {
        CT_TRY(ct_fft_execute(plan, inputs[i], outputs[i]));
        for (int step = 0; step < plan->steps; step++) {
            seconds[step] += plan->step[step].seconds;
        }
        relaid_s[0] += plan->relaid_s[0];
        relaid_s[1] += plan->relaid_s[1];
    }
    for (int step = 0; step < plan->steps; step++) {
        plan->step[step].seconds = seconds[step];
    }
    plan->relaid_s[0] = relaid_s[0];
    plan->relaid_s[1] = relaid_s[1];
cleanup:
    return status;
}

ct_status ct_fft_execute_many(ct_fft_plan *plan, int n, const void *const inputs[],
                              void *const outputs[]) {
    CT_REQUIRE_PLAN(plan);
    ct_status status = CT_OK;
    CT_TRY(check_batch(plan, n, inputs, outputs));
    if (ct_fft_is_relaid(plan)) {
        return execute_each(plan, n, inputs, outputs);
    }
    if (n > 1) {
        CT_TRY(ct_fft_twin_create(plan));
    }
    if (plan->twin != NULL) {
        return ct_fft_steps_run_many(plan, n, inputs, outputs);
    }
    for (int i = 0; i < n; i++) {
        int is_private = 0;
        CT_TRY(run(plan, inputs[i], outputs[i], &is_private));
        if (is_private) {
            CT_TRY(create_private(plan));
            return ct_fft_execute_many(plan->private_plan, n - i, inputs + i, outputs + i);
        }
    }
cleanup:
    return status;
}
