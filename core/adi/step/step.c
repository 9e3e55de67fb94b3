/*
 * One solution of (1 - c A_2)(1 - c A_1)(1 - c A_0) x = r, in as few passes over memory as can be:
 * the operator, the sweeps along lines that are whole in a plane, and the elimination along the
 * first axis all go plane by plane while it is in the cache; the substitution along the first axis
 * is a second pass, which updates the state. An axis that is distributed ends a pass. Constant
 * systems along the middle axis are substituted in that second pass too (crossing.c).
 */
#include "adi/step/step.h"

#include "adi/plan.h"
#include "adi/step/fused.h"
#include "base/mpi.h"

/* A pass over the work array: from what an earlier one left (axis `from`, whose lines are joined;
 * CT_ADI_BOX_AXES: from the beginning) to the next axis that ends it. */
typedef struct pass {
    int from, to;
    int is_fused; /* it ends with the middle axis and the first one crossed */
} pass;

static pass next_pass(const ct_adi_plan *plan, int from) {
    pass p = {.from = from, .to = from - 1};
    while (p.to > 0 && (plan->sweep[p.to].way == CT_ADI_WAY_LOCAL ||
                        plan->sweep[p.to].way == CT_ADI_WAY_NONE)) {
        p.to--;
    }
    p.is_fused = p.to == 0 && ct_adi_is_fused(plan);
    return p;
}

/* Whether its rows are made in a place of their own. */
static int is_apart(pass p) {
    return p.is_fused && p.from == CT_ADI_BOX_AXES;
}

/* To rows first .. end - 1, which `rows` begins with. */
static void add_boundary(const ct_adi_plan *plan, const ct_adi_equation *equation, int axis,
                         ptrdiff_t first, ptrdiff_t end, void *rows) {
    if (equation->sweep_boundary != CT_ADI_NEVER) {
        ct_adi_boundary_add(plan, axis, CT_ADI_OF_SWEEPS, equation->c, first, end, rows);
    }
}

/* The part of the lines along an axis that rows first .. end - 1 have: whole lines of some rows,
 * whole lines of some planes, or of each line along the first axis what some rows of a plane, or
 * whole planes, have. */
static ct_adi_part part_of(const ct_adi_plan *plan, int axis, ptrdiff_t first, ptrdiff_t end) {
    const ct_adi_systems *s = &plan->sweep[axis].systems;
    const ptrdiff_t rows = plan->box.count[1];
    const ptrdiff_t n = plan->box.count[2];
    const ptrdiff_t planes[2] = {first / rows, (end + rows - 1) / rows};
    ct_adi_part part = {.count = s->shape.inner, .end = s->shape.n};
    if (axis > 0) {
        part.outer = axis == 2 ? first : planes[0];
        part.outers = (axis == 2 ? end : planes[1]) - part.outer;
        return part;
    }
    part.outers = 1;
    part.first = s->is_mirrored ? s->shape.n - planes[1] : planes[0];
    part.end = part.first + planes[1] - planes[0];
    if (planes[1] - planes[0] == 1) {
        part.from = (first - planes[0] * rows) * n;
        part.count = (end - first) * n;
    }
    return part;
}

/* The elimination along the axis that ends a pass. */
static void eliminate(const ct_adi_plan *plan, int axis, ptrdiff_t first, ptrdiff_t end) {
    const ct_adi_systems *s = &plan->sweep[axis].systems;
    const ct_adi_part part = part_of(plan, axis, first, end);
    const ptrdiff_t line = part.outer * s->shape.inner + part.from;
    void *sums = ct_adi_reduction_sum(plan, axis);
    plan->kernels->forward(s, &part, plan->work, ct_adi_at(plan, sums, line),
                           sums != NULL ? ct_adi_at(plan, plan->sweep[axis].reduction.weight, line)
                                        : NULL);
}

/* The substitution along the axis that ended the pass before. */
static void substitute(const ct_adi_plan *plan, int axis, ptrdiff_t first, ptrdiff_t end) {
    const ct_adi_systems *s = &plan->sweep[axis].systems;
    const ct_adi_part part = part_of(plan, axis, first, end);
    const ptrdiff_t line = part.outer * s->shape.inner;
    plan->kernels->backward(s, &part, plan->work,
                            ct_adi_at(plan, ct_adi_reduction_before(plan, axis), line),
                            ct_adi_at(plan, ct_adi_reduction_last(plan, axis), line));
}

/* Solves rows first .. end - 1 along the last axis: of the work array, or in a place of their own.
 * While lines are solved, nothing else would come from memory: so what the operator reads for the
 * first time after these rows is asked for, as many of the plane beyond that of the next ones; and
 * what was crossed before is written. */
static void solve_rows(ct_adi_plan *plan, const ct_adi_equation *equation, ptrdiff_t first,
                       ptrdiff_t end, void *apart) {
    const ptrdiff_t rows = plan->box.count[1];
    const ptrdiff_t n = plan->box.count[2];
    const int is_mirrored = plan->sweep[0].systems.is_mirrored;
    const ptrdiff_t next = is_mirrored && end % rows == 0 ? end - 2 * rows : end;
    const ptrdiff_t beyond = is_mirrored ? -rows : rows;
    const ptrdiff_t from = next + (equation->scale != 0 ? beyond : 0);
    const int is_in = from >= 0 && from + end - first <= plan->box.count[0] * rows;
    plan->prefetch.soon = is_in ? ct_adi_at(plan, plan->state, from * n) : NULL;
    plan->prefetch.read = is_in ? (end - first) * n : 0;
    plan->kernels->solve(&plan->sweep[2].systems, apart != NULL ? 0 : first, end - first,
                         apart != NULL ? apart : plan->work, plan->scratch[0], &plan->prefetch);
    plan->prefetch.copied = 0;
}

/* What is done row by row: the beginning of a pass, and the last axis. In the work array, or where
 * the pass begins with rows that are crossed, in a place that stays in the cache. Returns it. */
static void *pass_rows(ct_adi_plan *plan, const ct_adi_equation *equation,
                       const ct_adi_operation *operation, pass p, ptrdiff_t first, ptrdiff_t end) {
    void *in_place = ct_adi_at(plan, plan->work, first * plan->box.count[2]);
    void *rows = is_apart(p) ? plan->rows : in_place;
    if (p.from == CT_ADI_BOX_AXES) {
        ct_adi_right_side_rows(plan, equation, operation, first, end, rows);
        add_boundary(plan, equation, 2, first, end, rows);
        if (p.to < 2) {
            solve_rows(plan, equation, first, end, is_apart(p) ? rows : NULL);
        } else if (plan->sweep[2].way == CT_ADI_WAY_REDUCED) {
            eliminate(plan, 2, first, end);
        }
    } else if (p.from == 2 && plan->sweep[2].way == CT_ADI_WAY_REDUCED) {
        substitute(plan, 2, first, end);
    }
    if (p.from > 1 && p.to <= 1) {
        add_boundary(plan, equation, 1, first, end, rows);
    }
    return rows;
}

/* Planes that are crossed: a few rows of one at a time, or all rows of some. */
static void pass_fused(ct_adi_plan *plan, const ct_adi_equation *equation,
                       const ct_adi_operation *operation, pass p, ptrdiff_t first, ptrdiff_t end,
                       ptrdiff_t group) {
    const ptrdiff_t rows = (end - first) * plan->box.count[1];
    for (ptrdiff_t done = 0; done < rows; done += group) {
        const ptrdiff_t now = rows - done < group ? rows - done : group;
        const ptrdiff_t row = first * plan->box.count[1] + done;
        ct_adi_fused_forward(plan, equation, row, row + now,
                             pass_rows(plan, equation, operation, p, row, row + now));
    }
}

/* Lines along the middle axis of one plane, a few rows at a time: eliminated as rows come, and in
 * the way back the first axis takes them on. */
static void pass_plane(ct_adi_plan *plan, const ct_adi_equation *equation,
                       const ct_adi_operation *operation, pass p, ptrdiff_t plane,
                       ptrdiff_t group) {
    const ct_adi_systems *s = &plan->sweep[1].systems;
    const ptrdiff_t rows = plan->box.count[1];
    const ptrdiff_t first = plane * rows;
    const int is_solved = p.from > 1 && p.to < 1 && plan->sweep[1].way == CT_ADI_WAY_LOCAL;
    const int ends = p.to == 0 && plan->sweep[0].way != CT_ADI_WAY_TRANSPOSED;
    void *last = s->is_cyclic ? plan->scratch[1] : NULL;
    void *sum = ct_adi_at(plan, last, s->shape.inner);
    void *weight = ct_adi_at(plan, sum, s->shape.inner);
    ct_adi_part part = {.outer = plane, .outers = 1, .count = s->shape.inner};
    for (ptrdiff_t row = 0; row < rows; row += group) {
        const ptrdiff_t end = row + group < rows ? row + group : rows;
        (void)pass_rows(plan, equation, operation, p, first + row, first + end);
        part.first = row;
        part.end = end;
        if (is_solved) {
            plan->kernels->forward(s, &part, plan->work, sum, weight);
        }
    }
    if (is_solved && s->is_cyclic) {
        plan->kernels->close(s, plane, 1, plan->work, sum, last);
    }
    if (p.from == 1 && plan->sweep[1].way == CT_ADI_WAY_REDUCED) {
        substitute(plan, 1, first, first + rows);
    }
    if (p.to == 1 && plan->sweep[1].way == CT_ADI_WAY_REDUCED) {
        eliminate(plan, 1, first, first + rows);
    }
    ptrdiff_t left = rows; /* for the first axis */
    for (ptrdiff_t row = (rows - 1) / group * group; row >= 0; row -= group) {
        part.first = row;
        part.end = row + group < rows ? row + group : rows;
        if (is_solved) {
            plan->kernels->backward(s, &part, plan->work, last, last);
        }
        if (ends) { /* the first of these rows still is what the next ones are substituted from */
            const ptrdiff_t taken = row > 0 ? row + 1 : 0;
            add_boundary(plan, equation, 0, first + taken, first + left,
                         ct_adi_at(plan, plan->work, (first + taken) * plan->box.count[2]));
            eliminate(plan, 0, first + taken, first + left);
            left = taken;
        }
    }
    if (p.to == 0 && !ends) {
        add_boundary(plan, equation, 0, first, first + rows,
                     ct_adi_at(plan, plan->work, first * plan->box.count[2]));
    }
}

/* The same for planes that are small, whole. */
static void pass_planes(ct_adi_plan *plan, const ct_adi_equation *equation,
                        const ct_adi_operation *operation, pass p, ptrdiff_t first, ptrdiff_t end) {
    const ptrdiff_t rows = plan->box.count[1];
    (void)pass_rows(plan, equation, operation, p, first * rows, end * rows);
    if (p.from > 1 && p.to < 1 && plan->sweep[1].way == CT_ADI_WAY_LOCAL) {
        plan->kernels->solve(&plan->sweep[1].systems, first, end - first, plan->work,
                             plan->scratch[0], NULL);
    } else if (p.from == 1 && plan->sweep[1].way == CT_ADI_WAY_REDUCED) {
        substitute(plan, 1, first * rows, end * rows);
    } else if (p.to == 1 && plan->sweep[1].way == CT_ADI_WAY_REDUCED) {
        eliminate(plan, 1, first * rows, end * rows);
    }
    if (p.to == 0) {
        add_boundary(plan, equation, 0, first * rows, end * rows,
                     ct_adi_at(plan, plan->work, first * rows * plan->box.count[2]));
        if (plan->sweep[0].way != CT_ADI_WAY_TRANSPOSED) {
            eliminate(plan, 0, first * rows, end * rows);
        }
    }
}

/* In the order in which the first axis is eliminated. */
static void run_pass(ct_adi_plan *plan, const ct_adi_equation *equation,
                     const ct_adi_operation *operation, pass p) {
    const double start_s = MPI_Wtime();
    const ptrdiff_t count = plan->box.count[0];
    const ptrdiff_t rows = plan->box.count[1];
    const ptrdiff_t group = ct_adi_rows_together(plan);
    const ptrdiff_t planes = group > rows ? group / rows : 1;
    const int is_mirrored = plan->sweep[0].systems.is_mirrored;
    for (ptrdiff_t done = 0; done < count; done += planes) {
        const ptrdiff_t now = count - done < planes ? count - done : planes;
        const ptrdiff_t first = is_mirrored ? count - done - now : done;
        if (p.is_fused) {
            pass_fused(plan, equation, operation, p, first, first + now, group);
        } else if (group < rows) {
            pass_plane(plan, equation, operation, p, first, group);
        } else {
            pass_planes(plan, equation, operation, p, first, first + now);
        }
    }
    if (p.is_fused) {
        ct_adi_fused_end(plan);
    }
    plan->seconds[CT_ADI_FIRST_PASS] += MPI_Wtime() - start_s;
}

/* The substitution along the first axis, or what a transposed sweep left, into the state. */
static void finish(ct_adi_plan *plan, const ct_adi_equation *equation) {
    const double start_s = MPI_Wtime();
    const ct_adi_sweep *sweep = &plan->sweep[0];
    if (ct_adi_is_fused(plan)) {
        ct_adi_fused_backward(plan, equation);
    } else if (sweep->way == CT_ADI_WAY_TRANSPOSED) {
        plan->kernels->accumulate(plan->work, ct_box_elements(&plan->box), equation->replaces,
                                  plan->state);
    } else {
        const int goes_on = sweep->reduction.mine != NULL;
        plan->kernels->update(&sweep->systems, plan->work, ct_adi_reduction_before(plan, 0),
                              goes_on ? ct_adi_reduction_last(plan, 0) : NULL, equation->replaces,
                              plan->state, plan->carry);
    }
    plan->seconds[CT_ADI_LAST_PASS] += MPI_Wtime() - start_s;
}

ct_status ct_adi_solve(ct_adi_plan *plan, const ct_adi_equation *equation) {
    const int is_empty = ct_adi_is_empty(plan);
    ct_adi_operation operation = {.scale = 0};
    pass p = {.to = CT_ADI_BOX_AXES};
    ct_status status = CT_OK;
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        if (plan->sweep[axis].way != CT_ADI_WAY_NONE) {
            CT_TRY(ct_adi_sweep_factorise(plan, axis, equation->c));
        }
    }
    if (!is_empty && equation->scale != 0) {
        CT_TRY(ct_adi_halo_exchange(plan, plan->state));
    }
    if (!is_empty) {
        operation = ct_adi_operation_of(plan, equation);
        ct_adi_boundary_fluxes(plan, CT_ADI_OF_OPERATOR, equation->boundary, equation->c);
        ct_adi_boundary_fluxes(plan, CT_ADI_OF_SWEEPS, equation->sweep_boundary, equation->c);
    }
    do {
        p = next_pass(plan, p.to);
        operation.is_far = !is_apart(p);
        if (!is_empty) {
            run_pass(plan, equation, &operation, p);
        }
        if (plan->sweep[p.to].way == CT_ADI_WAY_TRANSPOSED) {
            CT_TRY(ct_adi_sweep_transposed(plan, p.to));
        } else if (!is_empty && plan->sweep[p.to].reduction.mine != NULL) {
            CT_TRY(ct_adi_reduction_close(plan, p.to, plan->work));
        }
    } while (p.to > 0);
    if (!is_empty) {
        finish(plan, equation);
    }
cleanup:
    return status;
}
