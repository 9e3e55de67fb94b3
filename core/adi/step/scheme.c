#include "adi/step/scheme.h"

#include "adi/memory.h"
#include "adi/plan.h"
#include "adi/step/step.h"
#include "base/fail.h"
#include <cornerturn/agree.h>

#include <math.h>

enum { ITERATIONS_MOST = 200 }; /* of conjugate gradients */

static ct_status step_one_dimensional(ct_adi_plan *plan, double dt) {
    const double unit = dt / plan->capacity;
    const ct_adi_equation equation = {.c = unit,
                                      .identity = 1,
                                      .sweep_boundary = CT_ADI_NEXT,
                                      .source_time = plan->time + dt,
                                      .source_scale = unit,
                                      .replaces = 1,
                                      .is_accounted = 1};
    return ct_adi_solve(plan, &equation);
}

static ct_status step_douglas_gunn(ct_adi_plan *plan, double dt, int is_accounted) {
    const double unit = dt / plan->capacity;
    const ct_adi_equation equation = {.c = unit / 2,
                                      .scale = unit,
                                      .boundary = CT_ADI_NOW,
                                      .sweep_boundary = CT_ADI_INCREMENT,
                                      .is_step = 1,
                                      .source_time = plan->time + dt / 2,
                                      .source_scale = unit,
                                      .is_accounted = is_accounted};
    return ct_adi_solve(plan, &equation);
}

/* Two iterations v' = v + increment, the increment solving the split equation for the residual of
 * u' - u = dt/2 (A u' + A u) + dt f; the first is a Douglas-Gunn step. */
static ct_status step_crank_nicolson(ct_adi_plan *plan, double dt) {
    const double unit = dt / plan->capacity;
    const ct_adi_equation known = {.c = unit / 2,
                                   .scale = unit / 2,
                                   .identity = 1,
                                   .boundary = CT_ADI_NOW,
                                   .source_time = plan->time + dt / 2,
                                   .source_scale = unit,
                                   .is_accounted = 1};
    const ct_adi_equation rest = {.c = unit / 2,
                                  .scale = unit / 2,
                                  .identity = -1,
                                  .base = plan->base,
                                  .boundary = CT_ADI_NEXT,
                                  .is_accounted = 1};
    ct_status status = CT_OK;
    CT_TRY(ct_adi_right_side(plan, &known, plan->base));
    CT_TRY(step_douglas_gunn(plan, dt, 0));
    CT_TRY(ct_adi_solve(plan, &rest));
cleanup:
    return status;
}

/* Fails where a step's system was left unsolved, beyond what rounding leaves. Collective. */
static ct_status check_solved(ct_adi_plan *plan, const ct_adi_solver *solver,
                              const ct_adi_solution *solution, double dt) {
    double rounding = 0;
    if (!isfinite(solution->residual) || solution->residual <= solution->tolerance) {
        return CT_OK; /* what is not finite is found in the state */
    }
    ct_status status = ct_adi_solver_rounding(plan, solver, &rounding);
    if (status != CT_OK || solution->residual <= rounding) {
        return status;
    }
    return ct_raise(CT_ERROR_UNSUPPORTED,
                    "a step of %g leaves a residual of %.2g after %d iterations, more than %.2g%s; "
                    "allowed: shorter steps",
                    dt, solution->residual, solution->iterations, solution->tolerance,
                    solution->is_indefinite ? ", since sigma makes u grow too fast for it" : "");
}

/* The right side by the operator at both times, since boundary values may change between them. */
static ct_status step_gradients(ct_adi_plan *plan, double dt) {
    const double accuracy = 1e-6;
    const double unit = dt / plan->capacity;
    const ct_adi_equation known = {.c = unit / 2,
                                   .scale = unit / 2,
                                   .boundary = CT_ADI_NOW,
                                   .source_time = plan->time + dt / 2,
                                   .source_scale = unit,
                                   .is_accounted = 1};
    const ct_adi_equation rest = {.c = unit / 2,
                                  .scale = unit / 2,
                                  .base = plan->base,
                                  .boundary = CT_ADI_NEXT,
                                  .is_accounted = 1};
    ct_adi_solution solution = {.relative = accuracy, .most_iterations = ITERATIONS_MOST};
    ct_adi_solver *solver = NULL;
    ct_status status = CT_OK;
    CT_TRY(ct_adi_solver_of(plan, 1, unit / 2, &solver));
    CT_TRY(ct_adi_right_side(plan, &known, plan->base));
    CT_TRY(ct_adi_right_side(plan, &rest, plan->work));
    CT_TRY(ct_adi_solver_advance(plan, solver, &solution));
    CT_TRY(check_solved(plan, solver, &solution, dt));
    for (int axis = 0; axis < CT_ADI_BOX_AXES && !ct_adi_is_empty(plan); axis++) {
        if (ct_adi_is_active(plan, axis)) {
            ct_adi_account_rows(plan, &rest, axis, 0, plan->box.count[0] * plan->box.count[1],
                                plan->work);
        }
    }
cleanup:
    return status;
}

/* For coefficients only, whose errors are smaller by a factor of dt in what a step changes. */
static ct_status predict_by_gradients(ct_adi_plan *plan, double dt) {
    const double accuracy = 1e-4;
    const double unit = dt / plan->capacity;
    const ct_adi_equation change = {.c = unit,
                                    .scale = unit,
                                    .boundary = CT_ADI_NEXT,
                                    .source_time = plan->time + dt,
                                    .source_scale = unit};
    ct_adi_solution solution = {.relative = accuracy, .most_iterations = ITERATIONS_MOST};
    ct_adi_solver *solver = NULL;
    ct_status status = CT_OK;
    CT_TRY(ct_adi_solver_of(plan, 1, unit, &solver));
    CT_TRY(ct_adi_right_side(plan, &change, plan->work));
    CT_TRY(ct_adi_solver_advance(plan, solver, &solution));
    CT_TRY(check_solved(plan, solver, &solution, dt));
cleanup:
    return status;
}

ct_status ct_adi_scheme_predict(ct_adi_plan *plan, double dt) {
    const double unit = dt / plan->capacity;
    const ct_adi_equation equation = {.c = unit,
                                      .scale = unit,
                                      .boundary = CT_ADI_NOW,
                                      .sweep_boundary = CT_ADI_INCREMENT,
                                      .is_step = 1,
                                      .source_time = plan->time + dt,
                                      .source_scale = unit};
    return ct_adi_scheme_used(plan) == CT_ADI_CRANK_NICOLSON_CG ? predict_by_gradients(plan, dt)
                                                                : ct_adi_solve(plan, &equation);
}

/* Memory that the scheme in use needs beside the plan's own. Collective. */
static ct_status make_base(ct_adi_plan *plan) {
    if (plan->base != NULL) {
        return CT_OK;
    }
    plan->base = ct_adi_memory(plan, ct_box_elements(&plan->box), plan->kernels->bytes);
    return ct_agree(plan->comm, plan->base != NULL
                                    ? CT_OK
                                    : ct_raise(CT_ERROR_MEMORY, "no memory for %td cells",
                                               ct_box_elements(&plan->box)));
}

ct_status ct_adi_scheme_advance(ct_adi_plan *plan, double dt) {
    ct_status status = CT_OK;
    switch (ct_adi_scheme_used(plan)) {
    case CT_ADI_CRANK_NICOLSON_CG:
        CT_TRY(make_base(plan));
        status = step_gradients(plan, dt);
        break;
    case CT_ADI_LOD:
        status = step_one_dimensional(plan, dt);
        break;
    case CT_ADI_CRANK_NICOLSON:
        status = step_crank_nicolson(plan, dt);
        break;
    default:
        status = step_douglas_gunn(plan, dt, 1);
    }
cleanup:
    return status;
}
