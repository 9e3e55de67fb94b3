/* Boundary values at the cells of a face and, for functions, at neighbouring cells. */
#include "adi/coefficients/boundary.h"

#include "adi/coefficients/quantity.h"
#include "adi/plan.h"
#include "base/fail.h"
#include <cornerturn/agree.h>

#include <math.h>
#include <stdlib.h>

static ptrdiff_t wrapped(ptrdiff_t i, ptrdiff_t n) {
    return ((i % n) + n) % n;
}

/* Chooses the patch: the box's cells and the neighbours for second differences, two, for one-sided
 * ones at the ends of an axis. */
static void choose_patch(const ct_adi_plan *plan, ct_adi_boundary_values *boundary) {
    for (int k = 0; k < 2; k++) {
        const int axis = boundary->across[k];
        const ptrdiff_t around = boundary->value.kind == CT_ADI_FUNCTION ? 2 : 0;
        ptrdiff_t first = plan->box.first[axis] - around;
        ptrdiff_t end = plan->box.first[axis] + plan->box.count[axis] + around;
        if (!plan->axis[axis].is_periodic) {
            first = first > 0 ? first : 0;
            end = end < plan->axis[axis].n ? end : plan->axis[axis].n;
        }
        boundary->cells[k] = plan->box.count[axis];
        boundary->first[k] = first;
        boundary->count[k] = end - first;
        boundary->margin[k] = plan->box.first[axis] - first;
    }
}

/* The position of point j along an axis of the box. */
static void place(const ct_adi_plan *plan, int axis, ptrdiff_t j, double position) {
    if (ct_adi_is_active(plan, axis)) {
        plan->points[ct_adi_user_axis(plan, axis)][j] = position;
    }
}

void ct_adi_boundary_points(const ct_adi_plan *plan, int axis, int side, ptrdiff_t i,
                            ptrdiff_t first, ptrdiff_t count) {
    const ct_adi_boundary_values *boundary = &plan->boundary[axis][side];
    const int row = boundary->across[0];
    const int along = boundary->across[1];
    const ct_adi_axis *const across[2] = {&plan->axis[row], &plan->axis[along]};
    for (ptrdiff_t j = 0; j < count; j++) {
        place(plan, axis, j, plan->axis[axis].edges[side == 0 ? 0 : plan->axis[axis].n]);
        place(plan, row, j, across[0]->middles[wrapped(plan->box.first[row] + i, across[0]->n)]);
        place(plan, along, j,
              across[1]->middles[wrapped(plan->box.first[along] + first + j, across[1]->n)]);
    }
}

/* Values of a function over the patch, row by row. */
static void evaluate(const ct_adi_plan *plan, int axis, int side, double time, double *values) {
    const ct_adi_boundary_values *boundary = &plan->boundary[axis][side];
    for (ptrdiff_t i = 0; i < boundary->count[0]; i++) {
        ct_adi_boundary_points(plan, axis, side, i - boundary->margin[0], -boundary->margin[1],
                               boundary->count[1]);
        boundary->value.function(boundary->value.context, time, boundary->count[1],
                                 (const double *const *)plan->points,
                                 values + i * boundary->count[1]);
    }
}

static ct_status allocate(ct_adi_boundary_values *boundary) {
    const size_t patch = (size_t)(boundary->count[0] * boundary->count[1]);
    const size_t cells = (size_t)(boundary->cells[0] * boundary->cells[1]);
    const int is_function = boundary->value.kind == CT_ADI_FUNCTION;
    boundary->now = calloc(patch * (is_function ? 2 : 1) + 4 * cells, sizeof(double));
    if (boundary->now == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for the values of %zu boundary cells", cells);
    }
    boundary->next = is_function ? boundary->now + patch : boundary->now;
    boundary->factor = boundary->next + patch;
    boundary->outflow = boundary->factor + cells;
    boundary->flux[0] = boundary->outflow + cells;
    boundary->flux[1] = boundary->flux[0] + cells;
    return CT_OK;
}

ct_status ct_adi_boundary_set(ct_adi_plan *plan, int axis, int side, const ct_adi_quantity *value) {
    ct_adi_boundary_values made = {.across = {axis == 0 ? 1 : 0, axis == 2 ? 1 : 2},
                                   .value = *value};
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
                ct_adi_boundary_destroy(&made);
                return ct_raise(
                    CT_ERROR_ARGUMENT,
                    "boundary values of axis %d are not finite; allowed: finite numbers",
                    ct_adi_user_axis(plan, axis));
            }
        }
        plan->bytes += (double)cells * (double)(6 * sizeof(double));
    }
    made.value.field = NULL;
    ct_adi_boundary_destroy(&plan->boundary[axis][side]);
    plan->boundary[axis][side] = made;
    ct_adi_boundary_couple(plan, axis, side);
    return CT_OK;
}

void ct_adi_boundary_destroy(ct_adi_boundary_values *boundary) {
    free(boundary->now);
    *boundary = (ct_adi_boundary_values){.is_here = 0};
}

void ct_adi_boundary_evaluate(ct_adi_plan *plan, double dt) {
    for (int k = 0; k < CT_ADI_BOX_AXES * CT_ADI_SIDES; k++) {
        const int axis = k / CT_ADI_SIDES;
        const int side = k % CT_ADI_SIDES;
        ct_adi_boundary_values *boundary = &plan->boundary[axis][side];
        if (!boundary->is_here || boundary->value.kind != CT_ADI_FUNCTION) {
            continue;
        }
        if (!boundary->is_known || boundary->now_time != plan->time) {
            evaluate(plan, axis, side, plan->time, boundary->now);
        }
        boundary->is_known = 1;
        boundary->now_time = plan->time;
        evaluate(plan, axis, side, plan->time + dt, boundary->next);
    }
}

ct_status ct_adi_set_boundary(ct_adi_plan *plan, int axis, int side, const ct_adi_quantity *value) {
    CT_REQUIRE_PLAN(plan);
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
    CT_TRY(
        ct_agree(plan->comm, ct_adi_boundary_set(plan, ct_adi_box_axis(plan, axis), side, value)));
cleanup:
    return status;
}
