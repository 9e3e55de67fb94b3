#include "adi/surfaces/surface.h"

#include "adi/plan.h"

#include <math.h>

static double cube(double x) {
    return x * x * x;
}

double ct_adi_surface_transfer(const ct_adi_surface *surface, ptrdiff_t at) {
    return surface->rates != NULL ? surface->rates[at] : surface->transfer;
}

/* What radiates per degree, about the level. */
static double rate_at(const ct_adi_surface *surface, ptrdiff_t at) {
    const double above = surface->level != NULL ? surface->level[at] - surface->zero : 0;
    return ct_adi_surface_transfer(surface, at) + 4 * surface->radiance * cube(above);
}

ct_adi_conductance ct_adi_surface_conductance(const ct_adi_surface *surface, ptrdiff_t at,
                                              double width, double kappa, ct_adi_conductance unit) {
    if (surface->kind == CT_ADI_FLUX) {
        return (ct_adi_conductance){1, 0};
    }
    if (surface->kind != CT_ADI_TRANSFER) {
        return (ct_adi_conductance){unit.of_value * kappa, unit.of_u * kappa};
    }
    const double rate = rate_at(surface, at); /* in series with half the cell */
    const double joint = kappa > 0 && rate > 0 ? rate * kappa / (rate * width / 2 + kappa) : 0;
    return (ct_adi_conductance){joint, joint};
}

double ct_adi_surface_value(const ct_adi_surface *surface, ptrdiff_t at, double value) {
    const double rate = rate_at(surface, at);
    if (surface->level == NULL || !(rate > 0)) {
        return value;
    }
    const double level = surface->level[at];
    const double from = value - surface->zero;
    const double to = level - surface->zero;
    return level + (ct_adi_surface_transfer(surface, at) * (value - level) +
                    surface->radiance * (from * cube(from) - to * cube(to))) /
                       rate;
}

int ct_adi_surface_is_rough(const ct_adi_surface *surface) {
    return surface->radiance > 0 || surface->rates != NULL;
}

int ct_adi_surface_differs(const ct_adi_surface *surface) {
    return surface->kind == CT_ADI_TRANSFER || surface->has_kappa;
}

void ct_adi_surface_ends(ct_adi_plan *plan) {
    for (int k = 0; k < CT_ADI_BOX_AXES * CT_ADI_SIDES; k++) {
        const int axis = k / CT_ADI_SIDES;
        const int side = k % CT_ADI_SIDES;
        const ct_adi_surface *surface = &plan->surface[axis][side];
        ct_adi_axis *a = &plan->axis[axis];
        if (surface->kind == CT_ADI_TRANSFER) {
            const double half = a->widths[side == 0 ? 0 : a->n - 1] / 2;
            const double joint = surface->transfer * half + plan->kappa[axis];
            const double unit = surface->transfer > 0              ? surface->transfer / joint
                                : ct_adi_surface_is_rough(surface) ? 1
                                                                   : 0;
            a->value[side] = a->unit[side == 0 ? 0 : a->n] = unit;
        }
    }
}

void ct_adi_surface_faces(const ct_adi_plan *plan, int axis, void *face) {
    const ct_adi_shape shape = ct_adi_shape_of(&plan->box, axis);
    for (int side = 0; side < CT_ADI_SIDES; side++) {
        const ct_adi_boundary_values *boundary = &plan->boundary[axis][side];
        const double width = plan->axis[axis].widths[side == 0 ? 0 : plan->axis[axis].n - 1];
        if (!ct_adi_surface_differs(&plan->surface[axis][side]) || !boundary->is_here) {
            continue;
        }
        for (ptrdiff_t line = 0; line < shape.outer * shape.inner; line++) {
            const double joint = boundary->outflow[line] * width;
            const ptrdiff_t outer = line / shape.inner;
            const ptrdiff_t at = (outer * (shape.n + 1) + (side == 0 ? 0 : shape.n)) * shape.inner;
            plan->kernels->store(&joint, 1, ct_adi_at(plan, face, at + line % shape.inner));
        }
    }
}
