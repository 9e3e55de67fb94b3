/* Sets nonlinear diffusion, with the plan that smooths the state for it. */
#include "adi/memory.h"
#include "adi/plan.h"
#include "adi/surfaces/surface_kappa.h"
#include "base/fail.h"
#include <cornerturn/agree.h>

#include <math.h>

static ct_status check(const ct_adi_plan *plan, const ct_adi_nonlinearity *n) {
    if (n == NULL || n->kind < CT_ADI_LINEAR || n->kind >= CT_ADI_EDGE_STOPS) {
        return ct_raise(CT_ERROR_ARGUMENT, "nonlinearity of kind %d; allowed: 0 to %d",
                        n != NULL ? (int)n->kind : -1, CT_ADI_EDGE_STOPS - 1);
    }
    if (n->kind == CT_ADI_LINEAR) {
        return CT_OK;
    }
    if (plan->lawful.laws.kappa != NULL) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "an edge stop beside a law of kappa; allowed: one of them");
    }
    if (plan->scheme != CT_ADI_LOD) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "nonlinear diffusion needs the locally one-dimensional scheme");
    }
    return n->contrast > 0 && isfinite(n->contrast) && n->smoothing >= 0 && isfinite(n->smoothing)
               ? CT_OK
               : ct_raise(CT_ERROR_ARGUMENT, "contrast %g, smoothing %g; allowed: above 0, from 0",
                          n->contrast, n->smoothing);
}

/* A plan of the same cells and ranks with kappa 1 and no flux through the faces. Collective. */
static ct_status create_smoother(ct_adi_plan *plan) {
    ct_adi_problem problem = ct_adi_box_problem(plan->axes, plan->distribution.extent);
    ct_adi_options options = {
        .scheme = CT_ADI_LOD, .method = plan->method, .exchange = plan->exchanges.options};
    for (int a = 0; a < plan->axes; a++) {
        const int axis = ct_adi_box_axis(plan, a);
        problem.edges[a] = plan->axis[axis].edges;
        options.grid[a] = plan->distribution.grid[a];
        for (int side = 0; side < CT_ADI_SIDES && plan->axis[axis].is_periodic; side++) {
            problem.face[a][side].kind = CT_ADI_PERIODIC;
        }
    }
    problem.precision = plan->kernels->bytes == sizeof(float) ? CT_FLOAT : CT_DOUBLE;
    return ct_adi_plan_create(plan->comm, &problem, &options, &plan->smoother);
}

ct_status ct_adi_set_nonlinearity(ct_adi_plan *plan, const ct_adi_nonlinearity *nonlinearity) {
    CT_REQUIRE_PLAN(plan);
    void *field = NULL;
    ct_status status = CT_OK;
    CT_TRY(ct_agree(plan->comm, check(plan, nonlinearity)));
    if (nonlinearity->kind != CT_ADI_LINEAR && plan->kappa_field == NULL) {
        CT_TRY(ct_adi_array(plan, ct_box_elements(&plan->box), &field));
        plan->kappa_field = field;
    }
    for (int axis = 0; axis < CT_ADI_BOX_AXES && nonlinearity->kind != CT_ADI_LINEAR; axis++) {
        CT_TRY(ct_adi_surface_kappa_set(plan, axis, &(ct_adi_quantity){.number = 0}));
    }
    if (nonlinearity->kind != CT_ADI_LINEAR && nonlinearity->smoothing > 0 &&
        plan->smoother == NULL) {
        CT_TRY(create_smoother(plan));
    }
    plan->nonlinearity = *nonlinearity;
cleanup:
    return status;
}
