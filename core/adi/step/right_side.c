/* The right side r of a step: operator, boundary values and source, for some rows at a time. */
#include "adi/step/right_side.h"

#include "adi/coefficients/quantity.h"
#include "adi/plan.h"
#include "base/fail.h"

#include <math.h>
#include <string.h>

int ct_adi_is_even(const ct_adi_plan *plan, int axis) {
    const char *low = plan->coupling[axis][0];
    const char *high = plan->coupling[axis][1];
    const ptrdiff_t bytes = plan->kernels->bytes;
    const ptrdiff_t between = plan->box.count[axis] - 1; /* cells */
    double first = 0;
    if (plan->is_variable || between < 1) {
        return 0;
    }
    plan->kernels->load(high, 1, &first);
    return first != 0 && memcmp(low + bytes, high, (size_t)(between * bytes)) == 0 &&
           memcmp(high + bytes, high, (size_t)((between - 1) * bytes)) == 0;
}

ct_adi_operation ct_adi_operation_of(const ct_adi_plan *plan, const ct_adi_equation *equation) {
    ct_adi_operation o = {.scale = equation->scale,
                          .identity = plan->capacity_field == NULL ? equation->identity : 0,
                          .base = equation->base,
                          .is_variable = plan->is_variable,
                          .is_even = ct_adi_is_even(plan, 2),
                          .is_far = 1,
                          .sigma = plan->sigma,
                          .reaction = plan->sigma_field};
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        o.count[axis] = plan->box.count[axis];
        o.face[axis] = plan->face[axis];
        o.per_width[axis] = plan->per_width[axis];
        for (int side = 0; side < CT_ADI_SIDES; side++) {
            o.coupling[axis][side] = plan->coupling[axis][side];
            o.beyond[axis][side] = ct_adi_beyond(plan, axis, side, plan->state);
        }
    }
    return o;
}

/* Adds u times the capacity of its cell and the factor `identity`. */
static void add_state(ct_adi_plan *plan, double identity, ptrdiff_t first, ptrdiff_t end, char *r) {
    const ptrdiff_t n = plan->box.count[2];
    const ptrdiff_t count[2] = {1, n};
    const ptrdiff_t stride[2] = {0, 1};
    double *capacity = plan->points[0];
    for (ptrdiff_t line = first; line < end; line++) {
        plan->kernels->load(ct_adi_at(plan, plan->state, line * n), n, plan->values);
        plan->kernels->load(ct_adi_at(plan, plan->capacity_field, line * n), n, capacity);
        for (ptrdiff_t x = 0; x < n; x++) {
            plan->values[x] *= capacity[x];
        }
        plan->kernels->add(plan->values, n, count, identity,
                           r + (line - first) * n * plan->kernels->bytes, stride);
    }
}

static ct_adi_quantity source_of(const ct_adi_plan *plan) {
    ct_adi_quantity source = plan->source_function;
    if (source.function == NULL) {
        source.kind = plan->source_field != NULL ? CT_ADI_FIELD : CT_ADI_NUMBER;
        source.field = plan->source_field;
        source.number = plan->source;
    }
    return source;
}

static int has_source(const ct_adi_plan *plan, const ct_adi_equation *equation) {
    const ct_adi_quantity source = source_of(plan);
    return equation->source_scale != 0 && (source.kind != CT_ADI_NUMBER || source.number != 0);
}

/* The source in rows first .. end - 1, which r begins with. */
static void add_source(ct_adi_plan *plan, const ct_adi_equation *equation, ptrdiff_t first,
                       ptrdiff_t end, char *r) {
    const ptrdiff_t rows = plan->box.count[1];
    const ptrdiff_t n = plan->box.count[2];
    const ptrdiff_t count[2] = {1, n};
    const ptrdiff_t stride[2] = {0, 1};
    const ct_adi_quantity source = source_of(plan);
    for (ptrdiff_t line = first; line < end; line++) {
        ct_adi_quantity_row(plan, &source, equation->source_time, line / rows, line % rows,
                            plan->values);
        ct_adi_mask_row(plan, line, 0, plan->values);
        for (ptrdiff_t x = 0; x < n && source.kind == CT_ADI_FUNCTION; x++) {
            plan->known.source = fmax(plan->known.source, fabs(plan->values[x]));
        }
        if (plan->account.is_open && equation->is_accounted) {
            ct_adi_account_source(plan, equation->source_scale, line, plan->values);
        }
        plan->kernels->add(plan->values, n, count, equation->source_scale,
                           r + (line - first) * n * plan->kernels->bytes, stride);
    }
}

static double square_of(ct_adi_plan *plan, const ct_adi_equation *equation, ptrdiff_t first,
                        ptrdiff_t end, const char *r) {
    const ptrdiff_t n = plan->box.count[2];
    const double *widths[CT_ADI_BOX_AXES];
    double all = 0;
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        widths[axis] = plan->axis[axis].widths + plan->box.first[axis];
    }
    for (ptrdiff_t line = first; line < end; line++) {
        double sum = 0;
        plan->kernels->load(r + (line - first) * n * plan->kernels->bytes, n, plan->values);
        for (ptrdiff_t x = 0; x < n; x++) {
            sum += widths[2][x] * plan->values[x] * plan->values[x];
        }
        all += sum * widths[0][line / plan->box.count[1]] * widths[1][line % plan->box.count[1]];
    }
    return all / (equation->scale * equation->scale);
}

int ct_adi_right_side_has_more(const ct_adi_plan *plan, const ct_adi_equation *equation,
                               ptrdiff_t first, ptrdiff_t end) {
    const ptrdiff_t rows = plan->box.count[1];
    const int has_boundary = equation->boundary != CT_ADI_NEVER;
    int has_more = has_source(plan, equation);
    for (int side = 0; side < CT_ADI_SIDES && has_boundary; side++) {
        has_more = has_more || plan->boundary[2][side].has_flux[CT_ADI_OF_OPERATOR];
    }
    for (ptrdiff_t line = first; line < end && has_boundary && !has_more; line++) {
        has_more = ct_adi_boundary_has(plan, 0, CT_ADI_OF_OPERATOR, line / rows) ||
                   ct_adi_boundary_has(plan, 1, CT_ADI_OF_OPERATOR, line % rows);
    }
    return has_more;
}

void ct_adi_right_side_add(ct_adi_plan *plan, const ct_adi_equation *equation, ptrdiff_t first,
                           ptrdiff_t end, void *r) {
    for (int axis = 0; axis < CT_ADI_BOX_AXES && equation->boundary != CT_ADI_NEVER; axis++) {
        ct_adi_boundary_add(plan, axis, CT_ADI_OF_OPERATOR, equation->scale, first, end, r);
    }
    if (has_source(plan, equation)) {
        add_source(plan, equation, first, end, r);
    }
}

void ct_adi_right_side_rows(ct_adi_plan *plan, const ct_adi_equation *equation,
                            const ct_adi_operation *operation, ptrdiff_t first, ptrdiff_t end,
                            void *r) {
    const ptrdiff_t row_bytes = plan->box.count[2] * plan->kernels->bytes;
    const int has_capacity = plan->capacity_field != NULL;
    if (equation->scale != 0) {
        plan->kernels->operate(operation, first, end, plan->state, r);
    } else {
        memcpy(r, (const char *)plan->state + first * row_bytes,
               (size_t)((end - first) * row_bytes));
    }
    if (has_capacity && equation->scale == 0) {
        plan->kernels->multiply(ct_adi_at(plan, plan->capacity_field, first * plan->box.count[2]),
                                (end - first) * plan->box.count[2], r);
    } else if (has_capacity && equation->identity != 0) {
        add_state(plan, equation->identity, first, end, r);
    }
    ct_adi_right_side_add(plan, equation, first, end, r);
    if (!equation->replaces) {
        ct_adi_mask_rows(plan, first, end, 0, r);
    }
    if (equation->square != NULL) {
        *equation->square += square_of(plan, equation, first, end, r);
    }
}

ct_status ct_adi_right_side(ct_adi_plan *plan, const ct_adi_equation *equation, void *r) {
    ct_status status = CT_OK;
    CT_TRY(ct_adi_halo_exchange(plan, plan->state));
    if (ct_adi_is_empty(plan)) {
        return CT_OK;
    }
    const ct_adi_operation operation = ct_adi_operation_of(plan, equation);
    ct_adi_boundary_fluxes(plan, CT_ADI_OF_OPERATOR, equation->boundary, equation->c);
    ct_adi_account_right_side(plan, equation);
    ct_adi_right_side_rows(plan, equation, &operation, 0, plan->box.count[0] * plan->box.count[1],
                           r);
cleanup:
    return status;
}
