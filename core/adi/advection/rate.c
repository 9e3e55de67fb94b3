/*
 * What advection changes: fluxes across faces, of u of the upwind cell.
 *
 * Along an axis u of a cell rises from its middle to its upper face by a `rise`, and falls as much
 * to the lower one. Rows are along the last axis; across the other axes, a row of fluxes is between
 * two rows of cells.
 */
#include "adi/advection/rate.h"

#include "adi/advection/flow.h"
#include "adi/plan.h"

#include <math.h>

/* Rises of a row, from differences to the cells below and above, NAN where there is none: limited,
 * u then does not rise, as a slope that leads away from the only neighbour makes new extremes.
 * Factors are those of cell i * step. */
static inline void find_rises(ptrdiff_t n, const double *below, const double *u,
                              const double *above, const ct_adi_rise *factor, ptrdiff_t step,
                              int is_limited, double *rise) {
    for (ptrdiff_t i = 0; i < n; i++) {
        const double low = u[i] - below[i];
        const double high = above[i] - u[i];
        const double least = fmin(fabs(low), fabs(high));
        const double central = factor->below[i * step] * low + factor->above[i * step] * high;
        const double limited = low * high > 0 ? copysign(fmin(fabs(central), least), central) : 0;
        const double both = is_limited ? limited : central;
        const double alone = low == low     ? factor->below_alone[i * step] * low
                             : high == high ? factor->above_alone[i * step] * high
                                            : 0;
        rise[i] = low == low && high == high ? both : is_limited ? 0 : alone;
    }
}

static ct_adi_rise factors_from(const ct_adi_rise *rise, ptrdiff_t at) {
    return (ct_adi_rise){rise->below + at, rise->above + at, rise->below_alone + at,
                         rise->above_alone + at};
}

/* Fluxes between cells u[i - before] and u[i], with their rises. */
static void find_fluxes(ptrdiff_t n, const double *velocity, const double *lower,
                        const double *lower_rise, const double *upper, const double *upper_rise,
                        double *flux) {
    for (ptrdiff_t i = 0; i < n; i++) {
        const double from_lower = velocity[i] * (lower[i] + lower_rise[i]);
        const double from_upper = velocity[i] * (upper[i] - upper_rise[i]);
        flux[i] = velocity[i] > 0 ? from_lower : velocity[i] < 0 ? from_upper : 0;
    }
}

/* Gives fluxes C of the upwind cell. */
static void weigh(ptrdiff_t n, const double *velocity, const double *lower, const double *upper,
                  double *flux) {
    for (ptrdiff_t i = 0; i < n; i++) {
        flux[i] *= velocity[i] > 0 ? lower[i] : upper[i];
    }
}

/* A face of the domain: its side, and where v leads in, what comes in is `beyond`, or where that is
 * NAN u of the cell. */
static double flux_at_end(int side, double velocity, double u, double beyond, double outflow) {
    const int leads_in = side == 0 ? velocity > 0 : velocity < 0;
    return leads_in ? velocity * (beyond == beyond ? beyond : u) : outflow;
}

/* Adds a row of fluxes through a face of the domain to the balance; `area` is that of one across
 * the row, `widths` those along it or NULL. */
static void account(ct_adi_plan *plan, int axis, int side, ptrdiff_t n, const double *flux,
                    double area, const double *widths) {
    for (ptrdiff_t i = 0; plan->account.is_open && i < n; i++) {
        ct_adi_sum_add(&plan->account.flows.in[axis][side],
                       plan->capacity * (side == 0 ? flux[i] : -flux[i]) * area *
                           (widths != NULL ? widths[i] : 1));
    }
}

/* Sets the rate of row (z, y) to what flows along it. */
static void along_row(ct_adi_plan *plan, ptrdiff_t z, ptrdiff_t y, double weight) {
    const ct_adi_flow *flow = &plan->flow;
    const ptrdiff_t n = plan->box.count[2];
    const ptrdiff_t row = z * plan->box.count[1] + y;
    const ptrdiff_t at = flow->origin + z * flow->stride[0] + y * flow->stride[1];
    const double *u = flow->cells + at;
    const double *velocity = flow->face[2] + row * (n + 1);
    const double *widths = plan->axis[2].widths + plan->box.first[2];
    double *rise = flow->rows + 1;
    double *flux = flow->rows + n + 2;
    double *rate = flow->rate + row * n;
    const ct_adi_rise factor = flow->rise[2];
    find_rises(n + 2, u - 2, u - 1, u, &factor, 1, flow->scheme == CT_ADI_TVD, rise - 1);
    find_fluxes(n + 1, velocity, u - 1, rise - 1, u, rise, flux);
    for (int side = 0; side < CT_ADI_SIDES; side++) {
        const ptrdiff_t end = side == 0 ? 0 : n;
        const ptrdiff_t cell = side == 0 ? 0 : n - 1;
        if (!ct_adi_goes_on(plan, 2, side)) {
            flux[end] = flux_at_end(side, velocity[end], u[cell], u[side == 0 ? -1 : n], flux[end]);
        }
    }
    if (flow->capacity != NULL) {
        const double *c = flow->capacity + at;
        const int starts = !ct_adi_goes_on(plan, 2, 0);
        const int ends = !ct_adi_goes_on(plan, 2, 1);
        weigh(n - 1, velocity + 1, c, c + 1, flux + 1);
        weigh(1, velocity, starts ? c : c - 1, c, flux);
        weigh(1, velocity + n, c + n - 1, ends ? c + n - 1 : c + n, flux + n);
    }
    for (ptrdiff_t x = 0; x < n; x++) {
        rate[x] = (flux[x] - flux[x + 1]) / widths[x];
    }
    for (int side = 0; side < CT_ADI_SIDES; side++) {
        if (!ct_adi_goes_on(plan, 2, side)) {
            account(plan, 2, side, 1, flux + (side == 0 ? 0 : n), weight * ct_adi_area(plan, row),
                    NULL);
        }
    }
}

/* A row of fluxes across axis 0 or 1, between rows of cells u - stride and u. */
static void across_end(ct_adi_plan *plan, int axis, int side, ptrdiff_t other, const double *u,
                       const double *velocity, double *flux, double weight) {
    const ptrdiff_t step = plan->flow.stride[axis];
    const double *cell = side == 0 ? u : u - step;
    const double *beyond = side == 0 ? u - step : u;
    for (ptrdiff_t x = 0; x < plan->box.count[2]; x++) {
        flux[x] = flux_at_end(side, velocity[x], cell[x], beyond[x], flux[x]);
        flux[x] *=
            plan->flow.capacity != NULL ? plan->flow.capacity[cell + x - plan->flow.cells] : 1;
    }
    account(plan, axis, side, plan->box.count[2], flux,
            weight * plan->axis[1 - axis].widths[plan->box.first[1 - axis] + other],
            plan->axis[2].widths + plan->box.first[2]);
}

/* Adds to the rates what flows along axis 0 or 1 through the lines of row `other` of the other one
 * of them. */
static void across_rows(ct_adi_plan *plan, int axis, ptrdiff_t other, double weight) {
    const ct_adi_flow *flow = &plan->flow;
    const ptrdiff_t n = plan->box.count[2];
    const ptrdiff_t count = plan->box.count[axis];
    const ptrdiff_t step = flow->stride[axis];
    const ptrdiff_t rows = axis == 1 ? 1 : plan->box.count[1]; /* from one to the next */
    const ptrdiff_t row = axis == 1 ? other * count : other;
    const double *faces = flow->face[axis] + (axis == 1 ? other * (count + 1) : other) * n;
    const double *widths = plan->axis[axis].widths + plan->box.first[axis];
    double *lower = flow->rows;
    double *upper = lower + n;
    double *flux = upper + n;
    for (ptrdiff_t f = -1; f <= count; f++) { /* the rises of cell f, then face f below it */
        const double *u = flow->cells + flow->origin + other * flow->stride[1 - axis] + f * step;
        const ct_adi_rise factor = factors_from(&flow->rise[axis], f + 1);
        double *last = lower;
        lower = upper;
        upper = last;
        find_rises(n, u - step, u, u + step, &factor, 0, flow->scheme == CT_ADI_TVD, upper);
        if (f < 0) {
            continue;
        }
        const double *velocity = faces + f * rows * n;
        const int side = f == 0 ? 0 : 1;
        find_fluxes(n, velocity, u - step, lower, u, upper, flux);
        if ((f == 0 || f == count) && !ct_adi_goes_on(plan, axis, side)) {
            across_end(plan, axis, side, other, u, velocity, flux, weight);
        } else if (flow->capacity != NULL) {
            const double *c = flow->capacity + (u - flow->cells);
            weigh(n, velocity, c - step, c, flux);
        }
        double *below = flow->rate + (row + (f - 1) * rows) * n;
        double *above = below + rows * n;
        for (ptrdiff_t x = 0; x < n && f > 0; x++) {
            below[x] -= flux[x] / widths[f - 1];
        }
        for (ptrdiff_t x = 0; x < n && f < count; x++) {
            above[x] += flux[x] / widths[f];
        }
    }
}

void ct_adi_flow_rate(ct_adi_plan *plan, double weight) {
    for (ptrdiff_t z = 0; z < plan->box.count[0]; z++) {
        for (ptrdiff_t y = 0; y < plan->box.count[1]; y++) {
            along_row(plan, z, y, weight);
        }
    }
    for (ptrdiff_t z = 0; z < plan->box.count[0] && ct_adi_is_active(plan, 1); z++) {
        across_rows(plan, 1, z, weight);
    }
    for (ptrdiff_t y = 0; y < plan->box.count[1]; y++) {
        across_rows(plan, 0, y, weight);
    }
}
