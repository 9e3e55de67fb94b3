/* The velocity at faces, and how long steps it allows. */
#include "adi/advection/velocity.h"

#include "adi/advection/flow.h"
#include "adi/coefficients/quantity.h"
#include "adi/plan.h"
#include "base/mpi.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <math.h>

/* Whether a face of the box is at one of the domain's. */
static int is_at_end(const ct_adi_plan *plan, int axis, ptrdiff_t face) {
    return (face == 0 && !ct_adi_goes_on(plan, axis, 0)) ||
           (face == plan->box.count[axis] && !ct_adi_goes_on(plan, axis, 1));
}

/* Row (z, y) of the faces across an axis: the first of its numbers. */
static double *row_of(const ct_adi_plan *plan, int axis, ptrdiff_t z, ptrdiff_t y) {
    const ptrdiff_t n = plan->box.count[2] + (axis == 2);
    return plan->flow.face[axis] + (z * (plan->box.count[1] + (axis == 1)) + y) * n;
}

/* The middles of the faces of a row, into the plan's points. Both ends of a periodic axis are one
 * place. */
static void find_points(const ct_adi_plan *plan, int axis, ptrdiff_t z, ptrdiff_t y,
                        ptrdiff_t count) {
    const ptrdiff_t at[2] = {z, y};
    for (int a = 0; a < plan->axes; a++) {
        const int b = ct_adi_box_axis(plan, a);
        const ct_adi_axis *line = &plan->axis[b];
        for (ptrdiff_t x = 0; x < count; x++) {
            const ptrdiff_t i = plan->box.first[b] + (b == 2 ? x : at[b]);
            plan->points[a][x] = b != axis ? line->middles[i]
                                           : line->edges[line->is_periodic && i == line->n ? 0 : i];
        }
    }
}

static void evaluate_row(ct_adi_plan *plan, int axis, double time, ptrdiff_t z, ptrdiff_t y) {
    const ct_adi_quantity *velocity = &plan->flow.velocity[axis];
    const ptrdiff_t count = plan->box.count[2] + (axis == 2);
    double *row = row_of(plan, axis, z, y);
    if (velocity->kind == CT_ADI_FUNCTION) {
        find_points(plan, axis, z, y, count);
        velocity->function(velocity->context, time, count, (const double *const *)plan->points,
                           row);
    }
    for (ptrdiff_t x = 0; velocity->kind == CT_ADI_NUMBER && x < count; x++) {
        row[x] = velocity->number;
    }
}

/* The faces across an axis; those of fields are there already. */
static void evaluate(ct_adi_plan *plan, int axis, double time) {
    if (!ct_adi_is_active(plan, axis) || plan->flow.velocity[axis].kind == CT_ADI_FIELD) {
        return;
    }
    for (ptrdiff_t z = 0; z < plan->box.count[0] + (axis == 0); z++) {
        for (ptrdiff_t y = 0; y < plan->box.count[1] + (axis == 1); y++) {
            evaluate_row(plan, axis, time, z, y);
        }
    }
}

/* Faces of masked cells are walls. */
static void close_masked(ct_adi_plan *plan, int axis) {
    const ct_adi_shape shape = ct_adi_shape_of(&plan->box, axis);
    const ptrdiff_t slab = shape.inner * shape.n;
    for (ptrdiff_t cell = 0;
         plan->mask.cell != NULL && slab > 0 && cell < ct_box_elements(&plan->box); cell++) {
        const ptrdiff_t lower = cell + cell / slab * shape.inner;
        for (int side = 0; side < CT_ADI_SIDES && ct_adi_is_active(plan, axis); side++) {
            if (plan->mask.cell[cell] || ct_adi_mask_beside(plan, cell, axis, side)) {
                plan->flow.face[axis][lower + side * shape.inner] = 0;
            }
        }
    }
}

/* What one rank finds; -1 and 1 for no and yes. */
typedef struct survey {
    double per_time, squeeze, is_open, is_wrong;
} survey;

/* C of the cell beside one, over its own. */
static double capacity_ratio(const ct_adi_plan *plan, ptrdiff_t ghosted, ptrdiff_t step) {
    const double *capacity = plan->flow.capacity;
    return capacity != NULL ? capacity[ghosted + step] / capacity[ghosted] : 1;
}

/* What enters and leaves a cell per time, over what it contains. */
static void look_at(const ct_adi_plan *plan, const ptrdiff_t at[CT_ADI_BOX_AXES], ptrdiff_t cell,
                    survey *found) {
    const ct_adi_flow *flow = &plan->flow;
    const ptrdiff_t ghosted =
        flow->origin + at[0] * flow->stride[0] + at[1] * flow->stride[1] + at[2] * flow->stride[2];
    double in = 0;
    double out = 0;
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        const ct_adi_shape shape = ct_adi_shape_of(&plan->box, axis);
        const ptrdiff_t lower = cell + cell / (shape.inner * shape.n) * shape.inner;
        const double width = plan->axis[axis].widths[plan->box.first[axis] + at[axis]];
        for (int side = 0; side < CT_ADI_SIDES; side++) {
            const double velocity = flow->face[axis][lower + side * shape.inner];
            const double outwards = (side == 0 ? -velocity : velocity) / width;
            const int is_end = is_at_end(plan, axis, at[axis] + side);
            const ptrdiff_t step = side == 0 ? -flow->stride[axis] : flow->stride[axis];
            found->is_wrong = isfinite(velocity) ? found->is_wrong : 1;
            found->is_open = is_end && velocity != 0 ? 1 : found->is_open;
            out += fmax(outwards, 0);
            in += outwards < 0 ? -outwards * (is_end ? 1 : capacity_ratio(plan, ghosted, step)) : 0;
        }
    }
    found->per_time = fmax(found->per_time, fmax(in, out));
    found->squeeze = fmax(found->squeeze, in - out);
}

/* Looks at all cells. Collective. */
static ct_status measure(ct_adi_plan *plan, double time) {
    survey found = {0, 0, -1, -1};
    ptrdiff_t cell = 0;
    ptrdiff_t at[CT_ADI_BOX_AXES] = {0};
    ct_status status = CT_OK;
    for (at[0] = 0; at[0] < plan->box.count[0] && !ct_adi_is_empty(plan); at[0]++) {
        for (at[1] = 0; at[1] < plan->box.count[1]; at[1]++) {
            for (at[2] = 0; at[2] < plan->box.count[2]; at[2]++) {
                look_at(plan, at, cell++, &found);
            }
        }
    }
    double most[4] = {found.per_time, found.squeeze, found.is_open, found.is_wrong};
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, most, 4, MPI_DOUBLE, MPI_MAX, plan->comm));
    if (most[3] > 0 || !isfinite(most[0])) {
        CT_FAIL(CT_ERROR_UNSUPPORTED,
                "the velocity has values that are not finite at t = %g; allowed: finite numbers",
                time);
    }
    plan->flow.per_time = most[0];
    plan->flow.squeeze = most[1];
    plan->flow.is_open = most[2] > 0;
cleanup:
    return status;
}

/* Copies a field of this rank's cells into an array with ghosts, and fills these. Collective. */
static ct_status spread(ct_adi_plan *plan, const void *field, double *array) {
    const ct_adi_flow *flow = &plan->flow;
    const ptrdiff_t n = plan->box.count[2];
    for (ptrdiff_t line = 0;
         !ct_adi_is_empty(plan) && line < plan->box.count[0] * plan->box.count[1]; line++) {
        plan->kernels->load(ct_adi_at(plan, field, line * n), n,
                            array + flow->origin + line / plan->box.count[1] * flow->stride[0] +
                                line % plan->box.count[1] * flow->stride[1]);
    }
    return ct_adi_flow_exchange(plan, array);
}

/* C with ghosts, of a field. Collective. */
static ct_status take_capacity(ct_adi_plan *plan) {
    ct_adi_flow *flow = &plan->flow;
    void *former = flow->capacity;
    ct_status status = CT_OK;
    ct_free(&former);
    flow->capacity = NULL;
    if (plan->capacity_field != NULL) {
        CT_TRY(ct_adi_flow_ghosted(plan, &flow->capacity));
        CT_TRY(spread(plan, plan->capacity_field, flow->capacity));
    }
cleanup:
    return status;
}

ct_status ct_adi_flow_evaluate(ct_adi_plan *plan, double time) {
    ct_adi_flow *flow = &plan->flow;
    int changes = 0;
    ct_status status = CT_OK;
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        changes = changes || flow->changes[axis];
    }
    if (flow->is_known && (!changes || flow->known_time == time)) {
        return CT_OK;
    }
    CT_TRY(!flow->is_known ? take_capacity(plan) : CT_OK);
    for (int axis = 0; axis < CT_ADI_BOX_AXES && !ct_adi_is_empty(plan); axis++) {
        if (!flow->is_known || flow->changes[axis]) {
            evaluate(plan, axis, time);
            close_masked(plan, axis);
        }
    }
    CT_TRY(measure(plan, time));
    flow->is_known = 1;
    flow->known_time = time;
    flow->facts.longest_step = flow->per_time > 0 ? 1 / flow->per_time : HUGE_VAL;
cleanup:
    return status;
}

/* Takes a field. Where two ranks or two ends have a face, that below its upper cell counts: lower
 * faces are exchanged as if they were their cells. Collective. */
static ct_status take_field(ct_adi_plan *plan, int axis, const void *field) {
    ct_adi_flow *flow = &plan->flow;
    const ct_adi_shape shape = ct_adi_shape_of(&plan->box, axis);
    const ptrdiff_t faces = shape.outer * (shape.n + 1) * shape.inner;
    double *face = flow->face[axis];
    ct_status status = CT_OK;
    if (!ct_adi_is_empty(plan)) {
        plan->kernels->load(field, faces, face);
    }
    for (int pass = 0; pass < 2; pass++) { /* into ghosts, and back */
        CT_TRY(pass == 1 ? ct_adi_flow_exchange(plan, flow->cells) : CT_OK);
        for (ptrdiff_t i = 0; i < faces && !ct_adi_is_empty(plan); i++) {
            const ptrdiff_t n[3] = {0, plan->box.count[1] + (axis == 1),
                                    plan->box.count[2] + (axis == 2)};
            const ptrdiff_t at[3] = {i / n[2] / n[1], i / n[2] % n[1], i % n[2]};
            double *cell = flow->cells + flow->origin + at[0] * flow->stride[0] +
                           at[1] * flow->stride[1] + at[2] * flow->stride[2];
            const int is_beyond = at[axis] == shape.n;
            if (pass == 0 && !is_beyond) {
                *cell = face[i];
            } else if (pass == 1 && is_beyond && ct_adi_goes_on(plan, axis, 1)) {
                face[i] = *cell;
            }
        }
    }
cleanup:
    return status;
}

ct_status ct_adi_set_velocity(ct_adi_plan *plan, int axis, const ct_adi_quantity *velocity,
                              int changes) {
    CT_REQUIRE_PLAN(plan);
    const int box_axis = ct_adi_box_axis(plan, axis);
    ct_status status = axis >= 0 && axis < plan->axes
                           ? ct_adi_quantity_check(velocity, "the velocity", !ct_adi_is_empty(plan))
                           : ct_raise(CT_ERROR_ARGUMENT, "velocity along axis %d; allowed: 0 to %d",
                                      axis, plan->axes - 1);
    CT_TRY(ct_agree(plan->comm, status));
    CT_TRY(ct_adi_flow_make(plan));
    plan->flow.velocity[box_axis] = *velocity;
    plan->flow.velocity[box_axis].field = NULL;
    plan->flow.changes[box_axis] = changes && velocity->kind == CT_ADI_FUNCTION;
    plan->flow.is_known = 0;
    plan->can_undo = 0;
    CT_TRY(velocity->kind == CT_ADI_FIELD ? take_field(plan, box_axis, velocity->field) : CT_OK);
cleanup:
    return status;
}

ct_status ct_adi_set_advection(ct_adi_plan *plan, ct_adi_advection scheme) {
    CT_REQUIRE_PLAN(plan);
    ct_status status = CT_OK;
    CT_TRY(ct_agree(plan->comm,
                    scheme >= CT_ADI_FROMM && scheme < CT_ADI_ADVECTIONS
                        ? CT_OK
                        : ct_raise(CT_ERROR_ARGUMENT, "scheme %d of advection; allowed: 0 to %d",
                                   (int)scheme, CT_ADI_ADVECTIONS - 1)));
    plan->flow.scheme = scheme;
    plan->can_undo = 0;
cleanup:
    return status;
}
