/*
 * Solves (1 - c A_2)(1 - c A_1)(1 - c A_0) x = r in as few passes over memory as possible.
 *
 * A pass processes the box in slabs: a plane, a few rows at a time, or several small planes.
 * Forward through the slab it computes the right side of some rows, solves them along the last axis
 * and eliminates them along the middle one; backward, while the slab is in the cache, it
 * substitutes along the middle axis and eliminates along the first. So one pass solves along all
 * axes with local lines and eliminates along the first. A distributed axis ends a pass: it is
 * eliminated at the end of one pass and substituted at the beginning of the next. The last pass
 * substitutes along the first axis and updates the state.
 * So are constant systems along the middle axis (fused.h); variable ones: turned.h.
 */
#include "adi/step/step.h"

#include "adi/step/fused.h"
#include "adi/step/lines.h"
#include "adi/step/operated.h"
#include "adi/step/turned.h"
#include "adi/sweeps/phases.h"
#include "base/mpi.h"

/* The operation of a pass along an axis. */
typedef enum pass_role {
    IDLE,
    SUBSTITUTE, /* eliminated by the previous pass */
    SOLVE,
    ELIMINATE, /* substituted by the next pass */
    TRANSPOSE  /* boundary values only: solved by transposition after the pass */
} pass_role;

typedef struct pass {
    int is_first;    /* computes the right side */
    int end;         /* the axis that ends the pass: ELIMINATE or TRANSPOSE */
    int is_fused;    /* fused sweeps along the first two axes */
    int is_operated; /* and the operator with them */
    int is_turned;   /* turned.h */
    pass_role role[CT_ADI_BOX_AXES];
} pass;

/* Constants of a pass. */
typedef struct pass_data {
    const ct_adi_equation *equation;
    const ct_adi_operation *operation;
    pass pass;
} pass_data;

/* The pass after the one that ended with axis `from`; CT_ADI_BOX_AXES: the first. */
static pass next_pass(const ct_adi_plan *plan, const ct_adi_equation *equation, int from) {
    pass p = {.is_first = from == CT_ADI_BOX_AXES, .end = from - 1};
    if (!p.is_first && plan->sweep[from].way == CT_ADI_WAY_REDUCED) {
        p.role[from] = SUBSTITUTE;
    }
    while (p.end > 0 && (plan->sweep[p.end].way == CT_ADI_WAY_LOCAL ||
                         plan->sweep[p.end].way == CT_ADI_WAY_NONE)) {
        p.role[p.end] = plan->sweep[p.end].way == CT_ADI_WAY_LOCAL ? SOLVE : IDLE;
        p.end--;
    }
    p.role[p.end] = plan->sweep[p.end].way == CT_ADI_WAY_TRANSPOSED ? TRANSPOSE : ELIMINATE;
    p.is_fused = p.end == 0 && ct_adi_is_fused(plan);
    p.is_operated = p.is_first && p.is_fused && ct_adi_is_operated(plan, equation);
    p.is_turned = p.is_first && p.end == 0 && ct_adi_is_turned(plan);
    return p;
}

/* Whether its rows are computed in a buffer that stays in the cache. */
static int uses_row_buffer(const pass *p) {
    return p->is_turned || (p->is_fused && p->is_first);
}

/* Solves whole lines in the work array. */
static void solve_lines(ct_adi_plan *plan, const pass_data *m, int axis, ptrdiff_t first,
                        ptrdiff_t end) {
    const ct_adi_part part = ct_adi_lines_part(plan, axis, first, end);
    ct_adi_prefetch prefetch = {.read = 0};
    if (axis == 2) {
        prefetch =
            ct_adi_lines_prefetch(plan, m->equation->scale != 0, first, end, plan->box.count[1]);
    }
    plan->kernels->solve(&plan->sweep[axis].systems, part.outer, part.outers, plan->work,
                         plan->scratch[0], &prefetch);
}

static void add_boundary(const ct_adi_plan *plan, const pass_data *m, int axis, ptrdiff_t first,
                         ptrdiff_t end, void *rows) {
    if (m->equation->sweep_boundary != CT_ADI_NEVER && m->pass.role[axis] >= SOLVE) {
        ct_adi_boundary_add(plan, axis, CT_ADI_OF_SWEEPS, m->equation->c, first, end, rows);
    }
}

/* Sweeps rows first .. end - 1 along an axis as far as they contain its lines. */
static void sweep_rows(ct_adi_plan *plan, const pass_data *m, int axis, ptrdiff_t first,
                       ptrdiff_t end, void *rows) {
    const pass_role role = m->pass.role[axis];
    const int are_whole = ct_adi_lines_whole(plan, axis, first, end);
    if (plan->capacity_field != NULL && axis < 2 && role >= SOLVE) {
        const ptrdiff_t n = plan->box.count[2];
        plan->kernels->multiply(ct_adi_at(plan, plan->capacity_field, first * n), (end - first) * n,
                                rows);
    }
    add_boundary(plan, m, axis, first, end, rows);
    if (role == SOLVE && are_whole) {
        solve_lines(plan, m, axis, first, end);
        ct_adi_account_rows(plan, m->equation, axis, first, end, rows);
    } else if (role == SOLVE || role == ELIMINATE) {
        ct_adi_lines_eliminate(plan, axis, role == SOLVE, first, end);
    } else if (role == SUBSTITUTE && are_whole) {
        ct_adi_lines_substitute(plan, axis, 0, first, end);
        ct_adi_account_rows(plan, m->equation, axis, first, end, rows);
    }
}

/* Forward: computes rows and sweeps them. */
static void sweep_forward(ct_adi_plan *plan, const pass_data *m, ptrdiff_t first, ptrdiff_t end) {
    if (m->pass.is_operated) {
        ct_adi_fused_operate(plan, m->equation, m->operation, first, end);
        return;
    }
    const int is_apart = uses_row_buffer(&m->pass);
    void *rows = m->pass.is_turned ? ct_adi_turned_row(plan, first)
                 : is_apart        ? plan->rows
                                   : ct_adi_at(plan, plan->work, first * plan->box.count[2]);
    if (m->pass.is_first) {
        ct_adi_right_side_rows(plan, m->equation, m->operation, first, end, rows);
    }
    if (!is_apart) {
        sweep_rows(plan, m, 2, first, end, rows);
    } else {
        add_boundary(plan, m, 2, first, end, rows);
    }
    if (m->pass.is_turned) {
        ct_adi_turned_forward(plan, m->equation, first, end);
    } else if (m->pass.is_fused) {
        ct_adi_fused_forward(plan, m->equation, first, end, rows);
    } else {
        sweep_rows(plan, m, 1, first, end, rows);
    }
}

/* A slab: maps its rows, counted in the order of elimination along the middle axis, to rows of the
 * box. */
typedef struct slab {
    ptrdiff_t first, rows;
    int is_reversed;
} slab;

static ptrdiff_t row_of(const slab *s, ptrdiff_t from, ptrdiff_t end) {
    return s->first + (s->is_reversed ? s->rows - end : from);
}

/* Backward through the slab. The first axis takes the first row of a group only after the rows
 * before it are substituted, since these read it. */
static void sweep_back(ct_adi_plan *plan, const pass_data *m, const slab *s, ptrdiff_t group) {
    const int is_pending = (m->pass.role[1] == SOLVE || m->pass.role[1] == SUBSTITUTE) &&
                           !ct_adi_lines_whole(plan, 1, 0, group);
    ptrdiff_t left = s->rows; /* remaining for the first axis */
    for (ptrdiff_t from = (s->rows - 1) / group * group; from >= 0; from -= group) {
        const ptrdiff_t end = from + group < s->rows ? from + group : s->rows;
        const ptrdiff_t taken = is_pending && from > 0 ? from + 1 : from;
        if (is_pending) {
            const ptrdiff_t row = row_of(s, from, end);
            ct_adi_lines_substitute(plan, 1, m->pass.role[1] == SOLVE, row, row + end - from);
            const void *rows = ct_adi_at(plan, plan->work, row * plan->box.count[2]);
            ct_adi_account_rows(plan, m->equation, 1, row, row + end - from, rows);
        }
        if (taken < left && m->pass.role[0] != IDLE) {
            const ptrdiff_t row = row_of(s, taken, left);
            sweep_rows(plan, m, 0, row, row + left - taken,
                       ct_adi_at(plan, plan->work, row * plan->box.count[2]));
        }
        left = taken;
    }
}

static void pass_slab(ct_adi_plan *plan, const pass_data *m, const slab *s, ptrdiff_t group) {
    for (ptrdiff_t from = 0; from < s->rows; from += group) {
        const ptrdiff_t end = from + group < s->rows ? from + group : s->rows;
        const ptrdiff_t row = row_of(s, from, end);
        sweep_forward(plan, m, row, row + end - from);
    }
    if (m->pass.is_turned) {
        ct_adi_turned_back(plan, m->equation, s->first / plan->box.count[1]);
    }
    if (m->pass.is_turned || m->pass.is_fused) {
        return;
    }
    if (m->pass.role[1] == SOLVE && plan->sweep[1].systems.is_cyclic &&
        !ct_adi_lines_whole(plan, 1, 0, group)) {
        ct_adi_lines_close(plan, s->first / plan->box.count[1]);
    }
    sweep_back(plan, m, s, group);
}

/* Processes all slabs in the order of elimination along the first axis, in fused passes panel by
 * panel. */
static void run_pass(ct_adi_plan *plan, const pass_data *m) {
    const ct_phase phase = ct_adi_phase_begin(CT_ADI_FIRST_PASS);
    const ptrdiff_t count = plan->box.count[0];
    const ptrdiff_t rows = plan->box.count[1];
    const ptrdiff_t group =
        m->pass.is_operated ? ct_adi_operated_rows(plan) : ct_adi_rows_together(plan);
    const ptrdiff_t planes = !m->pass.is_operated && group > rows ? group / rows : 1;
    const ptrdiff_t panel = m->pass.is_fused ? ct_adi_panel_rows(plan) : rows;
    const int is_mirrored = plan->sweep[0].systems.is_mirrored;
    for (ptrdiff_t from = 0; from < rows; from += panel) {
        const ptrdiff_t height = rows - from < panel ? rows - from : panel;
        for (ptrdiff_t done = 0; done < count; done += planes) {
            const ptrdiff_t now = count - done < planes ? count - done : planes;
            const ptrdiff_t plane = is_mirrored ? count - done - now : done;
            const slab s = {.first = plane * rows + from,
                            .rows = now * height,
                            .is_reversed = m->pass.role[1] != IDLE && group < rows &&
                                           plan->sweep[1].systems.is_mirrored};
            pass_slab(plan, m, &s, group);
        }
    }
    if (uses_row_buffer(&m->pass)) {
        ct_adi_fused_end();
    }
    ct_adi_phase_end(plan, CT_ADI_FIRST_PASS, &phase);
}

/* What a balance takes from the solution along an axis, which is in the work array. */
static void account_all(ct_adi_plan *plan, const ct_adi_equation *equation, int axis) {
    const ptrdiff_t rows = plan->box.count[0] * plan->box.count[1];
    ct_adi_account_rows(plan, equation, axis, 0, rows, plan->work);
}

/* Updates the state: substitutes along the first axis, or takes the result of a transposed
 * sweep. */
static void finish(ct_adi_plan *plan, const ct_adi_equation *equation) {
    const ct_phase phase = ct_adi_phase_begin(CT_ADI_LAST_PASS);
    const ct_adi_sweep *sweep = &plan->sweep[0];
    if (ct_adi_is_fused(plan)) {
        ct_adi_fused_backward(plan, equation);
    } else if (sweep->way == CT_ADI_WAY_TRANSPOSED || plan->account.is_open) {
        if (sweep->way != CT_ADI_WAY_TRANSPOSED) {
            ct_adi_lines_substitute_first(plan);
            account_all(plan, equation, 0);
        }
        plan->kernels->accumulate(plan->work, ct_box_elements(&plan->box), equation->replaces,
                                  plan->state);
    } else {
        const int goes_on = sweep->reduction.mine != NULL;
        plan->kernels->update(&sweep->systems, plan->work,
                              ct_adi_reduction_before(&sweep->reduction),
                              goes_on ? ct_adi_reduction_last(&sweep->reduction) : NULL,
                              equation->replaces, plan->state, plan->carry);
    }
    ct_adi_phase_end(plan, CT_ADI_LAST_PASS, &phase);
}

static ct_status reduce(ct_adi_plan *plan, const pass *p) {
    const ct_phase phase = ct_adi_phase_begin(CT_ADI_REDUCE);
    ct_adi_reduction *reduction = &plan->sweep[p->end].reduction;
    const ct_status status = ct_adi_reduction_close(reduction, plan->work, p->is_fused);
    ct_adi_phase_end(plan, CT_ADI_REDUCE, &phase);
    return status;
}

ct_status ct_adi_solve(ct_adi_plan *plan, const ct_adi_equation *equation) {
    const int is_empty = ct_adi_is_empty(plan);
    ct_adi_operation operation = {.scale = 0};
    pass_data m = {.equation = equation, .operation = &operation, .pass.end = CT_ADI_BOX_AXES};
    ct_status status = CT_OK;
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        if (plan->sweep[axis].way != CT_ADI_WAY_NONE) {
            CT_TRY(ct_adi_sweep_factorise(plan, axis, equation->c));
        }
    }
    if (equation->scale != 0) {
        CT_TRY(ct_adi_halo_exchange(plan, plan->state));
    }
    if (!is_empty) {
        operation = ct_adi_operation_of(plan, equation);
        operation.is_downward = plan->sweep[0].systems.is_mirrored;
        ct_adi_boundary_fluxes(plan, CT_ADI_OF_OPERATOR, equation->boundary, equation->c);
        ct_adi_boundary_fluxes(plan, CT_ADI_OF_SWEEPS, equation->sweep_boundary, equation->c);
        ct_adi_account_right_side(plan, equation);
        ct_adi_account_sweeps(plan, equation);
    }
    do {
        m.pass = next_pass(plan, equation, m.pass.end);
        operation.is_far = !uses_row_buffer(&m.pass);
        if (!is_empty) {
            run_pass(plan, &m);
        }
        if (plan->sweep[m.pass.end].way == CT_ADI_WAY_TRANSPOSED) {
            CT_TRY(ct_adi_sweep_transposed(plan, m.pass.end));
            account_all(plan, equation, m.pass.end);
        } else if (!is_empty && plan->sweep[m.pass.end].reduction.mine != NULL) {
            CT_TRY(reduce(plan, &m.pass));
        }
    } while (m.pass.end > 0);
    if (!is_empty) {
        finish(plan, equation);
    }
cleanup:
    return status;
}
