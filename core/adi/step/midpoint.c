/*
 * Coefficients that depend on u, at the middle of a step.
 *
 * With kappa and f taken at u*, u* = u(t + dt/2) + O(dt^2), a step of order 2 for fixed
 * coefficients keeps its order. Half a step of backward Euler gives such u*; it solves the systems
 * of the step itself, 1 - dt/2 A, and oversteps no bound. To f(u*) - s (ubar - u*), ubar = (u + u')
 * / 2, no order is lost either, whatever s, since ubar - u* = O(dt^2); s = -df/du where that is
 * above 0 makes a step of any length stable. With a capacity C(u) there is C(u*) (u' - u). Then
 * sigma + s and f(u*) + s u* take the place of sigma and f.
 */
#include "adi/step/midpoint.h"

#include "adi/coefficients/law_values.h"
#include "adi/plan.h"
#include "adi/step/scheme.h"
#include "adi/surfaces/transfer.h"
#include "base/fail.h"

#include <string.h>

/* Leads the state to the middle of the step. */
static ct_status predict(ct_adi_plan *plan, double dt) {
    ct_status status = ct_adi_transfer_prepare(plan, plan->time + dt / 2);
    return status == CT_OK ? ct_adi_scheme_predict(plan, dt / 2) : status;
}

ct_status ct_adi_midpoint_prepare(ct_adi_plan *plan, double dt) {
    const size_t bytes = (size_t)(ct_box_elements(&plan->box) * plan->kernels->bytes);
    ct_status status = CT_OK;
    memcpy(plan->lawful.start, plan->state, bytes);
    if (!ct_adi_is_empty(plan)) {
        ct_adi_boundary_evaluate(plan, dt / 2);
    }
    CT_TRY(ct_adi_laws_take(plan, plan->time, CT_ADI_NOW, dt));
    if (ct_adi_scheme_used(plan) == CT_ADI_LOD) {
        return CT_OK;
    }
    status = predict(plan, dt);
    if (status == CT_OK) {
        status = ct_adi_laws_take(plan, plan->time + dt / 2, CT_ADI_NEXT, 0);
    }
    memcpy(plan->state, plan->lawful.start, bytes);
cleanup:
    return status;
}
