/*
 * Boundary values as fluxes into the cells at a face.
 *
 * A sweep along axis i solves for (1 - c A_j) .. (u' - u), a factor for each axis j that is swept
 * later. Its boundary values are therefore those of u' - u with these factors applied along the
 * face; without them a step loses order where values change with time (Fairweather, Mitchell: SIAM
 * J. Numer. Anal. 4 (1967) 163). Terms of c^2, of third order, are neglected.
 */
#include "adi/coefficients/boundary.h"

#include "adi/plan.h"

#include <math.h>

ptrdiff_t ct_adi_boundary_in_patch(const ct_adi_boundary_values *boundary, ptrdiff_t i,
                                   ptrdiff_t j) {
    return (i + boundary->margin[0]) * boundary->count[1] + j + boundary->margin[1];
}

ptrdiff_t ct_adi_boundary_cell(const ct_adi_plan *plan, int axis, int side, ptrdiff_t i,
                               ptrdiff_t j) {
    const ct_adi_boundary_values *boundary = &plan->boundary[axis][side];
    ptrdiff_t at[CT_ADI_BOX_AXES] = {0};
    at[axis] = side == 0 ? 0 : plan->box.count[axis] - 1;
    at[boundary->across[0]] = i;
    at[boundary->across[1]] = j;
    return (at[0] * plan->box.count[1] + at[1]) * plan->box.count[2] + at[2];
}

static double kappa_at(const ct_adi_plan *plan, int axis, ptrdiff_t cell) {
    const void *field = ct_adi_kappa_field(plan, axis);
    return field != NULL ? ct_adi_number(plan, field, cell) : plan->kappa[axis];
}

/* kappa that the flux through a face has, at its cell `at`. */
static double kappa_through(const ct_adi_plan *plan, int axis, int side, ptrdiff_t at,
                            ptrdiff_t cell) {
    const ct_adi_surface *surface = &plan->surface[axis][side];
    return surface->has_kappa && surface->kappa[at] >= 0 && isfinite(surface->kappa[at])
               ? surface->kappa[at]
               : kappa_at(plan, axis, cell);
}

void ct_adi_boundary_couple(ct_adi_plan *plan, int axis, int side) {
    const ct_adi_axis *a = &plan->axis[axis];
    ct_adi_boundary_values *boundary = &plan->boundary[axis][side];
    const ct_adi_surface *surface = &plan->surface[axis][side];
    const double width = a->widths[side == 0 ? 0 : a->n - 1];
    const double unit = a->unit[side == 0 ? 0 : a->n];
    boundary->is_noted = 0;
    for (ptrdiff_t i = 0; boundary->is_here && i < boundary->cells[0]; i++) {
        for (ptrdiff_t j = 0; j < boundary->cells[1]; j++) {
            const ptrdiff_t at = i * boundary->cells[1] + j;
            const double kappa =
                kappa_through(plan, axis, side, at, ct_adi_boundary_cell(plan, axis, side, i, j));
            const ct_adi_conductance c = ct_adi_surface_conductance(
                surface, at, width, kappa, (ct_adi_conductance){a->value[side], unit});
            const int is_masked = ct_adi_is_out(plan, ct_adi_boundary_cell(plan, axis, side, i, j));
            boundary->factor[at] = is_masked ? 0 : c.of_value / width;
            boundary->outflow[at] = is_masked ? 0 : c.of_u / width;
        }
    }
}

/* kappa at the upper (`high`) or lower face of a cell along axis `along`. */
static double face_kappa(const ct_adi_plan *plan, int along, ptrdiff_t cell, int high) {
    const ct_adi_shape shape = ct_adi_shape_of(&plan->box, along);
    const ptrdiff_t line = cell / (shape.inner * shape.n);
    return ct_adi_number(plan, plan->face[along], cell + (line + high) * shape.inner);
}

/* A_j (next - now) at cell (i, j) of the face along its axis across[k], without sigma. At the ends
 * of that axis by the second difference of the three nearest values.
 */
static double along_face(const ct_adi_plan *plan, int axis, int side, int k, ptrdiff_t i,
                         ptrdiff_t j) {
    const ct_adi_boundary_values *boundary = &plan->boundary[axis][side];
    const int along = boundary->across[k];
    const ct_adi_axis *a = &plan->axis[along];
    const ptrdiff_t at = ct_adi_boundary_in_patch(boundary, i, j);
    const ptrdiff_t step = k == 0 ? boundary->count[1] : 1;
    const ptrdiff_t index = plan->box.first[along] + (k == 0 ? i : j);
    const ptrdiff_t cell = ct_adi_boundary_cell(plan, axis, side, i, j);
    const double *now = boundary->now + at;
    const double *next = boundary->next + at;
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
    const ct_adi_boundary_values *boundary = &plan->boundary[axis][side];
    const ptrdiff_t at = ct_adi_boundary_in_patch(boundary, i, j);
    const ct_adi_surface *surface = &plan->surface[axis][side];
    const ptrdiff_t face = i * boundary->cells[1] + j;
    const double raw = boundary->next[at] - boundary->now[at];
    const double here = ct_adi_surface_value(surface, face, boundary->next[at]) -
                        ct_adi_surface_value(surface, face, boundary->now[at]);
    const double slope = surface->level != NULL && raw != 0 ? here / raw : 1;
    const ptrdiff_t cell = ct_adi_boundary_cell(plan, axis, side, i, j);
    const double sigma =
        plan->sigma_field != NULL ? ct_adi_number(plan, plan->sigma_field, cell) : plan->sigma;
    const double part = c / ct_adi_capacity_at(plan, cell);
    double value = here;
    for (int k = 0; k < 2; k++) {
        if (boundary->across[k] < axis && ct_adi_is_active(plan, boundary->across[k])) {
            value -=
                part * (slope * along_face(plan, axis, side, k, i, j) - sigma / plan->axes * here);
        }
    }
    return value;
}

static void take(const ct_adi_plan *plan, int axis, int side, ct_adi_flux which,
                 ct_adi_instant instant, double c) {
    const ct_adi_boundary_values *boundary = &plan->boundary[axis][side];
    for (ptrdiff_t i = 0; i < boundary->cells[0]; i++) {
        const double *values = (instant == CT_ADI_NOW ? boundary->now : boundary->next) +
                               ct_adi_boundary_in_patch(boundary, i, 0);
        const double *factor = boundary->factor + i * boundary->cells[1];
        double *flux = boundary->flux[which] + i * boundary->cells[1];
        for (ptrdiff_t j = 0; j < boundary->cells[1]; j++) {
            flux[j] =
                factor[j] == 0 ? 0 : /* of masked cells, whose values are not looked at */
                    factor[j] * (instant == CT_ADI_INCREMENT
                                     ? increment(plan, axis, side, c, i, j)
                                     : ct_adi_surface_value(&plan->surface[axis][side],
                                                            i * boundary->cells[1] + j, values[j]));
        }
    }
}

void ct_adi_boundary_fluxes(ct_adi_plan *plan, ct_adi_flux which, ct_adi_instant instant,
                            double c) {
    for (int k = 0; k < CT_ADI_BOX_AXES * CT_ADI_SIDES && instant != CT_ADI_NEVER; k++) {
        ct_adi_boundary_values *boundary = &plan->boundary[k / CT_ADI_SIDES][k % CT_ADI_SIDES];
        const int changes = boundary->value.kind == CT_ADI_FUNCTION;
        boundary->has_flux[which] =
            boundary->is_here && !boundary->is_zero && (changes || instant != CT_ADI_INCREMENT);
        if (boundary->has_flux[which]) {
            take(plan, k / CT_ADI_SIDES, k % CT_ADI_SIDES, which, instant, c);
        }
    }
}

int ct_adi_boundary_has(const ct_adi_plan *plan, int axis, ct_adi_flux which, ptrdiff_t layer) {
    return (layer == 0 && plan->boundary[axis][0].has_flux[which]) ||
           (layer == plan->box.count[axis] - 1 && plan->boundary[axis][1].has_flux[which]);
}

void ct_adi_boundary_add(const ct_adi_plan *plan, int axis, ct_adi_flux which, double scale,
                         ptrdiff_t first, ptrdiff_t end, void *into) {
    const ptrdiff_t rows = plan->box.count[1];
    const ptrdiff_t n = plan->box.count[2];
    for (int side = 0; side < CT_ADI_SIDES; side++) {
        const ct_adi_boundary_values *boundary = &plan->boundary[axis][side];
        const ptrdiff_t at = side == 0 ? 0 : plan->box.count[axis] - 1;
        ptrdiff_t from = 0; /* rows of the face */
        ptrdiff_t to = 0;
        ptrdiff_t start = 0; /* the number of the array where they begin */
        ptrdiff_t stride[2] = {n, 1};
        if (!boundary->has_flux[which]) {
            continue;
        }
        if (axis == 0) {
            from = first > at * rows ? first - at * rows : 0;
            to = end < (at + 1) * rows ? end - at * rows : rows;
            start = (at * rows + from - first) * n;
        } else if (axis == 1) {
            from = (first - at + rows - 1) / rows;
            to = end > at ? (end - at + rows - 1) / rows : 0;
            start = (from * rows + at - first) * n;
            stride[0] = rows * n;
        }
        if (axis == 2) { /* one number a row; those of the face are dense */
            const ptrdiff_t count[2] = {1, end - first};
            const ptrdiff_t down[2] = {0, n};
            plan->kernels->add(boundary->flux[which] + first, 0, count, scale,
                               (char *)into + at * plan->kernels->bytes, down);
        } else if (from < to) {
            const ptrdiff_t count[2] = {to - from, n};
            plan->kernels->add(boundary->flux[which] + from * n, n, count, scale,
                               (char *)into + start * plan->kernels->bytes, stride);
        }
    }
}
