#include "adi/surfaces/radiation.h"

#include "adi/coefficients/coefficients.h"
#include "adi/plan.h"
#include "base/fail.h"
#include <cornerturn/adi_heat.h>
#include <cornerturn/agree.h>

#include <math.h>
#include <stdlib.h>

static double cube(double x) {
    return x * x * x;
}

/* u of the surface of a cell: kappa (u - level) / half = the flux out of it. Newton's method from
 * above, where the flux is convex, falls to the solution. */
static double find_level(const ct_adi_surface *s, ptrdiff_t at, double half, double kappa,
                         double value, double u) {
    enum { ROUNDS_MOST = 60 };
    const double transfer = ct_adi_surface_transfer(s, at);
    double level = fmax(fmax(u, value), s->zero);
    if (!(kappa > 0)) {
        return fmax(u, s->zero);
    }
    for (int round = 0; round < ROUNDS_MOST; round++) {
        const double to = level - s->zero;
        const double from = value - s->zero;
        const double out = transfer * (level - value) +
                           s->radiance * (to * cube(to) - from * cube(from)) +
                           kappa / half * (level - u);
        const double slope = transfer + 4 * s->radiance * cube(to) + kappa / half;
        const double next = fmax(level - out / slope, s->zero);
        if (!(fabs(next - level) > 1e-13 * fabs(to))) {
            return next;
        }
        level = next;
    }
    return level;
}

/* What has no fourth power to speak of. */
static ct_status check_warm(const ct_adi_plan *plan, int axis, int side, double u,
                            const char *what) {
    const double zero = plan->surface[axis][side].zero;
    return u >= zero ? CT_OK
                     : ct_raise(CT_ERROR_UNSUPPORTED,
                                "u %s axis %d, side %d, which radiates, is %g at t = %g; allowed: "
                                "from absolute zero, %g",
                                what, ct_adi_user_axis(plan, axis), side, u, plan->time, zero);
}

/* At one cell of a face. */
static ct_status find_one(const ct_adi_plan *plan, int axis, int side, ptrdiff_t i, ptrdiff_t j) {
    const ct_adi_boundary_values *boundary = &plan->boundary[axis][side];
    const ct_adi_surface *surface = &plan->surface[axis][side];
    const ct_adi_axis *a = &plan->axis[axis];
    const double half = a->widths[side == 0 ? 0 : a->n - 1] / 2;
    const ptrdiff_t cell = ct_adi_boundary_cell(plan, axis, side, i, j);
    const void *field = ct_adi_kappa_field(plan, axis);
    const double kappa = field != NULL ? ct_adi_number(plan, field, cell) : plan->kappa[axis];
    const ptrdiff_t in_patch = ct_adi_boundary_in_patch(boundary, i, j);
    const double u = ct_adi_number(plan, plan->state, cell);
    const ptrdiff_t at = i * boundary->cells[1] + j;
    ct_status status = CT_OK;
    if (!ct_adi_is_out(plan, cell)) {
        CT_TRY(check_warm(plan, axis, side, u, "at"));
        CT_TRY(check_warm(plan, axis, side, boundary->now[in_patch], "beyond"));
        CT_TRY(check_warm(plan, axis, side, boundary->next[in_patch], "beyond"));
        surface->level[at] = find_level(surface, at, half, kappa, boundary->now[in_patch], u);
    }
cleanup:
    return status;
}

static ct_status find_levels(const ct_adi_plan *plan, int axis, int side) {
    const ct_adi_boundary_values *boundary = &plan->boundary[axis][side];
    ct_status status = CT_OK;
    for (ptrdiff_t i = 0; i < boundary->cells[0]; i++) {
        for (ptrdiff_t j = 0; j < boundary->cells[1]; j++) {
            CT_TRY(find_one(plan, axis, side, i, j));
        }
    }
cleanup:
    return status;
}

int ct_adi_radiates(const ct_adi_plan *plan) {
    int radiates = 0;
    for (int k = 0; k < CT_ADI_BOX_AXES * CT_ADI_SIDES; k++) {
        radiates = radiates || plan->surface[k / CT_ADI_SIDES][k % CT_ADI_SIDES].radiance > 0;
    }
    return radiates;
}

ct_status ct_adi_radiation_levels(ct_adi_plan *plan) {
    ct_status status = CT_OK;
    for (int k = 0; k < CT_ADI_BOX_AXES * CT_ADI_SIDES && status == CT_OK; k++) {
        const int axis = k / CT_ADI_SIDES;
        const int side = k % CT_ADI_SIDES;
        if (plan->surface[axis][side].level != NULL && plan->boundary[axis][side].is_here) {
            status = find_levels(plan, axis, side);
        }
    }
    return ct_adi_radiates(plan) ? ct_agree(plan->comm, status) : CT_OK;
}

static ct_status check(const ct_adi_plan *plan, int axis, int side, double radiance, double zero) {
    if (axis < 0 || axis >= plan->axes || side < 0 || side >= CT_ADI_SIDES) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "radiation of axis %d, side %d; allowed: axes 0 to %d, sides 0, 1", axis,
                        side, plan->axes - 1);
    }
    if (plan->surface[ct_adi_box_axis(plan, axis)][side].kind != CT_ADI_TRANSFER) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "radiation of axis %d, side %d, which is no face of CT_ADI_TRANSFER", axis,
                        side);
    }
    return radiance >= 0 && isfinite(radiance) && isfinite(zero)
               ? CT_OK
               : ct_raise(CT_ERROR_ARGUMENT,
                          "radiation of %g above %g; allowed: finite numbers, the first from 0",
                          radiance, zero);
}

ct_status ct_adi_set_radiation(ct_adi_plan *plan, int axis, int side, double radiance,
                               double zero) {
    CT_REQUIRE_PLAN(plan);
    double *level = NULL;
    ct_status status = CT_OK;
    CT_TRY(ct_agree(plan->comm, check(plan, axis, side, radiance, zero)));
    const int box_axis = ct_adi_box_axis(plan, axis);
    ct_adi_surface *surface = &plan->surface[box_axis][side];
    const ct_adi_shape shape = ct_adi_shape_of(&plan->box, box_axis);
    level = radiance > 0 ? calloc((size_t)(shape.outer * shape.inner) + 1, sizeof *level) : NULL;
    CT_TRY(ct_agree(plan->comm, radiance > 0 && level == NULL
                                    ? ct_raise(CT_ERROR_MEMORY, "no memory for a face")
                                    : CT_OK));
    free(surface->level);
    surface->level = level;
    level = NULL;
    surface->radiance = radiance;
    surface->zero = zero;
    CT_TRY(ct_adi_coefficients_set(plan));
cleanup:
    free(level);
    return status;
}
