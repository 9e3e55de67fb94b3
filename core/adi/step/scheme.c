#include "adi/step/scheme.h"

#include "adi/plan.h"
#include "adi/step/step.h"
#include "base/fail.h"

static ct_status step_one_dimensional(ct_adi_plan *plan, double dt) {
    const ct_adi_equation equation = {.c = dt,
                                      .identity = 1,
                                      .sweep_boundary = CT_ADI_NEXT,
                                      .source_time = plan->time + dt,
                                      .source_scale = dt,
                                      .replaces = 1};
    return ct_adi_solve(plan, &equation);
}

static ct_status step_douglas_gunn(ct_adi_plan *plan, double dt) {
    const ct_adi_equation equation = {.c = dt / 2,
                                      .scale = dt,
                                      .boundary = CT_ADI_NOW,
                                      .sweep_boundary = CT_ADI_INCREMENT,
                                      .source_time = plan->time + dt / 2,
                                      .source_scale = dt};
    return ct_adi_solve(plan, &equation);
}

/* Two iterations v' = v + increment, the increment solving the split equation for the residual of
 * u' - u = dt/2 (A u' + A u) + dt f; the first is a Douglas-Gunn step. */
static ct_status step_crank_nicolson(ct_adi_plan *plan, double dt) {
    const ct_adi_equation known = {.c = dt / 2,
                                   .scale = dt / 2,
                                   .identity = 1,
                                   .boundary = CT_ADI_NOW,
                                   .source_time = plan->time + dt / 2,
                                   .source_scale = dt};
    const ct_adi_equation rest = {
        .c = dt / 2, .scale = dt / 2, .identity = -1, .base = plan->base, .boundary = CT_ADI_NEXT};
    ct_status status = CT_OK;
    CT_TRY(ct_adi_right_side(plan, &known, plan->base));
    CT_TRY(step_douglas_gunn(plan, dt));
    CT_TRY(ct_adi_solve(plan, &rest));
cleanup:
    return status;
}

ct_status ct_adi_scheme_advance(ct_adi_plan *plan, double dt) {
    switch (plan->scheme) {
    case CT_ADI_LOD:
        return step_one_dimensional(plan, dt);
    case CT_ADI_CRANK_NICOLSON:
        return step_crank_nicolson(plan, dt);
    default:
        return step_douglas_gunn(plan, dt);
    }
}
