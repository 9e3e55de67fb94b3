/* Memory of advection, and ghosts. */
#include "adi/advection/flow.h"

#include "adi/memory.h"
#include "adi/plan.h"
#include "base/fail.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <math.h>
#include <stdlib.h>

static ptrdiff_t ghosts(const ct_adi_plan *plan, int axis) {
    return ct_adi_is_active(plan, axis) ? CT_ADI_FLOW_GHOSTS : 0;
}

/* The factors of one cell, `index` along its axis, which may be beyond the axis. Values of faces of
 * the box are half a cell away. */
static void find_rise(const ct_adi_axis *a, ptrdiff_t index, ptrdiff_t at, ct_adi_rise *rise) {
    const ptrdiff_t cell = ((index % a->n) + a->n) % a->n;
    const int is_end[2] = {!a->is_periodic && cell == 0, !a->is_periodic && cell == a->n - 1};
    const double half = a->widths[cell] / 2;
    const double low = is_end[0] ? half : half + a->widths[cell > 0 ? cell - 1 : a->n - 1] / 2;
    const double high = is_end[1] ? half : half + a->widths[cell < a->n - 1 ? cell + 1 : 0] / 2;
    rise->below[at] = half * high / (low * (low + high));
    rise->above[at] = half * low / (high * (low + high));
    rise->below_alone[at] = fmin(half / low, 1);
    rise->above_alone[at] = fmin(half / high, 1);
}

static ct_status make_rises(ct_adi_plan *plan) {
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        const ptrdiff_t n = plan->box.count[axis] + 2;
        ct_adi_rise *rise = &plan->flow.rise[axis];
        rise->below = ct_adi_memory(plan, 4 * n, sizeof(double));
        if (rise->below == NULL) {
            return ct_raise(CT_ERROR_MEMORY, "no memory for the slopes along an axis");
        }
        rise->above = rise->below + n;
        rise->below_alone = rise->above + n;
        rise->above_alone = rise->below_alone + n;
        for (ptrdiff_t i = 0; i < n; i++) {
            find_rise(&plan->axis[axis], plan->box.first[axis] + i - 1, i, rise);
        }
    }
    return CT_OK;
}

static ct_status make_arrays(ct_adi_plan *plan) {
    enum { ROWS = 3 };
    ct_adi_flow *flow = &plan->flow;
    const ptrdiff_t cells = ct_box_elements(&plan->box);
    ct_status status = CT_OK;
    flow->start = ct_adi_memory(plan, cells, sizeof(double));
    flow->rate = ct_adi_memory(plan, cells, sizeof(double));
    flow->rows = ct_adi_memory(plan, ROWS * (plan->box.count[2] + 2), sizeof(double));
    int all = flow->start != NULL && flow->rate != NULL && flow->rows != NULL;
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        const ptrdiff_t n = plan->box.count[axis];
        const ptrdiff_t lines = n > 0 ? cells / n : 0;
        flow->face[axis] = ct_adi_memory(plan, lines * (n + 1), sizeof(double));
        all = all && flow->face[axis] != NULL;
    }
    CT_TRY(all ? CT_OK
               : ct_raise(CT_ERROR_MEMORY, "no memory for the velocity at the faces of %td cells",
                          cells));
    CT_TRY(make_rises(plan));
cleanup:
    return status;
}

ct_status ct_adi_flow_ghosted(ct_adi_plan *plan, double **array) {
    ptrdiff_t numbers = ct_adi_is_empty(plan) ? 0 : 1;
    void *made = NULL;
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        numbers *= plan->box.count[axis] + 2 * ghosts(plan, axis);
    }
    const ct_status status = ct_alloc(plan->comm, numbers * (ptrdiff_t)sizeof(double), &made);
    *array = made;
    for (ptrdiff_t i = 0; status == CT_OK && i < numbers; i++) {
        (*array)[i] = NAN;
    }
    plan->bytes += (double)numbers * (double)sizeof(double);
    return status;
}

int ct_adi_flow_is_thin(const ct_adi_plan *plan, int axis, int side) {
    const ct_distribution *d = &plan->distribution;
    const ct_adi_axis *line = &plan->axis[axis];
    if (!ct_adi_is_active(plan, axis) || line->is_periodic) {
        return 0;
    }
    const int parts = (int)fmin(d->grid[ct_adi_user_axis(plan, axis)], (double)line->n);
    return parts > 1 && ct_block_count(line->n, parts, side == 0 ? 0 : parts - 1) == 1;
}

/* Two layers of ghosts beyond all sides that have cells there. */
static ct_status make_halo(ct_adi_plan *plan) {
    const ct_distribution *d = &plan->distribution;
    const ct_halo_array numbers = {.element_bytes = sizeof(double)};
    ct_decomposition cells = ct_decompose_blocks(d->axes, d->extent, d->grid);
    ct_halo_options options = {.faces_only = 1, .exchange = plan->exchanges.options};
    options.exchange.precision = CT_MESSAGES_EXACT;
    for (int axis = 0, place = 0; axis < CT_ADI_BOX_AXES; axis++) {
        if (ct_adi_is_active(plan, axis)) {
            cells.order[place++] = ct_adi_user_axis(plan, axis); /* in memory as in the box */
        }
    }
    for (int a = 0; a < plan->axes; a++) {
        options.periodic[a] = plan->axis[ct_adi_box_axis(plan, a)].is_periodic;
        cells.ghosts[a][0] = cells.ghosts[a][1] = CT_ADI_FLOW_GHOSTS;
    }
    return ct_halo_plan_create(plan->comm, &cells, 1, &numbers, &options, &plan->flow.halo);
}

ct_status ct_adi_flow_make(ct_adi_plan *plan) {
    ct_adi_flow *flow = &plan->flow;
    ct_status status = CT_OK;
    if (flow->is_on) {
        return CT_OK;
    }
    flow->stride[2] = 1;
    flow->stride[1] = plan->box.count[2] + 2 * ghosts(plan, 2);
    flow->stride[0] = flow->stride[1] * (plan->box.count[1] + 2 * ghosts(plan, 1));
    flow->origin = ghosts(plan, 0) * flow->stride[0] + ghosts(plan, 1) * flow->stride[1] +
                   ghosts(plan, 2) * flow->stride[2];
    CT_TRY(ct_agree(plan->comm, make_arrays(plan)));
    CT_TRY(ct_adi_flow_ghosted(plan, &flow->cells));
    int is_thin = 0;
    for (int k = 0; k < CT_ADI_BOX_AXES * CT_ADI_SIDES; k++) {
        is_thin = is_thin || ct_adi_flow_is_thin(plan, k / CT_ADI_SIDES, k % CT_ADI_SIDES);
    }
    CT_TRY(is_thin ? ct_adi_flow_ghosted(plan, &flow->beyond) : CT_OK);
    CT_TRY(make_halo(plan));
    flow->is_on = 1;
    flow->facts.longest_step = HUGE_VAL;
cleanup:
    if (status != CT_OK) {
        ct_adi_flow_destroy(flow);
    }
    return status;
}

void ct_adi_flow_destroy(ct_adi_flow *flow) {
    void *cells = flow->cells;
    void *beyond = flow->beyond;
    void *capacity = flow->capacity;
    ct_halo_plan_destroy(&flow->halo);
    ct_free(&cells);
    ct_free(&beyond);
    ct_free(&capacity);
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        free(flow->face[axis]);
        free(flow->rise[axis].below);
    }
    free(flow->start);
    free(flow->rate);
    free(flow->rows);
    *flow = (ct_adi_flow){.scheme = flow->scheme};
}

ct_status ct_adi_flow_exchange(ct_adi_plan *plan, double *array) {
    void *arrays[1] = {array};
    return ct_halo_execute(plan->flow.halo, arrays, NULL);
}

ct_adi_advected ct_adi_advection_facts(const ct_adi_plan *plan) {
    return plan->flow.facts;
}
