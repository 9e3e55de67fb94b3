#include "fft/twin.h"

#include "base/fail.h"
#include "fft/build.h"
#include "fft/sides/given.h"

static int has_exchanges(const ct_fft_plan *plan) {
    int slices = 0;
    for (int i = 0; i < plan->steps; i++) {
        slices += plan->step[i].slices;
    }
    return slices > 0 && plan->reduction == NULL;
}

ct_status ct_fft_twin_create(ct_fft_plan *plan) {
    ct_fft_options options = ct_fft_given_options(plan);
    ct_fft_plan *twin = NULL;
    ct_status status = CT_OK;
    if (plan->twin != NULL || !has_exchanges(plan)) {
        return CT_OK;
    }
    ct_fft_grids(plan, options.array.grid, options.spectrum.grid); /* of the work */
    options.exchange.transport = CT_TRANSPORT_MESSAGES; /* what is exchanged is so there as well */
    options.exchange.topology = plan->has_topology ? &plan->topology : NULL;
    CT_TRY(ct_fft_build_begin(plan->comm, &plan->problem, &options, 0, &twin));
    twin->like = plan;
    CT_TRY(ct_fft_build_steps(twin, &options));
    plan->twin = twin;
    return CT_OK;
cleanup:
    ct_fft_build_destroy(&twin);
    return status;
}
