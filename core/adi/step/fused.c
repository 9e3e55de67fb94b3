#include "adi/step/fused.h"

#include "adi/plan.h"
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

/* The operator reads three planes, elimination one more: 192 KB of each fit beside what else is in
 * a second-level cache of 1 MB. At 512^3 on one rank the first pass took 311 ms by planes, 225 by
 * panels of 192 KB, 238 of 256 KB; the last pass, which reads one plane again, gains nothing. */
ptrdiff_t ct_adi_panel_rows(const ct_adi_plan *plan) {
    enum { BYTES = 192 * 1024, LEAST = 4 }; /* panels a plane */
    const ptrdiff_t row_bytes = plan->box.count[2] * plan->kernels->bytes;
    const ptrdiff_t together = ct_adi_rows_together(plan);
    const ptrdiff_t rows = plan->box.count[1];
    const ptrdiff_t fit = row_bytes > 0 ? BYTES / row_bytes / together * together : rows;
    const ptrdiff_t panel = fit < together ? together : fit;
    return LEAST * panel < rows ? panel : rows;
}

ptrdiff_t ct_adi_edge_stride(const ct_adi_plan *plan) {
    return ct_adi_panel_rows(plan) < plan->box.count[1] ? 2 * plan->box.count[2] : 0;
}

/* Index of a plane of the box in the order of elimination. */
static ptrdiff_t number_of(const ct_adi_plan *plan, ptrdiff_t plane) {
    return plan->sweep[0].systems.is_mirrored ? plan->box.count[0] - 1 - plane : plane;
}

/* Adds the first axis' boundary values b to rows that are not yet substituted along the middle
 * axis: (I - U) b, where x = d + U x is the substitution, from the next row and the last one of
 * cyclic lines. Sums of cyclic lines along the first axis need no correction: such lines have no
 * faces. */
static void add_boundary(const ct_adi_plan *plan, const ct_adi_equation *equation, ptrdiff_t first,
                         ptrdiff_t end, void *d) {
    const ct_adi_systems *s = &plan->sweep[1].systems;
    const ptrdiff_t rows = s->shape.n;
    const ptrdiff_t plane = first / rows;
    const double scale =
        equation->c * ct_adi_number(plan, plan->sweep[0].systems.pivot, number_of(plan, plane));
    ct_adi_boundary_add(plan, 0, CT_ADI_OF_SWEEPS, scale, first, end, d);
    for (ptrdiff_t line = first; line < end; line++) {
        const ptrdiff_t i = line - plane * rows;
        void *row = ct_adi_at(plan, d, (line - first) * s->shape.inner);
        if (i < rows - 1) {
            ct_adi_boundary_add(plan, 0, CT_ADI_OF_SWEEPS, -scale * ct_adi_number(plan, s->high, i),
                                line + 1, line + 2, row);
        }
        if (i < rows - 1 && s->is_cyclic) {
            const ptrdiff_t last = (plane + 1) * rows;
            ct_adi_boundary_add(plan, 0, CT_ADI_OF_SWEEPS, -scale * ct_adi_number(plan, s->left, i),
                                last - 1, last, row);
        }
    }
}

/* Copies rows with streaming stores: whole cache lines while the next rows are solved, the ends
 * now. */
static void stream_rows(ct_adi_plan *plan, const void *from, void *into, ptrdiff_t numbers) {
    const ptrdiff_t of_line = CT_LINE_BYTES / plan->kernels->bytes;
    const ptrdiff_t phase = ct_line_phase(into) / plan->kernels->bytes;
    const ptrdiff_t to_line = phase > 0 ? of_line - phase : 0;
    const ptrdiff_t head = to_line < numbers ? to_line : numbers;
    const ptrdiff_t body = (numbers - head) / of_line * of_line;
    const ptrdiff_t tail = head + body;
    memcpy(into, from, (size_t)(head * plan->kernels->bytes));
    memcpy(ct_adi_at(plan, into, tail), ct_adi_at(plan, from, tail),
           (size_t)((numbers - tail) * plan->kernels->bytes));
    plan->prefetch.from = ct_adi_at(plan, from, head);
    plan->prefetch.into = ct_adi_at(plan, into, head);
    plan->prefetch.copied = body;
}

void ct_adi_fused_end(ct_adi_plan *plan) {
    if (plan->prefetch.copied > 0) {
        ct_stream_copy(plan->prefetch.into, plan->prefetch.from,
                       (size_t)(plan->prefetch.copied * plan->kernels->bytes));
        plan->prefetch.copied = 0;
    }
    ct_stream_fence();
}

/* Fused elimination of rows of one plane. */
static void fuse_plane(ct_adi_plan *plan, const ct_adi_equation *equation, ptrdiff_t first,
                       ptrdiff_t end, const void *rows) {
    const ct_adi_systems *middle = &plan->sweep[1].systems;
    const ptrdiff_t n = middle->shape.inner;
    const ptrdiff_t plane = first / middle->shape.n;
    const ptrdiff_t place = first - plane * middle->shape.n;
    void *d = ct_adi_at(plan, plan->carry, place * n);
    void *into = ct_adi_at(plan, plan->work, first * n);
    void *edge = ct_adi_at(plan, plan->scratch[1], plane * ct_adi_edge_stride(plan));
    const ct_adi_fused_rows fused = {
        .first = place,
        .end = place + end - first,
        .number = number_of(plan, plane),
        .r = rows,
        .edge = edge,
        .weighted = ct_adi_at(plan, edge, n),
        .d = d,
        .sum = ct_adi_at(plan, ct_adi_reduction_sum(&plan->sweep[0].reduction), place * n)};
    if (plan->prefetch.copied > 0) { /* complete the pending copy before its rows change */
        ct_adi_fused_end(plan);
    }
    plan->kernels->fused_forward(middle, &plan->sweep[0].systems, &fused);
    if (equation->sweep_boundary != CT_ADI_NEVER &&
        ct_adi_boundary_has(plan, 0, CT_ADI_OF_SWEEPS, plane)) {
        add_boundary(plan, equation, first, end, d);
    }
    if (plan->streams) {
        stream_rows(plan, d, into, (end - first) * n);
    } else {
        memcpy(into, d, (size_t)((end - first) * n * plan->kernels->bytes));
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
    const ct_adi_fused_return back = {
        .d = plan->work,
        .before = ct_adi_reduction_before(&plan->sweep[0].reduction),
        .last = goes_on ? ct_adi_reduction_last(&plan->sweep[0].reduction) : NULL,
        .replaces = equation->replaces,
        .state = plan->state,
        .carry = plan->carry,
        .edge = plan->scratch[1]};
    plan->kernels->fused_backward(&plan->sweep[1].systems, &plan->sweep[0].systems, &back);
}
