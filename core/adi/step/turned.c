#include "adi/step/turned.h"

#include "adi/plan.h"
#include "adi/step/fused.h"
#include "adi/step/lines.h"
#include "adi/step/operated.h"

#include <string.h>

int ct_adi_is_turned(const ct_adi_plan *plan) {
    return plan->is_variable && !plan->account.is_open && plan->capacity_field == NULL &&
           plan->sweep[2].way == CT_ADI_WAY_LOCAL && plan->sweep[1].way == CT_ADI_WAY_LOCAL &&
           !plan->sweep[1].systems.is_cyclic &&
           (plan->sweep[0].way == CT_ADI_WAY_LOCAL || plan->sweep[0].way == CT_ADI_WAY_REDUCED) &&
           plan->box.count[1] >= ct_adi_rows_together(plan);
}

void *ct_adi_turned_row(const ct_adi_plan *plan, ptrdiff_t line) {
    return ct_adi_at(plan, plan->rows, line % plan->box.count[1] * plan->box.count[2]);
}

void ct_adi_turned_forward(ct_adi_plan *plan, const ct_adi_equation *equation, ptrdiff_t first,
                           ptrdiff_t end) {
    const ptrdiff_t rows = plan->box.count[1];
    const ptrdiff_t plane = first / rows;
    const ct_adi_systems last = ct_adi_systems_from(plan->kernels, &plan->sweep[2].systems, first);
    const ct_adi_systems middle =
        ct_adi_systems_from(plan->kernels, &plan->sweep[1].systems, plane);
    const ct_adi_prefetch prefetch =
        ct_adi_lines_prefetch(plan, equation->scale != 0, first, end, rows);
    const ct_adi_part part = {.outers = 1,
                              .count = plan->box.count[2],
                              .first = first - plane * rows,
                              .end = end - plane * rows};
    void *made = ct_adi_turned_row(plan, first);
    plan->kernels->solve(&last, 0, end - first, made, plan->scratch[0], &prefetch);
    if (equation->sweep_boundary != CT_ADI_NEVER) {
        ct_adi_boundary_add(plan, 1, CT_ADI_OF_SWEEPS, equation->c, first, end, made);
    }
    plan->kernels->forward(&middle, &part, plan->rows, NULL, NULL);
}

/* Adds the first axis' boundary values to eliminated rows first .. end - 1 of a plane. Sums of
 * cyclic lines need no correction: such lines have no faces. */
static void add_boundary(const ct_adi_plan *plan, const ct_adi_equation *equation, ptrdiff_t first,
                         ptrdiff_t end, void *d) {
    const ptrdiff_t n = plan->box.count[2];
    void *row = plan->scratch[1];
    for (ptrdiff_t line = first; line < end; line++) {
        memset(row, 0, (size_t)(n * plan->kernels->bytes));
        ct_adi_boundary_add(plan, 0, CT_ADI_OF_SWEEPS, equation->c, line, line + 1, row);
        plan->kernels->multiply(ct_adi_at(plan, plan->sweep[0].systems.pivot, line * n), n, row);
        plan->kernels->accumulate(row, n, 0,
                                  ct_adi_at(plan, d, (line - first) * ct_adi_carry_pitch(plan)));
    }
}

void ct_adi_turned_back(ct_adi_plan *plan, const ct_adi_equation *equation, ptrdiff_t plane) {
    const ptrdiff_t rows = plan->box.count[1];
    const ptrdiff_t n = plan->box.count[2];
    const ct_adi_sweep *sweep = &plan->sweep[0];
    const int has_boundary = equation->sweep_boundary != CT_ADI_NEVER &&
                             ct_adi_boundary_has(plan, 0, CT_ADI_OF_SWEEPS, plane);
    const int streams = ct_adi_fused_streams(plan) && !has_boundary;
    void *sum = ct_adi_reduction_sum(&sweep->reduction);
    const ct_adi_turn turn = {
        .plane = plane,
        .number = sweep->systems.is_mirrored ? plan->box.count[0] - 1 - plane : plane,
        .end = rows,
        .rows = plan->rows,
        .edge = plan->scratch[1],
        .pitch = ct_adi_carry_pitch(plan),
        .d = plan->carry,
        .into = streams ? ct_adi_at(plan, plan->work, plane * rows * n) : NULL,
        .sum = sum,
        .weight = sum != NULL ? sweep->reduction.weight : NULL};
    plan->kernels->turn(&plan->sweep[1].systems, &sweep->systems, &turn);
    if (has_boundary) {
        add_boundary(plan, equation, plane * rows, (plane + 1) * rows, plan->carry);
    }
    if (!streams) {
        ct_adi_fused_copy(plan, plane * rows, (plane + 1) * rows);
    }
}
