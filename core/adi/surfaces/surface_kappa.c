#include "adi/surfaces/surface_kappa.h"

#include "adi/plan.h"
#include "adi/sweeps/halo.h"
#include "base/fail.h"
#include <cornerturn/agree.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* Room for values at both faces of an axis. Collective. */
static ct_status make_room(ct_adi_plan *plan, int axis) {
    const ct_adi_shape shape = ct_adi_shape_of(&plan->box, axis);
    ct_status status = CT_OK;
    for (int side = 0; side < CT_ADI_SIDES; side++) {
        ct_adi_surface *surface = &plan->surface[axis][side];
        if (surface->takes_kappa && surface->kappa == NULL) {
            surface->kappa =
                calloc((size_t)(shape.outer * shape.inner) + 1, sizeof *surface->kappa);
            status = surface->kappa != NULL
                         ? status
                         : ct_raise(CT_ERROR_MEMORY, "no memory for kappa at a face");
        }
    }
    return ct_agree(plan->comm, status);
}

static void set_known(ct_adi_plan *plan, int axis, int is_known) {
    for (int side = 0; side < CT_ADI_SIDES; side++) {
        ct_adi_surface *surface = &plan->surface[axis][side];
        surface->has_kappa = is_known && surface->takes_kappa;
    }
}

static void evaluate(const ct_adi_plan *plan, int axis, int side, const ct_adi_quantity *kappa) {
    const ct_adi_boundary_values *boundary = &plan->boundary[axis][side];
    for (ptrdiff_t i = 0; i < boundary->cells[0]; i++) {
        ct_adi_boundary_points(plan, axis, side, i, 0, boundary->cells[1]);
        kappa->function(kappa->context, plan->time, boundary->cells[1],
                        (const double *const *)plan->points,
                        plan->surface[axis][side].kappa + i * boundary->cells[1]);
    }
}

/* A field as the arithmetic mean takes it, linear between the middles of cells: the line through
 * the cell at the face and the next one, of which the halo is known. */
static void extend(const ct_adi_plan *plan, int axis, int side) {
    const ct_adi_shape shape = ct_adi_shape_of(&plan->box, axis);
    const ct_adi_axis *a = &plan->axis[axis];
    const void *field = ct_adi_kappa_field(plan, axis);
    const void *beyond =
        ct_adi_beyond(plan, axis, 1 - side, field).at; /* of a box one cell thick */
    const ptrdiff_t first = side == 0 ? 0 : a->n - 1;
    const ptrdiff_t next = a->n == 1 ? first : side == 0 ? 1 : a->n - 2;
    const double share = a->widths[first] / (a->widths[first] + a->widths[next]);
    for (ptrdiff_t line = 0; line < shape.outer * shape.inner; line++) {
        const ptrdiff_t at =
            (line / shape.inner * shape.n + (side == 0 ? 0 : shape.n - 1)) * shape.inner +
            line % shape.inner;
        const double here = ct_adi_number(plan, field, at);
        const double behind =
            a->n == 1      ? here
            : shape.n == 1 ? ct_adi_number(plan, beyond, line)
                           : ct_adi_number(plan, field, at + (side == 0 ? 1 : -1) * shape.inner);
        plan->surface[axis][side].kappa[line] = here + share * (here - behind);
    }
}

ct_status ct_adi_surface_kappa_set(ct_adi_plan *plan, int axis, const ct_adi_quantity *kappa) {
    const int is_smooth = kappa->kind == CT_ADI_FIELD && plan->mean == CT_ADI_ARITHMETIC;
    const int is_known =
        ct_adi_is_active(plan, axis) && (kappa->kind == CT_ADI_FUNCTION || is_smooth);
    ct_status status = CT_OK;
    CT_TRY(is_known ? make_room(plan, axis) : CT_OK);
    CT_TRY(is_smooth ? ct_adi_halo_exchange(plan, ct_adi_kappa_field(plan, axis)) : CT_OK);
    set_known(plan, axis, is_known);
    for (int side = 0; side < CT_ADI_SIDES; side++) {
        if (plan->surface[axis][side].has_kappa && plan->boundary[axis][side].is_here) {
            if (is_smooth) {
                extend(plan, axis, side);
            } else {
                evaluate(plan, axis, side, kappa);
            }
        }
    }
cleanup:
    return status;
}

/* Whether the law of kappa is that of an axis. */
static int has_law(const ct_adi_plan *plan, int axis) {
    return plan->kappa_along[axis] == NULL && ct_adi_is_active(plan, axis);
}

ct_status ct_adi_surface_kappa_expect(ct_adi_plan *plan) {
    ct_status status = CT_OK;
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        if (has_law(plan, axis)) {
            CT_TRY(make_room(plan, axis));
            set_known(plan, axis, 1);
        }
    }
cleanup:
    return status;
}

/* u of the surface for the row i of a face. */
static void find_u(const ct_adi_plan *plan, int axis, int side, ct_adi_instant instant, ptrdiff_t i,
                   double *u) {
    const ct_adi_boundary_values *boundary = &plan->boundary[axis][side];
    const ct_adi_axis *a = &plan->axis[axis];
    const double half = a->widths[side == 0 ? 0 : a->n - 1] / 2;
    const double *values = instant == CT_ADI_NOW ? boundary->now : boundary->next;
    for (ptrdiff_t j = 0; j < boundary->cells[1]; j++) {
        const double of_cell =
            ct_adi_number(plan, plan->state, ct_adi_boundary_cell(plan, axis, side, i, j));
        const double value = values[ct_adi_boundary_in_patch(boundary, i, j)];
        u[j] = of_cell + half * (a->value[side] * value - a->unit[side == 0 ? 0 : a->n] * of_cell);
    }
}

static void take_face(ct_adi_plan *plan, int axis, int side, double time, ct_adi_instant instant,
                      ct_adi_refused *refused) {
    const ct_adi_laws *laws = &plan->lawful.laws;
    const ct_adi_boundary_values *boundary = &plan->boundary[axis][side];
    const double most = plan->kernels->bytes == sizeof(float) ? (double)FLT_MAX : DBL_MAX;
    double *u = plan->numbers; /* row */
    for (ptrdiff_t i = 0; i < boundary->cells[0]; i++) {
        double *kappa = plan->surface[axis][side].kappa + i * boundary->cells[1];
        find_u(plan, axis, side, instant, i, u);
        ct_adi_boundary_points(plan, axis, side, i, 0, boundary->cells[1]);
        laws->kappa(laws->kappa_context, time, boundary->cells[1],
                    (const double *const *)plan->points, u, kappa);
        for (ptrdiff_t j = 0; j < boundary->cells[1]; j++) {
            const ptrdiff_t cell = ct_adi_boundary_cell(plan, axis, side, i, j);
            if (!(kappa[j] >= 0 && kappa[j] <= most) && !ct_adi_is_out(plan, cell) &&
                !refused->is_refused) {
                *refused = (ct_adi_refused){.is_refused = 1, .u = u[j], .value = kappa[j]};
            }
        }
    }
}

void ct_adi_surface_kappa_take(ct_adi_plan *plan, double time, ct_adi_instant instant,
                               ct_adi_refused *refused) {
    for (int k = 0; k < CT_ADI_BOX_AXES * CT_ADI_SIDES; k++) {
        const int axis = k / CT_ADI_SIDES;
        const int side = k % CT_ADI_SIDES;
        const ct_adi_axis *a = &plan->axis[axis];
        const ct_adi_boundary_values *boundary = &plan->boundary[axis][side];
        const int is_insulated = boundary->is_zero && a->unit[side == 0 ? 0 : a->n] == 0;
        if (has_law(plan, axis) && plan->surface[axis][side].has_kappa && boundary->is_here &&
            !is_insulated) {
            take_face(plan, axis, side, time, instant, refused);
        }
    }
}
