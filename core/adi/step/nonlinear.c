#include "adi/step/nonlinear.h"

#include "adi/coefficients/coefficients.h"
#include "adi/plan.h"
#include "adi/step/scheme.h"
#include "base/fail.h"
#include <cornerturn/agree.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* kappa as a function of the squared gradient. */
static double edge_stop(const ct_adi_nonlinearity *n, double square) {
    const double s2 = square / (n->contrast * n->contrast);
    switch (n->kind) {
    case CT_ADI_PERONA_MALIK:
        return 1 / (1 + s2);
    case CT_ADI_PERONA_MALIK_EXP:
        return exp(-s2);
    default:
        return s2 > 0 ? -expm1(-3.31488 / (s2 * s2 * s2 * s2)) : 1;
    }
}

/* Distance between the middles of the cells before and after cell i; at an end, of the cell's
 * mirror image. */
static double across(const ct_adi_plan *plan, int axis, ptrdiff_t i) {
    const ct_adi_axis *a = &plan->axis[axis];
    const ptrdiff_t cell = plan->box.first[axis] + i;
    const ptrdiff_t low = cell > 0 ? cell - 1 : (a->is_periodic ? a->n - 1 : 0);
    const ptrdiff_t high = cell < a->n - 1 ? cell + 1 : (a->is_periodic ? 0 : cell);
    return a->widths[cell] + (a->widths[low] + a->widths[high]) / 2;
}

/* The neighbouring row of (z, y) along axis 0 or 1: in the box, in the halo, or at an end the row
 * itself. */
static const char *neighbour(const ct_adi_plan *of, const ct_adi_plan *plan, int axis, int side,
                             ptrdiff_t z, ptrdiff_t y) {
    const ptrdiff_t bytes = plan->kernels->bytes;
    const ptrdiff_t row = plan->box.count[2] * bytes;
    const ptrdiff_t step = axis == 0 ? plan->box.count[1] * row : row;
    const ptrdiff_t at = axis == 0 ? z : y;
    const char *self = (const char *)of->state + (z * plan->box.count[1] + y) * row;
    if (at + (side == 0 ? -1 : 1) >= 0 && at + (side == 0 ? -1 : 1) < plan->box.count[axis]) {
        return side == 0 ? self - step : self + step;
    }
    if (!ct_adi_goes_on(plan, axis, side)) {
        return self;
    }
    const ct_adi_layer layer = ct_adi_beyond(of, axis, side, of->state);
    return (const char *)layer.at + (z * layer.stride[0] + y * layer.stride[1]) * bytes;
}

/* The value beyond an end of row (z, y), or at an end of the axis the last one. */
static double beyond_row(const ct_adi_plan *of, int side, ptrdiff_t z, ptrdiff_t y,
                         const double *row) {
    const ct_adi_layer layer = ct_adi_beyond(of, 2, side, of->state);
    double number = row[side == 0 ? 0 : of->box.count[2] - 1];
    if (ct_adi_goes_on(of, 2, side)) {
        of->kernels->load((const char *)layer.at +
                              (z * layer.stride[0] + y * layer.stride[1]) * of->kernels->bytes,
                          1, &number);
    }
    return number;
}

/* kappa of row (z, y) from the state of `of`. rows: workspace of three rows. */
static void row_kappa(ct_adi_plan *plan, const ct_adi_plan *of, ptrdiff_t z, ptrdiff_t y,
                      double *rows) {
    const ptrdiff_t n = plan->box.count[2];
    const ptrdiff_t at[2] = {z, y};
    double *low = rows;
    double *high = rows + n;
    double *square = rows + 2 * n;
    memset(square, 0, (size_t)n * sizeof *square);
    for (int axis = 0; axis < 2; axis++) {
        const double per_width = 1 / across(plan, axis, at[axis]);
        if (ct_adi_is_active(plan, axis)) {
            plan->kernels->load(neighbour(of, plan, axis, 0, z, y), n, low);
            plan->kernels->load(neighbour(of, plan, axis, 1, z, y), n, high);
            for (ptrdiff_t x = 0; x < n; x++) {
                const double slope = (high[x] - low[x]) * per_width;
                square[x] += slope * slope;
            }
        }
    }
    const ptrdiff_t first = (z * plan->box.count[1] + y) * n;
    plan->kernels->load((const char *)of->state + first * plan->kernels->bytes, n, low);
    const double before = beyond_row(of, 0, z, y, low);
    const double after = beyond_row(of, 1, z, y, low);
    for (ptrdiff_t x = 0; x < n; x++) {
        const double slope =
            ((x < n - 1 ? low[x + 1] : after) - (x > 0 ? low[x - 1] : before)) / across(plan, 2, x);
        square[x] = edge_stop(&plan->nonlinearity, square[x] + slope * slope);
    }
    plan->kernels->store(square, n, (char *)plan->kappa_field + first * plan->kernels->bytes);
}

/* Smooths the state in two steps, which approximate a Gaussian better than one. Collective. */
static ct_status smooth(ct_adi_plan *plan) {
    const double width = plan->nonlinearity.smoothing;
    ct_status status = CT_OK;
    memcpy(plan->smoother->state, plan->state,
           (size_t)(ct_box_elements(&plan->box) * plan->kernels->bytes));
    CT_TRY(ct_adi_scheme_advance(plan->smoother, width * width / 4));
    CT_TRY(ct_adi_scheme_advance(plan->smoother, width * width / 4));
cleanup:
    return status;
}

ct_status ct_adi_diffusivity_from_state(ct_adi_plan *plan) {
    const int smooths = plan->nonlinearity.smoothing > 0;
    ct_adi_plan *of = smooths ? plan->smoother : plan;
    const ptrdiff_t lines = plan->box.count[0] * plan->box.count[1];
    double *rows = malloc((size_t)(3 * plan->box.count[2] + 1) * sizeof *rows);
    ct_status status =
        rows != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for rows of gradients");
    CT_TRY(ct_agree(plan->comm, status));
    if (smooths) {
        CT_TRY(smooth(plan));
    }
    CT_TRY(ct_adi_halo_exchange(of, of->state));
    for (ptrdiff_t line = 0; line < lines && rows != NULL && !ct_adi_is_empty(plan); line++) {
        row_kappa(plan, of, line / plan->box.count[1], line % plan->box.count[1], rows);
    }
    CT_TRY(ct_adi_coefficients_set(plan));
cleanup:
    free(rows);
    return status;
}
