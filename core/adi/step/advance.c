/* Steps in time: single, doubled, and undone. */
#include "adi/advection/advect.h"
#include "adi/bounds.h"
#include "adi/memory.h"
#include "adi/plan.h"
#include "adi/step/midpoint.h"
#include "adi/step/nonlinear.h"
#include "adi/step/scheme.h"
#include "adi/surfaces/transfer.h"
#include "base/mpi.h"
#include <cornerturn/agree.h>

#include <math.h>
#include <string.h>

int ct_adi_order(const ct_adi_plan *plan) {
    return plan->scheme == CT_ADI_LOD ? 1 : 2;
}

/* Half a step of advection, with the boundary values of the whole. */
static ct_status advect_first(ct_adi_plan *plan, double dt) {
    if (plan->flow.is_on && !ct_adi_is_empty(plan)) {
        ct_adi_boundary_evaluate(plan, dt);
    }
    return ct_adi_advect(plan, dt, 0);
}

static ct_status advance(ct_adi_plan *plan, double dt) {
    ct_status status = CT_OK;
    ct_adi_mask_state(plan);
    CT_TRY(advect_first(plan, dt));
    if (plan->nonlinearity.kind != CT_ADI_LINEAR) {
        CT_TRY(ct_adi_diffusivity_from_state(plan));
    }
    if (ct_adi_has_law(&plan->lawful)) {
        CT_TRY(ct_adi_midpoint_prepare(plan, dt));
    }
    if (!ct_adi_is_empty(plan)) {
        ct_adi_boundary_evaluate(plan, dt);
    }
    CT_TRY(ct_adi_transfer_prepare(plan, plan->time + (ct_adi_order(plan) == 1 ? dt : dt / 2)));
    ct_adi_bounds_note(plan);
    CT_TRY(ct_adi_scheme_advance(plan, dt));
    CT_TRY(ct_adi_advect(plan, dt, 1));
    ct_adi_mask_state(plan);
    ct_adi_account_taken(plan);
    plan->time += dt;
cleanup:
    return status;
}

static ct_status check_dt(double dt) {
    return dt > 0 && isfinite(dt)
               ? CT_OK
               : ct_raise(CT_ERROR_ARGUMENT, "a time step of %g; allowed: above 0", dt);
}

ct_status ct_adi_step(ct_adi_plan *plan, double dt) {
    CT_REQUIRE_PLAN(plan);
    ct_status status = CT_OK;
    CT_TRY(check_dt(dt));
    CT_TRY(ct_adi_bounds_step(plan, dt));
    plan->can_undo = 0;
    ct_adi_account_step(plan, dt);
    CT_TRY(advance(plan, dt));
cleanup:
    return status;
}

static ct_status make_saved(ct_adi_plan *plan) {
    for (int k = 0; k < 2; k++) {
        if (plan->saved[k] == NULL) {
            plan->saved[k] = ct_adi_memory(plan, ct_box_elements(&plan->box), plan->kernels->bytes);
        }
        if (plan->saved[k] == NULL) {
            return ct_raise(CT_ERROR_MEMORY, "no memory to keep a state of %td cells",
                            ct_box_elements(&plan->box));
        }
    }
    return CT_OK;
}

/* Largest difference between the state and an array of its shape. Collective. */
static ct_status largest_difference(ct_adi_plan *plan, const char *other, double *largest) {
    const ptrdiff_t n = plan->box.count[2];
    const ptrdiff_t row_bytes = n * plan->kernels->bytes;
    double here = 0;
    ct_status status = CT_OK;
    for (ptrdiff_t line = 0; line < plan->box.count[0] * plan->box.count[1]; line++) {
        plan->kernels->load((const char *)plan->state + line * row_bytes, n, plan->values);
        plan->kernels->load(other + line * row_bytes, n, plan->points[0]);
        for (ptrdiff_t x = 0; x < n; x++) {
            const double difference = fabs(plan->values[x] - plan->points[0][x]);
            here = difference <= here ? here : difference; /* propagates NaN */
        }
    }
    here = isnan(here) ? HUGE_VAL : here;
    CT_MPI(MPI_Allreduce(&here, largest, 1, MPI_DOUBLE, MPI_MAX, plan->comm));
cleanup:
    return status;
}

ct_status ct_adi_step_doubled(ct_adi_plan *plan, double dt, double *error) {
    CT_REQUIRE_PLAN(plan);
    const size_t bytes = (size_t)(ct_box_elements(&plan->box) * plan->kernels->bytes);
    const double start = plan->time;
    ct_status status = CT_OK;
    CT_TRY(check_dt(dt));
    plan->can_undo = 0;
    CT_TRY(ct_agree(plan->comm, make_saved(plan)));
    memcpy(plan->saved[0], plan->state, bytes);
    plan->saved_time = start;
    plan->saved_account = plan->account;
    if (dt >= ct_adi_bounds_longest(plan)) {
        *error = HUGE_VAL; /* of a decaying u the difference may be as small as u, and pass */
        plan->can_undo = 1;
        goto cleanup;
    }
    ct_adi_account_step(plan, dt);
    const ct_adi_account account = plan->account;
    CT_TRY(advance(plan, dt));
    memcpy(plan->saved[1], plan->state, bytes);
    memcpy(plan->state, plan->saved[0], bytes);
    plan->time = start;
    plan->account = account;
    CT_TRY(advance(plan, dt / 2));
    CT_TRY(advance(plan, dt / 2));
    plan->time = start + dt;
    CT_TRY(largest_difference(plan, plan->saved[1], error));
    *error /= (double)((1 << ct_adi_order(plan)) - 1);
    plan->can_undo = 1;
cleanup:
    return status;
}

ct_status ct_adi_undo(ct_adi_plan *plan) {
    CT_REQUIRE_PLAN(plan);
    if (!plan->can_undo) {
        return ct_raise(CT_ERROR_ARGUMENT, "no doubled step to undo just before");
    }
    memcpy(plan->state, plan->saved[0],
           (size_t)(ct_box_elements(&plan->box) * plan->kernels->bytes));
    plan->time = plan->saved_time;
    plan->account = plan->saved_account;
    plan->can_undo = 0;
    return CT_OK;
}
