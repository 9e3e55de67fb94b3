/* Numbers, fields and functions: checks and values at cells. */
#include "adi/coefficients/quantity.h"

#include "adi/memory.h"
#include "adi/plan.h"
#include "base/fail.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <float.h>
#include <math.h>

ct_status ct_adi_quantity_check(const ct_adi_quantity *quantity, const char *what, int has_cells) {
    if (quantity == NULL || quantity->kind < CT_ADI_NUMBER || quantity->kind > CT_ADI_FUNCTION) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "%s is given as kind %d; allowed: a number, a field, a function", what,
                        quantity != NULL ? (int)quantity->kind : -1);
    }
    if (quantity->kind == CT_ADI_NUMBER && !isfinite(quantity->number)) {
        return ct_raise(CT_ERROR_ARGUMENT, "%s is %g; allowed: finite numbers", what,
                        quantity->number);
    }
    if ((quantity->kind == CT_ADI_FIELD && quantity->field == NULL && has_cells) ||
        (quantity->kind == CT_ADI_FUNCTION && quantity->function == NULL)) {
        return ct_raise(CT_ERROR_ARGUMENT, "%s: a %s is missing", what,
                        quantity->kind == CT_ADI_FIELD ? "field" : "function");
    }
    return CT_OK;
}

void ct_adi_quantity_points(const ct_adi_plan *plan, ptrdiff_t z, ptrdiff_t y) {
    const ptrdiff_t n = plan->box.count[2];
    const ptrdiff_t at[2] = {plan->box.first[0] + z, plan->box.first[1] + y};
    for (int a = 0; a < plan->axes; a++) {
        const int axis = ct_adi_box_axis(plan, a);
        const double *middles = plan->axis[axis].middles;
        for (ptrdiff_t x = 0; x < n; x++) {
            plan->points[a][x] = middles[axis == 2 ? plan->box.first[2] + x : at[axis]];
        }
    }
}

void ct_adi_quantity_row(const ct_adi_plan *plan, const ct_adi_quantity *quantity, double time,
                         ptrdiff_t z, ptrdiff_t y, double *values) {
    const ptrdiff_t n = plan->box.count[2];
    if (quantity->kind == CT_ADI_FIELD) {
        const ptrdiff_t first = (z * plan->box.count[1] + y) * n;
        plan->kernels->load((const char *)quantity->field + first * plan->kernels->bytes, n,
                            values);
        return;
    }
    if (quantity->kind == CT_ADI_NUMBER) {
        for (ptrdiff_t x = 0; x < n; x++) {
            values[x] = quantity->number;
        }
        return;
    }
    ct_adi_quantity_points(plan, z, y);
    quantity->function(quantity->context, time, n, (const double *const *)plan->points, values);
}

/* The largest finite number of the arrays' precision. */
static double largest_number(const ct_adi_plan *plan) {
    return plan->kernels->bytes == sizeof(float) ? (double)FLT_MAX : DBL_MAX;
}

/* Evaluates the whole box; returns the least value, NAN if one is not finite. */
static double take_rows(ct_adi_plan *plan, const ct_adi_quantity *quantity, void *field) {
    const ptrdiff_t n = plan->box.count[2];
    const double most = largest_number(plan);
    double least = HUGE_VAL;
    for (ptrdiff_t line = 0; line < plan->box.count[0] * plan->box.count[1]; line++) {
        ct_adi_quantity_row(plan, quantity, plan->time, line / plan->box.count[1],
                            line % plan->box.count[1], plan->values);
        ct_adi_mask_row(plan, line, 0, plan->values);
        for (ptrdiff_t x = 0; x < n; x++) {
            least = fabs(plan->values[x]) <= most ? fmin(least, plan->values[x]) : NAN;
            if (isnan(least)) {
                return least;
            }
        }
        plan->kernels->store(plan->values, n, (char *)field + line * n * plan->kernels->bytes);
    }
    return least;
}

ct_status ct_adi_quantity_take(ct_adi_plan *plan, const ct_adi_quantity *quantity, const char *what,
                               double least, void **field) {
    ct_status status = CT_OK;
    void *made = NULL;
    *field = NULL;
    if (quantity->kind == CT_ADI_NUMBER) {
        return CT_OK;
    }
    CT_TRY(ct_adi_array(plan, ct_box_elements(&plan->box), &made));
    if (!ct_adi_is_empty(plan)) {
        const double found = take_rows(plan, quantity, made);
        if (!(found >= least)) {
            status = ct_raise(CT_ERROR_ARGUMENT,
                              "%s has values that are %s; allowed: %s numbers, up to %.3g", what,
                              isnan(found) ? "not finite, or too large" : "negative",
                              least >= 0 ? "finite, not negative" : "finite", largest_number(plan));
        }
    }
    CT_TRY(ct_agree(plan->comm, status));
    *field = made;
    made = NULL;
cleanup:
    ct_free(&made);
    return status;
}

ct_status ct_adi_set_state(ct_adi_plan *plan, const ct_adi_quantity *value) {
    CT_REQUIRE_PLAN(plan);
    ct_status status = CT_OK;
    CT_TRY(ct_agree(plan->comm, ct_adi_quantity_check(value, "the state", !ct_adi_is_empty(plan))));
    const ptrdiff_t n = plan->box.count[2];
    for (ptrdiff_t line = 0; line < plan->box.count[0] * plan->box.count[1] && n > 0; line++) {
        ct_adi_quantity_row(plan, value, plan->time, line / plan->box.count[1],
                            line % plan->box.count[1], plan->values);
        plan->kernels->store(plan->values, n,
                             (char *)plan->state + line * n * plan->kernels->bytes);
    }
    ct_adi_mask_state(plan);
    plan->can_undo = 0;
cleanup:
    return status;
}
