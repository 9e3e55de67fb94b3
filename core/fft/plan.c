/* Creates an FFT plan: of steps, or the reduction of a single axis to a complex transform. */
#include "fft/plan.h"

#include "base/fail.h"
#include "fft/build.h"
#include "fft/sides/given.h"
#include "fft/sides/relaid.h"
#include "fft/single_axis/reduction.h"
#include "fft/tune.h"

#include <stdio.h>

/* The caller destroys the plan after a failure too. Collective. */
static ct_status build(MPI_Comm comm, const ct_fft_problem *problem, const ct_fft_options *options,
                       ct_fft_plan **created) {
    ct_status status = CT_OK;
    CT_TRY(ct_fft_build_begin(comm, problem, options, created));
    CT_TRY((*created)->shape.reduced_points > 0 ? ct_fft_reduction_create(*created, options)
                                                : ct_fft_build_tuned(*created, options));
    CT_TRY(ct_fft_relaid_create(*created, options));
cleanup:
    return status;
}

ct_status ct_fft_plan_create(MPI_Comm comm, const ct_fft_problem *problem,
                             const ct_fft_options *options, ct_fft_plan **plan) {
    static const ct_fft_options defaults = {.direction = CT_FORWARD};
    ct_status status = CT_OK;
    ct_fft_plan *created = NULL;
    options = options != NULL ? options : &defaults;
    CT_TRY(ct_fft_given_check(comm, problem, options));
    status = build(comm, problem, options, &created);
    if (created != NULL && created->is_short_of_shared) {
        const ct_fft_options with_exchanges = ct_fft_build_with_exchanges(options);
        ct_fft_plan_destroy(&created);
        status = build(comm, problem, &with_exchanges, &created);
        if (status == CT_OK && created->rank == 0 && created->warning[0] == '\0') {
            (void)snprintf(created->warning, sizeof created->warning,
                           "the node has no shared memory left for what this FFT has between its "
                           "steps: it goes by exchanges, which take longer");
        }
    }
    CT_TRY(status);
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
