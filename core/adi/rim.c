/* Boundary values: at the cells of a face, and for functions at some around them. */
#include "adi/plan.h"

#include "base/fail.h"
#include <cornerturn/agree.h>

#include <math.h>
#include <stdlib.h>

static ptrdiff_t wrapped(ptrdiff_t i, ptrdiff_t n) {
    return ((i % n) + n) % n;
}

/* Cells around those of the box whose values second differences need: two towards an end of the
 * axis, which are taken aside there; of a periodic axis one. */
static void choose_patch(const ct_adi_plan *plan, ct_adi_rim *rim) {
    for (int k = 0; k < 2; k++) {
        const int axis = rim->across[k];
        const ptrdiff_t around = rim->value.kind == CT_ADI_FUNCTION ? 2 : 0;
        ptrdiff_t first = plan->box.first[axis] - around;
        ptrdiff_t end = plan->box.first[axis] + plan->box.count[axis] + around;
        if (!plan->axis[axis].is_periodic) {
            first = first > 0 ? first : 0;
            end = end < plan->axis[axis].n ? end : plan->axis[axis].n;
        }
        rim->cells[k] = plan->box.count[axis];
        rim->first[k] = first;
        rim->count[k] = end - first;
        rim->margin[k] = plan->box.first[axis] - first;
    }
}

/* The position of point j along an axis of the box. */
static void place(const ct_adi_plan *plan, int axis, ptrdiff_t j, double position) {
    if (ct_adi_is_active(plan, axis)) {
        plan->points[plan->axes == 2 && axis == 2 ? 1 : axis][j] = position;
    }
}

/* Values of a function over the patch, row by row. */
static void evaluate(const ct_adi_plan *plan, int axis, int side, double time, double *values) {
    const ct_adi_rim *rim = &plan->rim[axis][side];
    const ct_adi_axis *const across[2] = {&plan->axis[rim->across[0]], &plan->axis[rim->across[1]]};
    const double edge = plan->axis[axis].edges[side == 0 ? 0 : plan->axis[axis].n];
    for (ptrdiff_t i = 0; i < rim->count[0]; i++) {
        for (ptrdiff_t j = 0; j < rim->count[1]; j++) {
            place(plan, axis, j, edge);
            place(plan, rim->across[0], j,
                  across[0]->middles[wrapped(rim->first[0] + i, across[0]->n)]);
            place(plan, rim->across[1], j,
                  across[1]->middles[wrapped(rim->first[1] + j, across[1]->n)]);
        }
        rim->value.function(rim->value.context, time, rim->count[1],
                            (const double *const *)plan->points, values + i * rim->count[1]);
    }
}

static ct_status allocate(ct_adi_rim *rim) {
    const size_t patch = (size_t)(rim->count[0] * rim->count[1]);
    const size_t cells = (size_t)(rim->cells[0] * rim->cells[1]);
    const int is_function = rim->value.kind == CT_ADI_FUNCTION;
    rim->now = calloc(patch * (is_function ? 2 : 1) + 3 * cells, sizeof(double));
    if (rim->now == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for the values of %zu boundary cells", cells);
    }
    rim->next = is_function ? rim->now + patch : rim->now;
    rim->factor = rim->next + patch;
    rim->flux[0] = rim->factor + cells;
    rim->flux[1] = rim->flux[0] + cells;
    return CT_OK;
}

ct_status ct_adi_rim_set(ct_adi_plan *plan, int axis, int side, const ct_adi_quantity *value) {
    ct_adi_rim made = {.across = {axis == 0 ? 1 : 0, axis == 2 ? 1 : 2}, .value = *value};
    made.is_here =
        !ct_adi_is_empty(plan) && ct_adi_is_active(plan, axis) && !ct_adi_goes_on(plan, axis, side);
    made.is_zero = value->kind == CT_ADI_NUMBER && value->number == 0;
    if (made.is_here) {
        choose_patch(plan, &made);
        ct_status status = allocate(&made);
        if (status != CT_OK) {
            return status;
        }
        const ptrdiff_t cells = made.cells[0] * made.cells[1];
        for (ptrdiff_t i = 0; i < cells && value->kind == CT_ADI_NUMBER; i++) {
            made.now[i] = value->number;
        }
        if (value->kind == CT_ADI_FIELD) {
            plan->kernels->load(value->field, cells, made.now);
        }
        for (ptrdiff_t i = 0; i < cells && value->kind == CT_ADI_FIELD; i++) {
            if (!isfinite(made.now[i])) {
                ct_adi_rim_destroy(&made);
                return ct_raise(
                    CT_ERROR_ARGUMENT,
                    "boundary values of axis %d are not finite; allowed: finite numbers",
                    plan->axes == 2 && axis == 2 ? 1 : axis);
            }
        }
        plan->bytes += (double)cells * (double)(5 * sizeof(double));
    }
    made.value.field = NULL;
    ct_adi_rim_destroy(&plan->rim[axis][side]);
    plan->rim[axis][side] = made;
    ct_adi_rim_couple(plan, axis, side);
    return CT_OK;
}

void ct_adi_rim_destroy(ct_adi_rim *rim) {
    free(rim->now);
    *rim = (ct_adi_rim){.is_here = 0};
}

void ct_adi_rims_evaluate(ct_adi_plan *plan, double dt) {
    for (int k = 0; k < CT_ADI_BOX_AXES * CT_ADI_SIDES; k++) {
        const int axis = k / CT_ADI_SIDES;
        const int side = k % CT_ADI_SIDES;
        ct_adi_rim *rim = &plan->rim[axis][side];
        if (!rim->is_here || rim->value.kind != CT_ADI_FUNCTION) {
            continue;
        }
        if (!rim->is_known || rim->now_time != plan->time) {
            evaluate(plan, axis, side, plan->time, rim->now);
        }
        rim->is_known = 1;
        rim->now_time = plan->time;
        evaluate(plan, axis, side, plan->time + dt, rim->next);
    }
}

ct_status ct_adi_set_boundary(ct_adi_plan *plan, int axis, int side, const ct_adi_quantity *value) {
    ct_status status = CT_OK;
    if (axis < 0 || axis >= plan->axes || side < 0 || side >= CT_ADI_SIDES) {
        status = ct_raise(CT_ERROR_ARGUMENT,
                          "boundary values of axis %d, side %d; allowed: axes 0 to %d, sides 0, 1",
                          axis, side, plan->axes - 1);
    } else if (plan->axis[ct_adi_box_axis(plan, axis)].is_periodic) {
        status = ct_raise(CT_ERROR_ARGUMENT,
                          "boundary values of axis %d, which is periodic and has none", axis);
    } else {
        const int box_axis = ct_adi_box_axis(plan, axis);
        const int is_here = !ct_adi_is_empty(plan) && !ct_adi_goes_on(plan, box_axis, side);
        status = ct_adi_quantity_check(value, "a boundary value", is_here);
    }
    CT_TRY(ct_agree(plan->comm, status));
    CT_TRY(ct_agree(plan->comm, ct_adi_rim_set(plan, ct_adi_box_axis(plan, axis), side, value)));
cleanup:
    return status;
}
