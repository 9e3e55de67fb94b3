#include "adi/step/turned.h"

#include "adi/memory.h"
#include "adi/plan.h"
#include "adi/step/fused.h"
#include "adi/step/operated.h"
#include "base/fail.h"
#include "kernels/cache.h"

#include <string.h>

static int may_turn(const ct_adi_plan *plan) {
    return plan->is_variable && plan->capacity_field == NULL &&
           plan->sweep[2].way == CT_ADI_WAY_LOCAL && plan->sweep[1].way == CT_ADI_WAY_LOCAL &&
           !plan->sweep[1].systems.is_cyclic &&
           (plan->sweep[0].way == CT_ADI_WAY_LOCAL || plan->sweep[0].way == CT_ADI_WAY_REDUCED) &&
           plan->box.count[1] >= ct_adi_rows_together(plan);
}

int ct_adi_is_turned(const ct_adi_plan *plan) {
    return may_turn(plan) && !plan->account.is_open;
}

ct_status ct_adi_turned_prepare(ct_adi_plan *plan) {
    enum { BYTES_APART = 9 * CT_LINE_BYTES }; /* as in the work array */
    const ptrdiff_t plane = plan->box.count[1] * ct_adi_carry_pitch(plan);
    const ptrdiff_t apart = BYTES_APART / plan->kernels->bytes;
    if (plan->turned[0] != NULL || !may_turn(plan)) {
        return CT_OK;
    }
    plan->turned[0] = ct_adi_memory(plan, 2 * plane + apart, plan->kernels->bytes);
    plan->turned[1] = ct_adi_at(plan, plan->turned[0], plane + apart);
    return plan->turned[0] != NULL
               ? CT_OK
               : ct_raise(CT_ERROR_MEMORY, "no memory for two planes of %td cells", plane);
}

void *ct_adi_turned_row(const ct_adi_plan *plan, ptrdiff_t line) {
    return ct_adi_at(plan, plan->rows, line % plan->box.count[1] * plan->box.count[2]);
}

/* The pivots along the last axis of as many rows as first .. end - 1 that come next. */
static ct_adi_prefetch pivots_after(const ct_adi_plan *plan, ptrdiff_t first, ptrdiff_t end) {
    const ptrdiff_t rows = plan->box.count[1];
    const ptrdiff_t n = plan->box.count[2];
    const ptrdiff_t beyond = plan->sweep[0].systems.is_mirrored ? -rows : rows;
    const ptrdiff_t next = end % rows != 0 ? end : end - rows + beyond;
    const int has_next = next >= 0 && next + end - first <= plan->box.count[0] * rows;
    return (ct_adi_prefetch){
        .runs = has_next,
        .soon = {ct_adi_at(plan, plan->sweep[2].systems.pivot, has_next ? next * n : 0)},
        .read = (end - first) * n};
}

static ct_adi_turn turn_of(const ct_adi_plan *plan, ptrdiff_t plane) {
    const ptrdiff_t number =
        plan->sweep[0].systems.is_mirrored ? plan->box.count[0] - 1 - plane : plane;
    return (ct_adi_turn){.plane = plane,
                         .number = number,
                         .rows = plan->rows,
                         .pitch = ct_adi_carry_pitch(plan),
                         .high = plan->turned[0],
                         .edge = plan->scratch[1],
                         .open = plan->turned[1],
                         .passed = plan->carry};
}

void ct_adi_turned_forward(ct_adi_plan *plan, const ct_adi_equation *equation, ptrdiff_t first,
                           ptrdiff_t end) {
    const ptrdiff_t plane = first / plan->box.count[1];
    const ct_adi_systems last = ct_adi_systems_from(plan->kernels, &plan->sweep[2].systems, first);
    const ct_adi_prefetch prefetch = pivots_after(plan, first, end);
    ct_adi_turn turn = turn_of(plan, plane);
    void *made = ct_adi_turned_row(plan, first);
    plan->kernels->solve(&last, 0, end - first, made, plan->scratch[0], &prefetch);
    if (equation->sweep_boundary != CT_ADI_NEVER) {
        ct_adi_boundary_add(plan, 1, CT_ADI_OF_SWEEPS, equation->c, first, end, made);
    }
    turn.first = first - plane * plan->box.count[1];
    turn.end = end - plane * plan->box.count[1];
    plan->kernels->turn_forward(&plan->sweep[1].systems, &turn);
}

/* Adds the first axis' boundary values to rows of a plane that are eliminated along it, and to what
 * they pass on. Sums of cyclic lines need no correction: such lines have no faces. */
static void add_boundary(const ct_adi_plan *plan, const ct_adi_equation *equation,
                         const ct_adi_turn *turn) {
    const ptrdiff_t n = plan->box.count[2];
    const ct_adi_systems *s = &plan->sweep[0].systems;
    const void *ahead = s->is_mirrored ? s->back : s->ahead;
    void *row = plan->scratch[0]; /* the other one has the edge, which goes on to the rows before */
    for (ptrdiff_t y = turn->first; y < turn->end; y++) {
        const ptrdiff_t line = turn->plane * plan->box.count[1] + y;
        memset(row, 0, (size_t)(n * plan->kernels->bytes));
        ct_adi_boundary_add(plan, 0, CT_ADI_OF_SWEEPS, equation->c, line, line + 1, row);
        plan->kernels->multiply(ct_adi_at(plan, s->pivot, line * n), n, row);
        plan->kernels->accumulate(row, n, 0, ct_adi_turned_row(plan, y));
        plan->kernels->multiply(ct_adi_at(plan, ahead, line * n), n, row);
        plan->kernels->accumulate(row, n, 0,
                                  ct_adi_at(plan, plan->carry, y * ct_adi_carry_pitch(plan)));
    }
}

void ct_adi_turned_back(ct_adi_plan *plan, const ct_adi_equation *equation, ptrdiff_t plane) {
    const ptrdiff_t rows = plan->box.count[1];
    const ptrdiff_t n = plan->box.count[2];
    const ptrdiff_t group = ct_adi_rows_together(plan);
    const ct_adi_sweep *sweep = &plan->sweep[0];
    const int has_boundary = equation->sweep_boundary != CT_ADI_NEVER &&
                             ct_adi_boundary_has(plan, 0, CT_ADI_OF_SWEEPS, plane);
    void *into = ct_adi_at(plan, plan->work, plane * rows * n);
    ct_adi_turn turn = turn_of(plan, plane);
    turn.into = ct_adi_streams_vectors(plan) && !has_boundary ? into : NULL;
    turn.sum = ct_adi_reduction_sum(&sweep->reduction);
    turn.weight = turn.sum != NULL ? sweep->reduction.weight : NULL;
    for (turn.end = rows; turn.end > 0; turn.end = turn.first) {
        turn.first = (turn.end - 1) / group * group;
        plan->kernels->turn(&plan->sweep[1].systems, &sweep->systems, &turn);
        if (has_boundary) {
            add_boundary(plan, equation, &turn);
        }
        if (turn.into == NULL) {
            ct_adi_fused_copy(plan, ct_adi_turned_row(plan, turn.first),
                              (turn.end - turn.first) * n, ct_adi_at(plan, into, turn.first * n));
        }
    }
}
