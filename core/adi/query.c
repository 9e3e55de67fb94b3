/* Queries of a plan and of its state. */
#include "adi/query.h"

#include "adi/coefficients/quantity.h"
#include "adi/plan.h"
#include "adi/sum.h"
#include "adi/sweeps/phases.h"
#include "base/mpi.h"
#include "exchange/losses.h"
#include <cornerturn/agree.h>

#include <math.h>

ct_box ct_adi_state_box(const ct_adi_plan *plan) {
    return ct_distribution_box(&plan->distribution, plan->rank);
}

const ct_distribution *ct_adi_state_distribution(const ct_adi_plan *plan) {
    return &plan->distribution;
}

void *ct_adi_state(ct_adi_plan *plan) {
    return plan->state;
}

double ct_adi_time(const ct_adi_plan *plan) {
    return plan->time;
}

void ct_adi_set_time(ct_adi_plan *plan, double time) {
    plan->time = time;
    plan->can_undo = 0;
}

const double *ct_adi_middles(const ct_adi_plan *plan, int axis) {
    return plan->axis[ct_adi_box_axis(plan, axis)].middles;
}

ptrdiff_t ct_adi_cell(const ct_adi_plan *plan, int axis, double position) {
    const ct_adi_axis *a = &plan->axis[ct_adi_box_axis(plan, axis)];
    ptrdiff_t low = 0;
    ptrdiff_t high = a->n;
    while (high - low > 1) {
        const ptrdiff_t middle = low + (high - low) / 2;
        if (position >= a->edges[middle]) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

static void load_row(const ct_adi_plan *plan, ptrdiff_t line) {
    const ptrdiff_t n = plan->box.count[2];
    plan->kernels->load((const char *)plan->state + line * n * plan->kernels->bytes, n,
                        plan->values);
}

/* Number of lines along the last axis; 0 for an empty box. */
static ptrdiff_t lines_of(const ct_adi_plan *plan) {
    return ct_adi_is_empty(plan) ? 0 : plan->box.count[0] * plan->box.count[1];
}

ct_status ct_adi_integral(const ct_adi_plan *plan, double *integral) {
    CT_REQUIRE_PLAN(plan);
    const double *widths = plan->axis[2].widths + plan->box.first[2];
    ct_adi_sum here = {0, 0};
    double parts[2] = {0, 0};
    ct_status status = CT_OK;
    for (ptrdiff_t line = 0; line < lines_of(plan); line++) {
        const double area = ct_adi_area(plan, line);
        load_row(plan, line);
        for (ptrdiff_t x = 0; x < plan->box.count[2]; x++) {
            ct_adi_sum_add(&here, ct_adi_is_out(plan, line * plan->box.count[2] + x)
                                      ? 0
                                      : area * widths[x] * plan->values[x]);
        }
    }
    parts[0] = here.all;
    parts[1] = here.lost;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, parts, 2, MPI_DOUBLE, MPI_SUM, plan->comm));
    *integral = parts[0] + parts[1];
cleanup:
    return status;
}

ct_status ct_adi_range(const ct_adi_plan *plan, double *least, double *most) {
    CT_REQUIRE_PLAN(plan);
    double found[3] = {HUGE_VAL, HUGE_VAL, 0}; /* least, least of -u, -1 if not finite */
    ct_status status = CT_OK;
    for (ptrdiff_t line = 0; line < lines_of(plan); line++) {
        load_row(plan, line);
        for (ptrdiff_t x = 0; x < plan->box.count[2]; x++) {
            const double value = plan->values[x];
            if (ct_adi_is_out(plan, line * plan->box.count[2] + x)) {
                continue;
            }
            found[0] = fmin(found[0], value);
            found[1] = fmin(found[1], -value);
            found[2] = isfinite(value) ? found[2] : -1;
        }
    }
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, found, 3, MPI_DOUBLE, MPI_MIN, plan->comm));
    *least = found[2] < 0 ? NAN : found[0];
    *most = found[2] < 0 ? NAN : -found[1];
cleanup:
    return status;
}

ct_status ct_adi_value(const ct_adi_plan *plan, const ptrdiff_t *cell, double *value) {
    CT_REQUIRE_PLAN(plan);
    ptrdiff_t at[CT_ADI_BOX_AXES] = {0, 0, 0};
    int is_here = !ct_adi_is_empty(plan);
    double found[2] = {0, 0}; /* the value; the number of ranks that have it */
    ct_status status = CT_OK;
    for (int a = 0; a < plan->axes; a++) {
        const int axis = ct_adi_box_axis(plan, a);
        if (cell[a] < 0 || cell[a] >= plan->axis[axis].n) {
            return ct_raise(CT_ERROR_ARGUMENT, "cell %td along axis %d; allowed: 0 to %td", cell[a],
                            a, plan->axis[axis].n - 1);
        }
        at[axis] = cell[a] - plan->box.first[axis];
        is_here = is_here && at[axis] >= 0 && at[axis] < plan->box.count[axis];
    }
    if (is_here) {
        const ptrdiff_t index = (at[0] * plan->box.count[1] + at[1]) * plan->box.count[2] + at[2];
        plan->kernels->load((const char *)plan->state + index * plan->kernels->bytes, 1, found);
        found[0] = ct_adi_is_out(plan, index) ? NAN : found[0];
    }
    CT_MPI(MPI_Allreduce(found, value, 1, MPI_DOUBLE, MPI_SUM, plan->comm));
cleanup:
    return status;
}

ct_status ct_adi_difference(ct_adi_plan *plan, const ct_adi_quantity *wanted, double *largest,
                            double *mean_square_root) {
    const double *widths = plan->axis[2].widths + plan->box.first[2];
    double most = 0;
    double sums[2] = {0, 0}; /* squares, volume */
    ct_status status = CT_OK;
    CT_TRY(ct_agree(plan->comm, ct_adi_quantity_check(wanted, "what the state is compared with",
                                                      !ct_adi_is_empty(plan))));
    for (ptrdiff_t line = 0; line < lines_of(plan); line++) {
        const double area = ct_adi_area(plan, line);
        ct_adi_quantity_row(plan, wanted, plan->time, line / plan->box.count[1],
                            line % plan->box.count[1], plan->values);
        const ptrdiff_t n = plan->box.count[2];
        double *state = plan->points[0];
        plan->kernels->load((const char *)plan->state + line * n * plan->kernels->bytes, n, state);
        for (ptrdiff_t x = 0; x < n; x++) {
            const double difference = fabs(state[x] - plan->values[x]);
            if (ct_adi_is_out(plan, line * n + x)) {
                continue;
            }
            most = difference <= most ? most : difference;
            sums[0] += area * widths[x] * difference * difference;
            sums[1] += area * widths[x];
        }
    }
    most = isnan(most) ? HUGE_VAL : most;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_DOUBLE, MPI_MAX, plan->comm));
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_DOUBLE, MPI_SUM, plan->comm));
    *largest = most;
    *mean_square_root = sqrt(sums[0] / sums[1]);
cleanup:
    return status;
}

ct_adi_method ct_adi_method_used(const ct_adi_plan *plan) {
    return plan->method;
}

const char *ct_adi_reason(const ct_adi_plan *plan) {
    return plan->chosen.reason;
}

const ct_score *ct_adi_score(const ct_adi_plan *plan, int index) {
    return index >= 0 && index < plan->chosen.scores ? &plan->chosen.score[index] : NULL;
}

double ct_adi_moved_bytes(const ct_adi_plan *plan) {
    return plan->moved_bytes;
}

ct_adi_scheme ct_adi_scheme_used(const ct_adi_plan *plan) {
    return plan->scheme != CT_ADI_SCHEME_AUTO ? plan->scheme
           : ct_adi_is_rough(plan)            ? CT_ADI_CRANK_NICOLSON_CG
                                              : CT_ADI_DOUGLAS_GUNN;
}

/* One pass reads the state and writes the eliminated array; the other reads both and writes the
 * state. (Solving for the new state instead of the increment would save one array.) Variable
 * coefficients and the second iteration of Crank-Nicolson add to that. */
double ct_adi_swept_bytes(const ct_adi_plan *plan) {
    double arrays = 5;
    if (plan->is_variable) { /* the operator: kappa at faces; sweeps: pivots once or twice, kappa */
        arrays += plan->axes * (ct_adi_scheme_used(plan) == CT_ADI_LOD ? 4 : 5);
    }
    double cells = 1;
    for (int a = 0; a < plan->axes; a++) {
        cells *= (double)plan->distribution.extent[a];
    }
    if (ct_adi_scheme_used(plan) == CT_ADI_CRANK_NICOLSON) {
        arrays = 2 * arrays + 3;
    }
    return arrays * cells * (double)plan->kernels->bytes;
}

double ct_adi_plan_bytes(const ct_adi_plan *plan) {
    return plan->bytes;
}

/* Of a plan and the one inside it, NULL: none. Local. */
static void add_losses(const ct_adi_plan *plan, // NOLINT(misc-no-recursion)
                       ct_exchange_losses *losses) {
    for (int axis = 0; plan != NULL && axis < CT_ADI_BOX_AXES; axis++) {
        const ct_adi_sweep *sweep = &plan->sweep[axis];
        ct_exchange_losses_add(sweep->reduction.meeting.collect, losses);
        ct_exchange_losses_add(sweep->reduction.meeting.spread, losses);
        if (sweep->there != NULL) {
            ct_exchange_losses_add(ct_transpose_exchange(sweep->there), losses);
            ct_exchange_losses_add(ct_transpose_exchange(sweep->back), losses);
        }
    }
    if (plan != NULL) {
        add_losses(plan->smoother, losses);
    }
}

ct_status ct_adi_rounding(const ct_adi_plan *plan, ct_exchange_losses *losses) {
    CT_REQUIRE_PLAN(plan);
    *losses = (ct_exchange_losses){.saved_bytes = 0};
    add_losses(plan, losses);
    return ct_exchange_losses_sum(plan->comm, losses);
}

int ct_adi_phases(const ct_adi_plan *plan) {
    (void)plan;
    return CT_ADI_WORKS;
}

const char *ct_adi_phase_name(const ct_adi_plan *plan, int phase) {
    (void)plan;
    return ct_adi_work_name((ct_adi_work)phase);
}

double ct_adi_seconds(const ct_adi_plan *plan, int phase) {
    return plan->seconds[phase];
}

int ct_adi_hierarchies(const ct_adi_plan *plan) {
    return plan->hierarchies;
}
