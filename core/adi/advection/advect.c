/* Half a step of advection: substeps by Heun's method, which makes no new extremes where Euler's
 * makes none (Shu, Osher: J. Comp. Phys. 77 (1988) 439). */
#include "adi/advection/advect.h"

#include "adi/advection/beyond.h"
#include "adi/advection/flow.h"
#include "adi/advection/rate.h"
#include "adi/advection/velocity.h"
#include "adi/plan.h"
#include "adi/sweeps/phases.h"
#include "base/fail.h"

#include <math.h>

static const double most_courant = 0.5;
static const double slack = 1e-9; /* a number of substeps that is this close to a whole one is it */

/* The first cell of row `line`, in an array with ghosts. */
static ptrdiff_t ghosted_row(const ct_adi_plan *plan, ptrdiff_t line) {
    return plan->flow.origin + line / plan->box.count[1] * plan->flow.stride[0] +
           line % plan->box.count[1] * plan->flow.stride[1];
}

static ptrdiff_t lines_of(const ct_adi_plan *plan) {
    return ct_adi_is_empty(plan) ? 0 : plan->box.count[0] * plan->box.count[1];
}

/* Copies u of the substep's start to where fluxes are found; masked cells are none. */
static void begin(ct_adi_plan *plan) {
    const ptrdiff_t n = plan->box.count[2];
    for (ptrdiff_t line = 0; line < lines_of(plan); line++) {
        double *u = plan->flow.cells + ghosted_row(plan, line);
        for (ptrdiff_t x = 0; x < n; x++) {
            u[x] = ct_adi_is_out(plan, line * n + x) ? NAN : plan->flow.start[line * n + x];
        }
    }
}

/* u plus dt times its rate: the second stage's, or with is_end, its mean with the start, which
 * becomes the next substep's. */
static void add_rate(ct_adi_plan *plan, double dt, int is_end) {
    ct_adi_flow *flow = &plan->flow;
    const ptrdiff_t n = plan->box.count[2];
    for (ptrdiff_t line = 0; line < lines_of(plan); line++) {
        double *u = flow->cells + ghosted_row(plan, line);
        double *start = flow->start + line * n;
        const double *rate = flow->rate + line * n;
        for (ptrdiff_t x = 0; x < n; x++) {
            u[x] += dt * rate[x] / ct_adi_capacity_at(plan, line * n + x);
            if (is_end && !ct_adi_is_out(plan, line * n + x)) {
                start[x] = (start[x] + u[x]) / 2;
            }
        }
    }
}

/* One substep, between these parts of the way through the step. Collective. */
static ct_status substep(ct_adi_plan *plan, double dt, double from, double to) {
    const double part[2] = {from, to};
    ct_status status = CT_OK;
    begin(plan);
    for (int stage = 0; stage < 2; stage++) {
        CT_TRY(ct_adi_flow_exchange(plan, plan->flow.cells));
        CT_TRY(ct_adi_flow_fill_beyond(plan, part[stage]));
        if (!ct_adi_is_empty(plan)) {
            ct_adi_flow_rate(plan, dt / 2);
            add_rate(plan, dt, stage == 1);
        }
    }
cleanup:
    return status;
}

/* The longest substep from `time` on that what is `left` can be cut into equally: by the velocity
 * in its middle, which is evaluated. Collective. */
static ct_status choose(ct_adi_plan *plan, double time, double left, double *dt) {
    ct_status status = CT_OK;
    double count = 1;
    for (int is_short = 0; !is_short;) {
        CT_TRY(ct_adi_flow_evaluate(plan, time + left / count / 2));
        const double wanted = ceil(left * plan->flow.per_time / most_courant - slack);
        is_short = wanted <= count;
        count = fmax(wanted, count);
        if (!(count <= CT_ADI_SUBSTEPS_MOST)) {
            CT_FAIL(CT_ERROR_UNSUPPORTED,
                    "a step of %g would take more than %d substeps of advection; allowed: "
                    "shorter ones, by far: one substep goes %.3g far with this velocity",
                    2 * left, CT_ADI_SUBSTEPS_MOST, most_courant / plan->flow.per_time);
        }
    }
    *dt = left / count;
cleanup:
    return status;
}

static void load(ct_adi_plan *plan) {
    plan->kernels->load(plan->state, ct_box_elements(&plan->box), plan->flow.start);
}

static ct_status advect(ct_adi_plan *plan, double dt, int side) {
    ct_adi_flow *flow = &plan->flow;
    const double half = dt / 2;
    double done = 0;
    ct_status status = CT_OK;
    if (plan->lawful.laws.capacity != NULL) {
        CT_FAIL(CT_ERROR_UNSUPPORTED, "a velocity beside a law of the capacity; allowed: a "
                                      "capacity that is a number, a field or a function");
    }
    load(plan);
    for (double count = 0; done < half * (1 - slack);) {
        const double start = side * half + done; /* of the step */
        double length = 0;
        CT_TRY(choose(plan, plan->time + start, half - done, &length));
        flow->facts.courant = fmax(flow->facts.courant, dt * flow->per_time);
        flow->worst_squeeze = fmax(flow->worst_squeeze, flow->squeeze);
        CT_TRY(substep(plan, length, start / dt, (start + length) / dt));
        flow->facts.substeps++;
        done += length;
        if (++count > CT_ADI_SUBSTEPS_MOST) {
            CT_FAIL(CT_ERROR_UNSUPPORTED, "a step of %g takes more than %d substeps of advection",
                    dt, CT_ADI_SUBSTEPS_MOST);
        }
    }
    flow->facts.steps += side;
    plan->kernels->store(flow->start, ct_box_elements(&plan->box), plan->state);
    ct_adi_mask_state(plan);
cleanup:
    return status;
}

ct_status ct_adi_advect(ct_adi_plan *plan, double dt, int side) {
    ct_status status = CT_OK;
    if (plan->flow.is_on) {
        const ct_phase phase = ct_adi_phase_begin(CT_ADI_ADVECTION);
        status = advect(plan, dt, side);
        ct_adi_phase_end(plan, CT_ADI_ADVECTION, &phase);
    }
    return status;
}
