#include "adi/step/fused.h"

#include "adi/plan.h"
#include "adi/step/lines.h"
#include "adi/step/operated.h"
#include "base/arithmetic/extremes.h"
#include "kernels/cache.h"
#include "kernels/stream.h"

#include <string.h>

int ct_adi_is_fused(const ct_adi_plan *plan) {
    return !plan->is_variable && !plan->account.is_open && plan->sweep[1].way == CT_ADI_WAY_LOCAL &&
           (plan->sweep[0].way == CT_ADI_WAY_LOCAL || plan->sweep[0].way == CT_ADI_WAY_REDUCED);
}

/* A third of the first-level cache, which also holds the inputs; whole groups of lines, at least
 * one: fewer lines are not transposed, and their solution takes several times as long. */
ptrdiff_t ct_adi_rows_together(const ct_adi_plan *plan) {
    enum { BYTES = 16 * 1024 };
    const ptrdiff_t least = plan->kernels->together;
    const ptrdiff_t row_bytes = plan->box.count[2] * plan->kernels->bytes;
    const ptrdiff_t fit = row_bytes > 0 ? BYTES / row_bytes : 0;
    return fit < least ? least : fit / least * least;
}

/* The operator reads three planes, elimination one more, of which each has less than a fifth of the
 * second-level cache, for the sake of what else is in it. At 512^3 on one rank, with a cache of 1
 * MB, the first pass took 311 ms by planes, 225 by panels of 192 KB, 238 of 256 KB; the last pass,
 * which reads one plane again, gains nothing. Whole groups of three rows, which are operated on
 * together: at 256^3 on two ranks panels of 32 rows make the first pass take 22 ms, those of 24 and
 * 48 18.
 */
ptrdiff_t ct_adi_panel_rows(const ct_adi_plan *plan) {
    enum { LEAST = 4 }; /* panels a plane */
    const ptrdiff_t bytes = ct_cache_second_bytes() / 16 * 3;
    const ptrdiff_t row_bytes = plan->box.count[2] * plan->kernels->bytes;
    const ptrdiff_t together = ct_adi_rows_together(plan);
    const ptrdiff_t rows = plan->box.count[1];
    const ptrdiff_t fit = row_bytes > 0 ? bytes / row_bytes : rows;
    const ptrdiff_t unit = ct_most(fit < 3 * together ? together : 3 * together, 1);
    const ptrdiff_t panel = ct_most(fit / unit, 1) * unit;
    return LEAST * panel < rows ? panel : rows;
}

ptrdiff_t ct_adi_edge_stride(const ct_adi_plan *plan) {
    return ct_adi_panel_rows(plan) < plan->box.count[1] ? 3 * plan->box.count[2] : 0;
}

ptrdiff_t ct_adi_carry_pitch(const ct_adi_plan *plan) {
    const ptrdiff_t line = CT_LINE_BYTES / plan->kernels->bytes;
    return ((plan->box.count[2] + line - 1) / line | 1) * line;
}

/* Index of a plane of the box in the order of elimination. */
static ptrdiff_t number_of(const ct_adi_plan *plan, ptrdiff_t plane) {
    return plan->sweep[0].systems.is_mirrored ? plan->box.count[0] - 1 - plane : plane;
}

/* The systems of the last axis, if it is fused too. */
static const ct_adi_systems *fused_last(const ct_adi_plan *plan) {
    return plan->sweep[2].way == CT_ADI_WAY_LOCAL ? &plan->sweep[2].systems : NULL;
}

/* Makes of a row b what is added before it is substituted along the last axis: (I - U) b, where x =
 * d + U x is the substitution, from the next number and the last one of cyclic lines. */
static void lag_along(const ct_adi_plan *plan, void *row) {
    const ct_adi_systems *s = fused_last(plan);
    const ptrdiff_t n = plan->box.count[2];
    double *b = plan->values;
    if (s == NULL) {
        return;
    }
    plan->kernels->load(row, n, b);
    for (ptrdiff_t i = 0; i < n - 1; i++) {
        b[i] -= ct_adi_number(plan, s->high, i) * b[i + 1] +
                (s->is_cyclic ? ct_adi_number(plan, s->left, i) * b[n - 1] : 0);
    }
    plan->kernels->store(b, n, row);
}

/* Adds the first axis' boundary values to rows that are not yet substituted along the others: along
 * the middle axis as lag_along. Sums of cyclic lines along the first axis need no correction: such
 * lines have no faces. */
static void add_boundary(const ct_adi_plan *plan, const ct_adi_equation *equation, ptrdiff_t first,
                         ptrdiff_t end, void *d) {
    const ct_adi_systems *s = &plan->sweep[1].systems;
    const ptrdiff_t rows = s->shape.n;
    const ptrdiff_t n = s->shape.inner;
    const ptrdiff_t plane = first / rows;
    const double scale =
        equation->c * ct_adi_number(plan, plan->sweep[0].systems.pivot, number_of(plan, plane));
    void *row = plan->scratch[0];
    for (ptrdiff_t line = first; line < end; line++) {
        const ptrdiff_t i = line - plane * rows;
        memset(row, 0, (size_t)(n * plan->kernels->bytes));
        ct_adi_boundary_add(plan, 0, CT_ADI_OF_SWEEPS, scale, line, line + 1, row);
        if (i < rows - 1) {
            ct_adi_boundary_add(plan, 0, CT_ADI_OF_SWEEPS, -scale * ct_adi_number(plan, s->high, i),
                                line + 1, line + 2, row);
        }
        if (i < rows - 1 && s->is_cyclic) {
            const ptrdiff_t last = (plane + 1) * rows;
            ct_adi_boundary_add(plan, 0, CT_ADI_OF_SWEEPS, -scale * ct_adi_number(plan, s->left, i),
                                last - 1, last, row);
        }
        lag_along(plan, row);
        plan->kernels->accumulate(row, n, 0,
                                  ct_adi_at(plan, d, (line - first) * ct_adi_carry_pitch(plan)));
    }
}

void ct_adi_fused_end(void) {
    ct_stream_fence();
}

void ct_adi_fused_copy(const ct_adi_plan *plan, const void *from, ptrdiff_t count, void *into) {
    const size_t bytes = (size_t)(count * plan->kernels->bytes);
    if (ct_adi_streams(plan)) {
        ct_stream_copy(into, from, bytes);
    } else {
        memcpy(into, from, bytes);
    }
}

/* Where a row goes that is eliminated along all axes: that of the last plane to where ranks meet,
 * if the line goes on. */
static void *eliminated_row(const ct_adi_plan *plan, ptrdiff_t line) {
    const ptrdiff_t n = plan->box.count[2];
    const ptrdiff_t plane = line / plan->box.count[1];
    const int is_last = number_of(plan, plane) == plan->box.count[0] - 1;
    void *layer = is_last ? ct_adi_reduction_layer(&plan->sweep[0].reduction) : NULL;
    return layer != NULL ? ct_adi_at(plan, layer, (line - plane * plan->box.count[1]) * n)
                         : ct_adi_at(plan, plan->work, line * n);
}

/* Copies rows first .. end - 1 of one plane, which passes keep, to where they go if they are not
 * written past the cache while they are eliminated. */
static void copy_rows(const ct_adi_plan *plan, ptrdiff_t first, ptrdiff_t end) {
    const ptrdiff_t n = plan->box.count[2];
    const ptrdiff_t pitch = ct_adi_carry_pitch(plan);
    const ptrdiff_t before = first / plan->box.count[1] * plan->box.count[1];
    for (ptrdiff_t line = first; line < end; line++) {
        ct_adi_fused_copy(plan, ct_adi_at(plan, plan->carry, (line - before) * pitch), n,
                          eliminated_row(plan, line));
    }
}

/* Fused elimination of rows of one plane, which have boundary values of the middle axis if they are
 * `added`. operation: makes the rows, or NULL. */
static void fuse_rows(ct_adi_plan *plan, const ct_adi_equation *equation,
                      const ct_adi_operation *operation, ptrdiff_t first, ptrdiff_t end,
                      const void *rows, const void *added) {
    const ct_adi_systems *middle = &plan->sweep[1].systems;
    const ptrdiff_t n = middle->shape.inner;
    const ptrdiff_t plane = first / middle->shape.n;
    const ptrdiff_t place = first - plane * middle->shape.n;
    const int has_boundary = equation->sweep_boundary != CT_ADI_NEVER &&
                             ct_adi_boundary_has(plan, 0, CT_ADI_OF_SWEEPS, plane);
    const int renews = operation != NULL && ct_adi_is_renewed(plan, equation);
    const int is_last = number_of(plan, plane) == plan->box.count[0] - 1;
    const int streams = ct_adi_streams_vectors(plan) && plan->kernels->streams && !has_boundary;
    const int writes = streams || operation != NULL;
    const ptrdiff_t pitch = ct_adi_carry_pitch(plan);
    void *d = ct_adi_at(plan, plan->carry, place * pitch);
    void *edge = ct_adi_at(plan, plan->scratch[1], plane * ct_adi_edge_stride(plan));
    ct_adi_fused_rows fused = {
        .first = place,
        .end = place + end - first,
        .number = number_of(plan, plane),
        .r = rows,
        .operation = operation,
        .u = plan->state,
        .added = added,
        .edge = edge,
        .weighted = ct_adi_at(plan, edge, n),
        .kept = ct_adi_at(plan, edge, 2 * n),
        .pitch = pitch,
        .d = d,
        .into = writes && (!renews || is_last) ? eliminated_row(plan, first) : NULL,
        .renewed = renews ? ct_adi_at(plan, plan->state, first * n) : NULL,
        .streams = streams,
        .sum = ct_adi_at(plan, ct_adi_reduction_sum(&plan->sweep[0].reduction), place * n)};
    if (fused_last(plan) != NULL) {
        fused.prefetch =
            ct_adi_lines_prefetch(plan, equation->scale != 0, first, end, ct_adi_panel_rows(plan));
    }
    plan->kernels->fused_forward(middle, &plan->sweep[0].systems, fused_last(plan), &fused);
    if (has_boundary) {
        add_boundary(plan, equation, first, end, d);
    }
    if (!writes) {
        copy_rows(plan, first, end);
    }
}

/* What is read ahead of the rows is for as many. */
ptrdiff_t ct_adi_operated_rows(const ct_adi_plan *plan) {
    enum { ROWS = 24 };
    const ptrdiff_t panel = ct_adi_panel_rows(plan);
    return panel < ROWS ? panel : ROWS;
}

void ct_adi_fused_operate(ct_adi_plan *plan, const ct_adi_equation *equation,
                          const ct_adi_operation *operation, ptrdiff_t first, ptrdiff_t end) {
    const int is_swept = equation->sweep_boundary != CT_ADI_NEVER &&
                         (plan->boundary[2][0].has_flux[CT_ADI_OF_SWEEPS] ||
                          plan->boundary[2][1].has_flux[CT_ADI_OF_SWEEPS]);
    void *added = NULL;
    if (is_swept || ct_adi_right_side_has_more(plan, equation, first, end)) {
        added = plan->rows;
        memset(added, 0, (size_t)((end - first) * plan->box.count[2] * plan->kernels->bytes));
        ct_adi_right_side_add(plan, equation, first, end, added);
    }
    if (is_swept) {
        ct_adi_boundary_add(plan, 2, CT_ADI_OF_SWEEPS, equation->c, first, end, added);
    }
    fuse_rows(plan, equation, operation, first, end, added, NULL);
}

/* Rows of one plane, those with boundary values of the middle axis alone. */
static void fuse_plane(ct_adi_plan *plan, const ct_adi_equation *equation, ptrdiff_t first,
                       ptrdiff_t end, const void *rows) {
    const ptrdiff_t n = plan->box.count[2];
    const ptrdiff_t before = first / plan->box.count[1] * plan->box.count[1];
    void *added = ct_adi_at(plan, plan->scratch[0], n);
    ptrdiff_t from = first;
    for (ptrdiff_t line = first; line < end; line++) {
        if (equation->sweep_boundary == CT_ADI_NEVER ||
            !ct_adi_boundary_has(plan, 1, CT_ADI_OF_SWEEPS, line - before)) {
            continue;
        }
        if (from < line) {
            fuse_rows(plan, equation, NULL, from, line, ct_adi_at(plan, rows, (from - first) * n),
                      NULL);
        }
        memset(added, 0, (size_t)(n * plan->kernels->bytes));
        ct_adi_boundary_add(plan, 1, CT_ADI_OF_SWEEPS, equation->c, line, line + 1, added);
        lag_along(plan, added);
        from = line + 1;
        fuse_rows(plan, equation, NULL, line, from, ct_adi_at(plan, rows, (line - first) * n),
                  added);
    }
    if (from < end) {
        fuse_rows(plan, equation, NULL, from, end, ct_adi_at(plan, rows, (from - first) * n), NULL);
    }
}

void ct_adi_fused_forward(ct_adi_plan *plan, const ct_adi_equation *equation, ptrdiff_t first,
                          ptrdiff_t end, const void *rows) {
    const ptrdiff_t plane = plan->box.count[1];
    const ptrdiff_t planes = (end - first + plane - 1) / plane;
    for (ptrdiff_t k = 0; k < planes; k++) {
        const ptrdiff_t from = plane * (plan->sweep[0].systems.is_mirrored ? planes - 1 - k : k);
        fuse_plane(plan, equation, first + from, planes > 1 ? first + from + plane : end,
                   ct_adi_at(plan, rows, from * plan->box.count[2]));
    }
}

void ct_adi_fused_backward(const ct_adi_plan *plan, const ct_adi_equation *equation) {
    const int goes_on = plan->sweep[0].reduction.mine != NULL;
    const int renews = ct_adi_is_renewed(plan, equation);
    const ptrdiff_t last = plan->sweep[0].systems.is_mirrored ? 0 : plan->box.count[0] - 1;
    const ct_adi_fused_return back = {
        .d = renews ? plan->state : plan->work,
        .before = ct_adi_reduction_before(&plan->sweep[0].reduction),
        .last = goes_on ? ct_adi_reduction_last(&plan->sweep[0].reduction)
                : renews
                    ? ct_adi_at(plan, plan->work, last * plan->box.count[1] * plan->box.count[2])
                    : NULL,
        .replaces = equation->replaces,
        .state = plan->state,
        .pitch = ct_adi_carry_pitch(plan),
        .carry = plan->carry,
        .edge = plan->scratch[1]};
    plan->kernels->fused_backward(&plan->sweep[1].systems, &plan->sweep[0].systems,
                                  fused_last(plan), &back);
}
