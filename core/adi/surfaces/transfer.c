#include "adi/surfaces/transfer.h"

#include "adi/coefficients/coefficients.h"
#include "adi/coefficients/quantity.h"
#include "adi/plan.h"
#include "adi/surfaces/radiation.h"
#include "base/fail.h"
#include "base/mpi.h"
#include <cornerturn/adi_heat.h>
#include <cornerturn/agree.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static ct_status check_rates(const ct_adi_plan *plan, int axis, int side, const double *rates,
                             double time) {
    const ct_adi_boundary_values *boundary = &plan->boundary[axis][side];
    const ptrdiff_t cells = boundary->is_here ? boundary->cells[0] * boundary->cells[1] : 0;
    for (ptrdiff_t at = 0; at < cells; at++) {
        if (!(rates[at] >= 0 && isfinite(rates[at])) &&
            !ct_adi_is_out(plan, ct_adi_boundary_cell(plan, axis, side, at / boundary->cells[1],
                                                      at % boundary->cells[1]))) {
            return ct_raise(CT_ERROR_UNSUPPORTED,
                            "the transfer through axis %d, side %d is %g at t = %g; allowed: "
                            "finite numbers from 0",
                            ct_adi_user_axis(plan, axis), side, rates[at], time);
        }
    }
    return CT_OK;
}

/* The values of a function on this rank's part of a face. */
static void evaluate(const ct_adi_plan *plan, int axis, int side, const ct_adi_quantity *transfer,
                     double time, double *rates) {
    const ct_adi_boundary_values *boundary = &plan->boundary[axis][side];
    for (ptrdiff_t i = 0; boundary->is_here && i < boundary->cells[0]; i++) {
        ct_adi_boundary_points(plan, axis, side, i, 0, boundary->cells[1]);
        transfer->function(transfer->context, time, boundary->cells[1],
                           (const double *const *)plan->points, rates + i * boundary->cells[1]);
    }
}

/* Evaluates a function anew, and tells whether its values have changed. Local. */
static ct_status renew(ct_adi_plan *plan, int axis, int side, double time, int *has_changed) {
    const ct_adi_shape shape = ct_adi_shape_of(&plan->box, axis);
    const size_t cells = (size_t)(shape.outer * shape.inner);
    ct_adi_surface *surface = &plan->surface[axis][side];
    double *made = calloc(cells + 1, sizeof *made);
    if (made == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for a face");
    }
    evaluate(plan, axis, side, &surface->transfer_function, time, made);
    const ct_status status = check_rates(plan, axis, side, made, time);
    if (status != CT_OK) {
        free(made);
        return status;
    }
    *has_changed = *has_changed || memcmp(made, surface->rates, cells * sizeof *made) != 0;
    free(surface->rates);
    surface->rates = made;
    return CT_OK;
}

/* Functions of all faces. Collective. */
static ct_status renew_all(ct_adi_plan *plan, double time, int *has_changed) {
    int has_functions = 0;
    ct_status status = CT_OK;
    for (int k = 0; k < CT_ADI_BOX_AXES * CT_ADI_SIDES && status == CT_OK; k++) {
        const int axis = k / CT_ADI_SIDES;
        const int side = k % CT_ADI_SIDES;
        if (plan->surface[axis][side].transfer_function.function != NULL) {
            has_functions = 1;
            status = renew(plan, axis, side, time, has_changed);
        }
    }
    if (has_functions) {
        CT_TRY(ct_agree(plan->comm, status));
        CT_MPI(MPI_Allreduce(MPI_IN_PLACE, has_changed, 1, MPI_INT, MPI_LOR, plan->comm));
    }
cleanup:
    return status;
}

ct_status ct_adi_transfer_prepare(ct_adi_plan *plan, double time) {
    int has_changed = 0;
    ct_status status = CT_OK;
    CT_TRY(renew_all(plan, time, &has_changed));
    CT_TRY(ct_adi_radiation_levels(plan));
    CT_TRY(has_changed || ct_adi_radiates(plan) ? ct_adi_coefficients_set(plan) : CT_OK);
cleanup:
    return status;
}

static ct_status check(const ct_adi_plan *plan, int axis, int side, const ct_adi_quantity *a) {
    if (axis < 0 || axis >= plan->axes || side < 0 || side >= CT_ADI_SIDES ||
        plan->surface[ct_adi_box_axis(plan, axis)][side].kind != CT_ADI_TRANSFER) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "transfer through axis %d, side %d; allowed: a face of CT_ADI_TRANSFER",
                        axis, side);
    }
    const ct_status status = ct_adi_quantity_check(
        a, "the transfer", plan->boundary[ct_adi_box_axis(plan, axis)][side].is_here);
    return status != CT_OK || a->kind != CT_ADI_NUMBER || a->number >= 0
               ? status
               : ct_raise(CT_ERROR_ARGUMENT, "the transfer is %g; allowed: from 0", a->number);
}

ct_status ct_adi_set_transfer(ct_adi_plan *plan, int axis, int side, const ct_adi_quantity *a) {
    CT_REQUIRE_PLAN(plan);
    double *rates = NULL;
    ct_status status = CT_OK;
    CT_TRY(ct_agree(plan->comm, check(plan, axis, side, a)));
    const int box_axis = ct_adi_box_axis(plan, axis);
    const ct_adi_shape shape = ct_adi_shape_of(&plan->box, box_axis);
    ct_adi_surface *surface = &plan->surface[box_axis][side];
    const int is_here = plan->boundary[box_axis][side].is_here;
    if (a->kind != CT_ADI_NUMBER) {
        rates = calloc((size_t)(shape.outer * shape.inner) + 1, sizeof *rates);
        status = rates != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for a face");
    }
    CT_TRY(ct_agree(plan->comm, status));
    if (a->kind == CT_ADI_FIELD && is_here) {
        plan->kernels->load(a->field, shape.outer * shape.inner, rates);
    } else if (a->kind == CT_ADI_FUNCTION) {
        evaluate(plan, box_axis, side, a, plan->time, rates);
    }
    status = rates != NULL ? check_rates(plan, box_axis, side, rates, plan->time) : CT_OK;
    CT_TRY(ct_agree(plan->comm, status == CT_ERROR_UNSUPPORTED
                                    ? ct_raise(CT_ERROR_ARGUMENT, "%s", ct_error_message())
                                    : status));
    free(surface->rates);
    surface->rates = rates;
    rates = NULL;
    surface->transfer = a->kind == CT_ADI_NUMBER ? a->number : 0;
    surface->transfer_function = a->kind == CT_ADI_FUNCTION ? *a : (ct_adi_quantity){.number = 0};
    CT_TRY(ct_adi_coefficients_set(plan));
cleanup:
    free(rates);
    return status;
}
