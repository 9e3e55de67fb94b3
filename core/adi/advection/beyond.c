/* Values beyond the faces of the domain, in the ghosts there. A rank next to one that has a single
 * cell between it and the face needs them for that cell's slope: both must find the same flux. */
#include "adi/advection/beyond.h"

#include "adi/advection/flow.h"
#include "adi/plan.h"
#include "base/fail.h"

#include <math.h>

/* Sets ghosts beyond a face of the domain: where v leads in, what the face has; else NAN. */
static void set_beyond(ct_adi_plan *plan, int axis, int side, double part) {
    ct_adi_flow *flow = &plan->flow;
    const ct_adi_boundary_values *boundary = &plan->boundary[axis][side];
    const ct_adi_boundary kind = plan->surface[axis][side].kind;
    const ct_adi_shape shape = ct_adi_shape_of(&plan->box, axis);
    for (ptrdiff_t i = 0; boundary->is_here && i < boundary->cells[0]; i++) {
        for (ptrdiff_t j = 0; j < boundary->cells[1]; j++) {
            const ptrdiff_t cell = ct_adi_boundary_cell(plan, axis, side, i, j);
            const ptrdiff_t n[2] = {plan->box.count[1], plan->box.count[2]};
            const ptrdiff_t at = flow->origin + cell / n[1] / n[0] * flow->stride[0] +
                                 cell / n[1] % n[0] * flow->stride[1] + cell % n[1];
            const ptrdiff_t face = cell + cell / (shape.inner * shape.n) * shape.inner;
            const double velocity = flow->face[axis][face + side * shape.inner];
            const ptrdiff_t value = ct_adi_boundary_in_patch(boundary, i, j);
            const double now = boundary->now[value];
            const int has_value = (side == 0 ? velocity > 0 : velocity < 0) &&
                                  (kind == CT_ADI_DIRICHLET || kind == CT_ADI_TRANSFER);
            const double u = has_value ? now + part * (boundary->next[value] - now) : NAN;
            flow->cells[at + (side == 0 ? -1 : 1) * flow->stride[axis]] = u;
            plan->known.level = has_value ? fmax(plan->known.level, fabs(u)) : plan->known.level;
        }
    }
}

/* Copies a layer of the box across an axis, `shift` layers on, between arrays with ghosts; `layer`
 * counts from the box. */
static void copy_layer(const ct_adi_plan *plan, int axis, ptrdiff_t layer, const double *from,
                       ptrdiff_t shift, double *into) {
    const ct_adi_flow *flow = &plan->flow;
    const int others[2] = {axis == 0 ? 1 : 0, axis == 2 ? 1 : 2};
    const ptrdiff_t first = flow->origin + layer * flow->stride[axis];
    for (ptrdiff_t i = 0; i < plan->box.count[others[0]]; i++) {
        for (ptrdiff_t j = 0; j < plan->box.count[others[1]]; j++) {
            const ptrdiff_t at = first + i * flow->stride[others[0]] + j * flow->stride[others[1]];
            into[at + shift * flow->stride[axis]] = from[at];
        }
    }
}

/* Ranks at the end of an axis send what is beyond it in the place of their only cell. */
static ct_status share_beyond(ct_adi_plan *plan, int axis, int side) {
    ct_adi_flow *flow = &plan->flow;
    const int outwards = side == 0 ? -1 : 1;
    const ptrdiff_t first = plan->box.first[axis];
    const ptrdiff_t n = plan->axis[axis].n;
    const ptrdiff_t end = first + plan->box.count[axis];
    const int is_at_end = side == 0 ? first == 0 : end == n;
    const int is_next = side == 0 ? first == 1 : end == n - 1;
    const ptrdiff_t edge = side == 0 ? 0 : plan->box.count[axis] - 1;
    ct_status status = CT_OK;
    if (!ct_adi_is_empty(plan) && is_at_end) {
        copy_layer(plan, axis, edge + outwards, flow->cells, -outwards, flow->beyond);
    }
    CT_TRY(ct_adi_flow_exchange(plan, flow->beyond));
    if (!ct_adi_is_empty(plan) && is_next) {
        copy_layer(plan, axis, edge + outwards, flow->beyond, outwards, flow->cells);
    }
cleanup:
    return status;
}

ct_status ct_adi_flow_fill_beyond(ct_adi_plan *plan, double part) {
    enum { ENDS = CT_ADI_BOX_AXES * CT_ADI_SIDES };
    ct_status status = CT_OK;
    for (int k = 0; k < ENDS && !ct_adi_is_empty(plan); k++) {
        set_beyond(plan, k / CT_ADI_SIDES, k % CT_ADI_SIDES, part);
    }
    for (int k = 0; k < ENDS; k++) {
        if (ct_adi_flow_is_thin(plan, k / CT_ADI_SIDES, k % CT_ADI_SIDES)) {
            CT_TRY(share_beyond(plan, k / CT_ADI_SIDES, k % CT_ADI_SIDES));
        }
    }
cleanup:
    return status;
}
