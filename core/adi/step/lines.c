#include "adi/step/lines.h"

#include "adi/plan.h"

int ct_adi_lines_whole(const ct_adi_plan *plan, int axis, ptrdiff_t first, ptrdiff_t end) {
    return axis == 2 || (axis == 1 && end - first >= plan->box.count[1]);
}

ct_adi_part ct_adi_lines_part(const ct_adi_plan *plan, int axis, ptrdiff_t first, ptrdiff_t end) {
    const ct_adi_systems *s = &plan->sweep[axis].systems;
    const ptrdiff_t rows = plan->box.count[1];
    const ptrdiff_t plane = first / rows;
    const ptrdiff_t planes = (end - plane * rows + rows - 1) / rows;
    const int is_partial = end - first < rows;
    ct_adi_part part = {.outers = 1, .count = s->shape.inner, .end = s->shape.n};
    ptrdiff_t place = 0; /* first position along the axis; number of positions */
    ptrdiff_t places = s->shape.n;
    if (axis == 2) {
        part.outer = first;
        part.outers = end - first;
    } else if (axis == 1) {
        part.outer = plane;
        part.outers = planes;
        place = is_partial ? first - plane * rows : 0;
        places = is_partial ? end - first : rows;
    } else {
        part.from = is_partial ? (first - plane * rows) * plan->box.count[2] : 0;
        part.count = is_partial ? (end - first) * plan->box.count[2] : s->shape.inner;
        place = plane;
        places = planes;
    }
    part.first = s->is_mirrored ? s->shape.n - place - places : place;
    part.end = part.first + places;
    return part;
}

/* One number a line, from the part's first line on: sums of elimination, and values that
 * substitution starts from; NULL if none. */
typedef struct line_ends {
    void *sum, *weight;
    const void *before, *last;
} line_ends;

static line_ends ends_of(const ct_adi_plan *plan, int axis, int is_local, const ct_adi_part *part) {
    const ct_adi_sweep *sweep = &plan->sweep[axis];
    const ptrdiff_t inner = sweep->systems.shape.inner;
    const ptrdiff_t line = part->outer * inner + part->from;
    if (is_local) { /* one plane */
        void *last = sweep->systems.is_cyclic ? plan->scratch[1] : NULL;
        return (line_ends){ct_adi_at(plan, last, inner), ct_adi_at(plan, last, 2 * inner), last,
                           last};
    }
    void *sum = ct_adi_at(plan, ct_adi_reduction_sum(&sweep->reduction), line);
    return (line_ends){sum, sum != NULL ? ct_adi_at(plan, sweep->reduction.weight, line) : NULL,
                       ct_adi_at(plan, ct_adi_reduction_before(&sweep->reduction), line),
                       ct_adi_at(plan, ct_adi_reduction_last(&sweep->reduction), line)};
}

void ct_adi_lines_eliminate(const ct_adi_plan *plan, int axis, int is_local, ptrdiff_t first,
                            ptrdiff_t end) {
    const ct_adi_part part = ct_adi_lines_part(plan, axis, first, end);
    const line_ends ends = ends_of(plan, axis, is_local, &part);
    plan->kernels->forward(&plan->sweep[axis].systems, &part, plan->work, ends.sum, ends.weight);
}

void ct_adi_lines_substitute(const ct_adi_plan *plan, int axis, int is_local, ptrdiff_t first,
                             ptrdiff_t end) {
    const ct_adi_part part = ct_adi_lines_part(plan, axis, first, end);
    const line_ends ends = ends_of(plan, axis, is_local, &part);
    plan->kernels->backward(&plan->sweep[axis].systems, &part, plan->work, ends.before, ends.last);
}

void ct_adi_lines_substitute_first(const ct_adi_plan *plan) {
    const ct_adi_sweep *sweep = &plan->sweep[0];
    const ct_adi_shape *shape = &sweep->systems.shape;
    const ct_adi_part part = {.outers = shape->outer, .count = shape->inner, .end = shape->n};
    plan->kernels->backward(&sweep->systems, &part, plan->work,
                            ct_adi_reduction_before(&sweep->reduction),
                            ct_adi_reduction_last(&sweep->reduction));
}

void ct_adi_lines_close(const ct_adi_plan *plan, ptrdiff_t plane) {
    const ct_adi_systems *s = &plan->sweep[1].systems;
    void *last = plan->scratch[1];
    const ct_adi_part part = {.outer = plane, .outers = 1, .count = s->shape.inner};
    plan->kernels->close(s, &part, plan->work, ct_adi_at(plan, last, s->shape.inner), last);
}

/* The next rows are in the same plane, or at the top of the panel in the next one. */
ct_adi_prefetch ct_adi_lines_prefetch(const ct_adi_plan *plan, int is_across, ptrdiff_t first,
                                      ptrdiff_t end, ptrdiff_t panel) {
    const ptrdiff_t rows = plan->box.count[1];
    const ptrdiff_t n = plan->box.count[2];
    const ptrdiff_t beyond = plan->sweep[0].systems.is_mirrored ? -rows : rows;
    const ptrdiff_t plane = (end - 1) / rows;
    const ptrdiff_t place = end - plane * rows;
    const ptrdiff_t top = (place - 1) / panel * panel;
    const int is_last = place == rows || place == top + panel;
    const ptrdiff_t next = is_last ? plane * rows + top + beyond : end;
    const ptrdiff_t from = next + (is_across ? beyond : 0);
    const int has_next = next >= 0 && next + end - first <= plan->box.count[0] * rows;
    const int is_in = from >= 0 && from + end - first <= plan->box.count[0] * rows;
    ct_adi_prefetch prefetch = {.read = (end - first) * n};
    if (!plan->is_variable && is_in) {
        prefetch.soon[prefetch.runs++] = ct_adi_at(plan, plan->state, from * n);
    }
    for (int axis = 1; axis < CT_ADI_BOX_AXES && plan->is_variable && has_next; axis++) {
        prefetch.soon[prefetch.runs++] = ct_adi_at(plan, plan->sweep[axis].systems.pivot, next * n);
    }
    return prefetch;
}
