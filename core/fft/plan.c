/* Creates an FFT plan: of steps, or the reduction of a single axis to a complex transform. */
#include "fft/plan.h"

#include "base/fail.h"
#include "fft/build.h"
#include "fft/sides/given.h"
#include "fft/sides/relaid.h"
#include "fft/single_axis/reduction.h"
#include "fft/tune.h"

#include <stdio.h>

/* A ct_fft_building. */
static ct_status build(MPI_Comm comm, const ct_fft_problem *problem, const ct_fft_options *options,
                       ct_fft_plan **created) {
    ct_status status = CT_OK;
    CT_TRY(ct_fft_build_begin(comm, problem, options, 0, created));
    CT_TRY((*created)->shape.reduced_points > 0 ? ct_fft_reduction_create(*created, options)
                                                : ct_fft_build_tuned(*created, options));
    CT_TRY(ct_fft_relaid_create(*created, options));
cleanup:
    return status;
}

ct_status ct_fft_plan_build(ct_fft_building *building, MPI_Comm comm, const ct_fft_problem *problem,
                            const ct_fft_options *options, ct_fft_plan **plan) {
    ct_status status = building(comm, problem, options, plan);
    if (*plan == NULL || !(*plan)->is_short_of_shared) {
        return status;
    }
    ct_fft_options by_exchanges = *options;
    by_exchanges.exchange.private_arrays = 1;
    ct_fft_plan_destroy(plan);
    status = building(comm, problem, &by_exchanges, plan);
    if (status == CT_OK && (*plan)->rank == 0 && (*plan)->warning[0] == '\0') {
        (void)snprintf((*plan)->warning, sizeof(*plan)->warning,
                       "the node has no shared memory left for what this FFT has between its "
                       "steps: it goes by exchanges, which take longer");
    }
    return status;
}

ct_status ct_fft_plan_create(MPI_Comm comm, const ct_fft_problem *problem,
                             const ct_fft_options *options, ct_fft_plan **plan) {
    static const ct_fft_options defaults = {.direction = CT_FORWARD};
    ct_status status = CT_OK;
    ct_fft_plan *created = NULL;
    *plan = NULL;
    options = options != NULL ? options : &defaults;
    CT_TRY(ct_fft_given_check(comm, problem, options));
    CT_TRY(ct_fft_plan_build(build, comm, problem, options, &created));
    *plan = created;
    return CT_OK;
cleanup:
    ct_fft_plan_destroy(&created);
    return status;
}

void ct_fft_plan_destroy(ct_fft_plan **plan) {
    if (plan == NULL || *plan == NULL) {
        return;
    }
    ct_fft_relaid_destroy(*plan);
    ct_fft_plan_destroy(&(*plan)->private_plan);
    ct_fft_build_destroy(&(*plan)->twin);
    ct_fft_reduction_destroy(&(*plan)->reduction);
    ct_fft_build_destroy(plan);
}
