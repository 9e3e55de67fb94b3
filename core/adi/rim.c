/*
 * Boundary values, as fluxes into the cells at a face.
 *
 * What a sweep solves for is the increment of the whole step as it is before the axes that follow
 * are swept: (1 - c A_j) .. (u' - u) for each such axis j. Its boundary values are therefore those
 * of u' - u with the same factors, taken along the face; with u' - u alone a step would lose order
 * where they change with time. (Fairweather, Mitchell: SIAM J. Numer. Anal. 4 (1967) 163.) Terms of
 * c^2 are left out: they are of third order.
 */
#include "adi/plan.h"

#include "base/fail.h"
#include <cornerturn/agree.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

static ptrdiff_t in_patch(const ct_adi_rim *rim, ptrdiff_t i, ptrdiff_t j) {
    return (i + rim->margin[0]) * rim->count[1] + j + rim->margin[1];
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

/* The index in the box of cell (i, j) at the face. */
static ptrdiff_t cell_at(const ct_adi_plan *plan, int axis, int side, ptrdiff_t i, ptrdiff_t j) {
    const ct_adi_rim *rim = &plan->rim[axis][side];
    ptrdiff_t at[CT_ADI_BOX_AXES] = {0};
    at[axis] = side == 0 ? 0 : plan->box.count[axis] - 1;
    at[rim->across[0]] = i;
    at[rim->across[1]] = j;
    return (at[0] * plan->box.count[1] + at[1]) * plan->box.count[2] + at[2];
}

static double number_of(const ct_adi_plan *plan, const void *array, ptrdiff_t at) {
    double number = 0;
    plan->kernels->load((const char *)array + at * plan->kernels->bytes, 1, &number);
    return number;
}

static double kappa_at(const ct_adi_plan *plan, int axis, ptrdiff_t cell) {
    return plan->kappa_field != NULL ? number_of(plan, plan->kappa_field, cell) : plan->kappa[axis];
}

void ct_adi_rim_couple(ct_adi_plan *plan, int axis, int side) {
    const ct_adi_axis *a = &plan->axis[axis];
    ct_adi_rim *rim = &plan->rim[axis][side];
    const double unit = a->value[side] / a->widths[side == 0 ? 0 : a->n - 1];
    for (ptrdiff_t i = 0; rim->is_here && i < rim->cells[0]; i++) {
        for (ptrdiff_t j = 0; j < rim->cells[1]; j++) {
            rim->factor[i * rim->cells[1] + j] =
                unit * kappa_at(plan, axis, cell_at(plan, axis, side, i, j));
        }
    }
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

/* kappa at the face of a cell that is `high` or not along axis `along`. */
static double face_kappa(const ct_adi_plan *plan, int along, ptrdiff_t cell, int high) {
    const ct_adi_shape shape = ct_adi_shape_of(&plan->box, along);
    const ptrdiff_t line = cell / (shape.inner * shape.n);
    return number_of(plan, plan->face[along], cell + (line + high) * shape.inner);
}

/* A_j (next - now) at cell (i, j) of the face, without sigma: along its axis across[k]. At the ends
 * of that axis, where what is beyond is not known, by the second difference of the nearest three.
 */
static double along_face(const ct_adi_plan *plan, int axis, int side, int k, ptrdiff_t i,
                         ptrdiff_t j) {
    const ct_adi_rim *rim = &plan->rim[axis][side];
    const int along = rim->across[k];
    const ct_adi_axis *a = &plan->axis[along];
    const ptrdiff_t at = in_patch(rim, i, j);
    const ptrdiff_t step = k == 0 ? rim->count[1] : 1;
    const ptrdiff_t index = plan->box.first[along] + (k == 0 ? i : j);
    const ptrdiff_t cell = cell_at(plan, axis, side, i, j);
    const double *now = rim->now + at;
    const double *next = rim->next + at;
    const double here = next[0] - now[0];
    const int is_end = !a->is_periodic && (index == 0 || index == a->n - 1);
    if (!a->is_periodic && a->n < 3) {
        return 0;
    }
    if (is_end) {
        const ptrdiff_t way = index == 0 ? 1 : -1;
        const double near = next[way * step] - now[way * step];
        const double far = next[2 * way * step] - now[2 * way * step];
        const double first = (near - here) / (a->middles[index + way] - a->middles[index]);
        const double second =
            (far - near) / (a->middles[index + 2 * way] - a->middles[index + way]);
        return kappa_at(plan, along, cell) * 2 * (second - first) /
               (a->middles[index + 2 * way] - a->middles[index]);
    }
    double low = a->unit[index] * plan->kappa[along];
    double high = a->unit[index + 1] * plan->kappa[along];
    if (plan->is_variable) {
        low = face_kappa(plan, along, cell, 0);
        high = face_kappa(plan, along, cell, 1);
    }
    return (low * (next[-step] - now[-step] - here) + high * (next[step] - now[step] - here)) /
           a->widths[index];
}

static double increment(const ct_adi_plan *plan, int axis, int side, double c, ptrdiff_t i,
                        ptrdiff_t j) {
    const ct_adi_rim *rim = &plan->rim[axis][side];
    const ptrdiff_t at = in_patch(rim, i, j);
    const double here = rim->next[at] - rim->now[at];
    const ptrdiff_t cell = cell_at(plan, axis, side, i, j);
    const double sigma =
        plan->sigma_field != NULL ? number_of(plan, plan->sigma_field, cell) : plan->sigma;
    double value = here;
    for (int k = 0; k < 2; k++) {
        if (rim->across[k] < axis && ct_adi_is_active(plan, rim->across[k])) {
            value -= c * (along_face(plan, axis, side, k, i, j) - sigma / plan->axes * here);
        }
    }
    return value;
}

static void take(const ct_adi_plan *plan, int axis, int side, int which, ct_adi_instant instant,
                 double c) {
    const ct_adi_rim *rim = &plan->rim[axis][side];
    const int changes = rim->value.kind == CT_ADI_FUNCTION;
    for (ptrdiff_t i = 0; i < rim->cells[0]; i++) {
        for (ptrdiff_t j = 0; j < rim->cells[1]; j++) {
            const ptrdiff_t cell = i * rim->cells[1] + j;
            const ptrdiff_t at = in_patch(rim, i, j);
            double value = 0;
            if (instant == CT_ADI_INCREMENT) {
                value = changes ? increment(plan, axis, side, c, i, j) : 0;
            } else {
                value = instant == CT_ADI_NOW ? rim->now[at] : rim->next[at];
            }
            rim->flux[which][cell] = rim->factor[cell] * value;
        }
    }
}

void ct_adi_rims_take(ct_adi_plan *plan, int which, ct_adi_instant instant, double c) {
    for (int k = 0; k < CT_ADI_BOX_AXES * CT_ADI_SIDES && instant != CT_ADI_NEVER; k++) {
        if (plan->rim[k / CT_ADI_SIDES][k % CT_ADI_SIDES].is_here) {
            take(plan, k / CT_ADI_SIDES, k % CT_ADI_SIDES, which, instant, c);
        }
    }
}

void ct_adi_rims_add(const ct_adi_plan *plan, int axis, int which, double scale, ptrdiff_t first,
                     ptrdiff_t end, void *array) {
    const ptrdiff_t rows = plan->box.count[1];
    const ptrdiff_t n = plan->box.count[2];
    for (int side = 0; side < CT_ADI_SIDES; side++) {
        const ct_adi_rim *rim = &plan->rim[axis][side];
        const ptrdiff_t at = side == 0 ? 0 : plan->box.count[axis] - 1;
        ptrdiff_t from = 0; /* rows, planes or ends of rows that are at the face, of the rim */
        ptrdiff_t to = 0;
        ptrdiff_t start = 0; /* the number of the array where they begin */
        ptrdiff_t stride[2] = {n, 1};
        if (!rim->is_here || rim->is_zero) {
            continue;
        }
        if (axis == 0) {
            from = first > at * rows ? first - at * rows : 0;
            to = end < (at + 1) * rows ? end - at * rows : rows;
            start = (at * rows + from) * n;
        } else if (axis == 1) {
            from = (first - at + rows - 1) / rows;
            to = end > at ? (end - at + rows - 1) / rows : 0;
            start = (from * rows + at) * n;
            stride[0] = rows * n;
        }
        if (axis == 2) { /* one number a row, and rows follow each other in the rim too */
            const ptrdiff_t count[2] = {1, end - first};
            const ptrdiff_t down[2] = {0, n};
            plan->kernels->add(rim->flux[which] + first, 0, count, scale,
                               (char *)array + (first * n + at) * plan->kernels->bytes, down);
        } else if (from < to) {
            const ptrdiff_t count[2] = {to - from, n};
            plan->kernels->add(rim->flux[which] + from * n, n, count, scale,
                               (char *)array + start * plan->kernels->bytes, stride);
        }
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
