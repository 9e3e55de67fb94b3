/* The right side r of a step: operator, boundary values and source, for some rows at a time. */
#include "adi/plan.h"

#include "base/fail.h"

#include <math.h>
#include <string.h>

ct_adi_operation ct_adi_operation_of(const ct_adi_plan *plan, const ct_adi_job *job) {
    ct_adi_operation o = {.scale = job->scale,
                          .keep = job->keep,
                          .base = job->base,
                          .is_variable = plan->is_variable,
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

/* The source in rows first .. end - 1, which r begins with. */
static void add_source(ct_adi_plan *plan, const ct_adi_job *job, ptrdiff_t first, ptrdiff_t end,
                       char *r) {
    const ptrdiff_t rows = plan->box.count[1];
    const ptrdiff_t n = plan->box.count[2];
    const ptrdiff_t count[2] = {1, n};
    const ptrdiff_t stride[2] = {0, 1};
    ct_adi_quantity source = plan->source_function;
    if (source.function == NULL) {
        source.kind = plan->source_field != NULL ? CT_ADI_FIELD : CT_ADI_NUMBER;
        source.field = plan->source_field;
        source.number = plan->source;
    }
    if (source.kind == CT_ADI_NUMBER && source.number == 0) {
        return;
    }
    for (ptrdiff_t line = first; line < end; line++) {
        ct_adi_quantity_row(plan, &source, job->source_time, line / rows, line % rows,
                            plan->values);
        for (ptrdiff_t x = 0; x < n && source.kind == CT_ADI_FUNCTION; x++) {
            plan->known.source = fmax(plan->known.source, fabs(plan->values[x]));
        }
        plan->kernels->add(plan->values, n, count, job->source_scale,
                           r + (line - first) * n * plan->kernels->bytes, stride);
    }
}

static double square_of(ct_adi_plan *plan, const ct_adi_job *job, ptrdiff_t first, ptrdiff_t end,
                        const char *r) {
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
    return all / (job->scale * job->scale);
}

void ct_adi_produce(ct_adi_plan *plan, const ct_adi_job *job, const ct_adi_operation *operation,
                    ptrdiff_t first, ptrdiff_t end, void *r) {
    const ptrdiff_t row_bytes = plan->box.count[2] * plan->kernels->bytes;
    if (job->scale != 0) {
        plan->kernels->operate(operation, first, end, plan->state, r);
    } else {
        memcpy(r, (const char *)plan->state + first * row_bytes,
               (size_t)((end - first) * row_bytes));
    }
    for (int axis = 0; axis < CT_ADI_BOX_AXES && job->boundary != CT_ADI_NEVER; axis++) {
        ct_adi_rims_add(plan, axis, 0, job->scale, first, end, r);
    }
    if (job->source_scale != 0) {
        add_source(plan, job, first, end, r);
    }
    if (job->square != NULL) {
        *job->square += square_of(plan, job, first, end, r);
    }
}

ct_status ct_adi_apply(ct_adi_plan *plan, const ct_adi_job *job, void *r) {
    ct_status status = CT_OK;
    if (ct_adi_is_empty(plan)) {
        return CT_OK;
    }
    CT_TRY(ct_adi_halo_exchange(plan, plan->state));
    const ct_adi_operation operation = ct_adi_operation_of(plan, job);
    ct_adi_rims_take(plan, 0, job->boundary, job->c);
    ct_adi_produce(plan, job, &operation, 0, plan->box.count[0] * plan->box.count[1], r);
cleanup:
    return status;
}
