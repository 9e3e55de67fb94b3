/*
 * One solution of (1 - c A_2)(1 - c A_1)(1 - c A_0) x = r, in as few passes over memory as can be:
 * the operator, the sweeps along lines that are whole in a plane, and the elimination along the
 * first axis all go plane by plane while it is in the cache; the substitution along the first axis
 * is a second pass, which updates the state. An axis that is distributed ends a pass.
 */
#include "adi/plan.h"

#include "base/mpi.h"

#include <string.h>

/* Planes that are worked on together are at least so many bytes. */
enum { BLOCK_BYTES = 128 * 1024 };

static ct_adi_operation operation_of(const ct_adi_plan *plan, const ct_adi_job *job) {
    ct_adi_operation o = {.scale = job->scale,
                          .keep = job->keep,
                          .base = job->base,
                          .is_variable = plan->is_variable,
                          .sigma = plan->sigma,
                          .reaction = plan->sigma_field};
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        o.count[axis] = plan->box.count[axis];
        o.face[axis] = plan->face[axis];
        o.per_width[axis] = plan->per_width[axis];
        for (int side = 0; side < CT_ADI_SIDES; side++) {
            o.coupling[axis][side] = plan->coupling[axis][side];
            o.beyond[axis][side] = ct_adi_beyond(plan, axis, side, plan->state);
        }
    }
    return o;
}

/* The source in planes first .. end - 1. */
static void add_source(ct_adi_plan *plan, const ct_adi_job *job, ptrdiff_t first, ptrdiff_t end,
                       char *r) {
    const ptrdiff_t rows = plan->box.count[1];
    const ptrdiff_t n = plan->box.count[2];
    const ptrdiff_t count[2] = {1, n};
    const ptrdiff_t stride[2] = {0, 1};
    ct_adi_quantity source = plan->source_function;
    if (source.function == NULL) {
        source.kind = plan->source_field != NULL ? CT_ADI_FIELD : CT_ADI_NUMBER;
        source.field = plan->source_field;
        source.number = plan->source;
    }
    if (source.kind == CT_ADI_NUMBER && source.number == 0) {
        return;
    }
    for (ptrdiff_t line = first * rows; line < end * rows; line++) {
        ct_adi_quantity_row(plan, &source, job->source_time, line / rows, line % rows,
                            plan->values);
        plan->kernels->add(plan->values, n, count, job->source_scale,
                           r + line * n * plan->kernels->bytes, stride);
    }
}

static double square_of(ct_adi_plan *plan, const ct_adi_job *job, ptrdiff_t first, ptrdiff_t end,
                        const char *r) {
    const ptrdiff_t n = plan->box.count[2];
    const double *widths[CT_ADI_BOX_AXES];
    double all = 0;
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        widths[axis] = plan->axis[axis].widths + plan->box.first[axis];
    }
    for (ptrdiff_t line = first * plan->box.count[1]; line < end * plan->box.count[1]; line++) {
        double sum = 0;
        plan->kernels->load(r + line * n * plan->kernels->bytes, n, plan->values);
        for (ptrdiff_t x = 0; x < n; x++) {
            sum += widths[2][x] * plan->values[x] * plan->values[x];
        }
        all += sum * widths[0][line / plan->box.count[1]] * widths[1][line % plan->box.count[1]];
    }
    return all / (job->scale * job->scale);
}

/* r in planes first .. end - 1. */
static void produce(ct_adi_plan *plan, const ct_adi_job *job, const ct_adi_operation *operation,
                    ptrdiff_t first, ptrdiff_t end, void *r) {
    const ptrdiff_t plane_bytes = plan->box.count[1] * plan->box.count[2] * plan->kernels->bytes;
    if (job->scale != 0) {
        plan->kernels->operate(operation, first, end, plan->state, r);
    } else {
        memcpy((char *)r + first * plane_bytes, (const char *)plan->state + first * plane_bytes,
               (size_t)((end - first) * plane_bytes));
    }
    for (int axis = 0; axis < CT_ADI_BOX_AXES && job->boundary != CT_ADI_NEVER; axis++) {
        ct_adi_rims_add(plan, axis, 0, job->scale, first, end, r);
    }
    if (job->source_scale != 0) {
        add_source(plan, job, first, end, r);
    }
    if (job->square != NULL) {
        *job->square += square_of(plan, job, first, end, r);
    }
}

ct_status ct_adi_apply(ct_adi_plan *plan, const ct_adi_job *job, void *r) {
    ct_status status = CT_OK;
    if (ct_adi_is_empty(plan)) {
        return CT_OK;
    }
    CT_TRY(ct_adi_halo_exchange(plan, plan->state));
    const ct_adi_operation operation = operation_of(plan, job);
    ct_adi_rims_take(plan, 0, job->boundary, job->c);
    produce(plan, job, &operation, 0, plan->box.count[0], r);
cleanup:
    return status;
}

/* A pass over the work array: from what an earlier one left (axis `from`, whose lines are joined;
 * CT_ADI_BOX_AXES: from the beginning) to the next axis that ends it. */
typedef struct pass {
    int from, to;
} pass;

static pass next_pass(const ct_adi_plan *plan, int from) {
    pass p = {from, from - 1};
    while (p.to > 0 && (plan->sweep[p.to].way == CT_ADI_WAY_LOCAL ||
                        plan->sweep[p.to].way == CT_ADI_WAY_NONE)) {
        p.to--;
    }
    return p;
}

/* Lines along an axis in planes first .. end - 1: those of `outer`, but along the first axis. */
static ptrdiff_t lines_in(const ct_adi_plan *plan, int axis, ptrdiff_t planes) {
    return planes * (plan->sweep[axis].systems.shape.outer / plan->box.count[0]);
}

static void add_boundary(const ct_adi_plan *plan, const ct_adi_job *job, int axis, ptrdiff_t first,
                         ptrdiff_t end) {
    if (job->sweep_boundary != CT_ADI_NEVER) {
        ct_adi_rims_add(plan, axis, 1, job->c, first, end, plan->work);
    }
}

static char *summed(const ct_adi_plan *plan, void *sums, ptrdiff_t line) {
    return sums != NULL ? (char *)sums + line * plan->kernels->bytes : NULL;
}

/* The elimination along the axis that ends a pass. */
static void eliminate(const ct_adi_plan *plan, int axis, ptrdiff_t first, ptrdiff_t end) {
    const ct_adi_systems *s = &plan->sweep[axis].systems;
    void *sums = ct_adi_reduction_sum(plan, axis);
    void *weights = sums != NULL ? plan->sweep[axis].reduction.weight : NULL;
    if (axis == 0) {
        plan->kernels->forward(s, 0, 1, first, end, plan->work, sums, weights);
    } else {
        const ptrdiff_t outer = lines_in(plan, axis, first);
        plan->kernels->forward(s, outer, lines_in(plan, axis, end - first), 0, s->shape.n,
                               plan->work, summed(plan, sums, outer * s->shape.inner),
                               summed(plan, weights, outer * s->shape.inner));
    }
}

static void substitute(const ct_adi_plan *plan, int axis, ptrdiff_t first, ptrdiff_t end) {
    const ct_adi_systems *s = &plan->sweep[axis].systems;
    const ptrdiff_t outer = lines_in(plan, axis, first);
    const ptrdiff_t line = outer * s->shape.inner;
    plan->kernels->backward(s, outer, lines_in(plan, axis, end - first), plan->work,
                            summed(plan, (void *)ct_adi_reduction_before(plan, axis), line),
                            summed(plan, (void *)ct_adi_reduction_last(plan, axis), line));
}

/* All that one pass does to planes first .. end - 1. */
static void pass_planes(ct_adi_plan *plan, const ct_adi_job *job, const ct_adi_operation *operation,
                        pass p, ptrdiff_t first, ptrdiff_t end) {
    if (p.from == CT_ADI_BOX_AXES) {
        produce(plan, job, operation, first, end, plan->work);
    } else if (plan->sweep[p.from].way == CT_ADI_WAY_REDUCED) {
        substitute(plan, p.from, first, end);
    }
    for (int axis = p.from - 1; axis > p.to; axis--) {
        if (plan->sweep[axis].way == CT_ADI_WAY_LOCAL) {
            add_boundary(plan, job, axis, first, end);
            plan->kernels->solve(&plan->sweep[axis].systems, lines_in(plan, axis, first),
                                 lines_in(plan, axis, end - first), plan->work, plan->scratch);
        }
    }
    add_boundary(plan, job, p.to, first, end);
    if (plan->sweep[p.to].way != CT_ADI_WAY_TRANSPOSED) {
        eliminate(plan, p.to, first, end);
    }
}

static void run_pass(ct_adi_plan *plan, const ct_adi_job *job, const ct_adi_operation *operation,
                     pass p) {
    const double start_s = MPI_Wtime();
    const ptrdiff_t plane_bytes = plan->box.count[1] * plan->box.count[2] * plan->kernels->bytes;
    const ptrdiff_t planes = plane_bytes < BLOCK_BYTES ? BLOCK_BYTES / plane_bytes : 1;
    for (ptrdiff_t first = 0; first < plan->box.count[0]; first += planes) {
        const ptrdiff_t left = plan->box.count[0] - first;
        pass_planes(plan, job, operation, p, first, first + (left < planes ? left : planes));
    }
    plan->seconds[CT_ADI_FIRST_PASS] += MPI_Wtime() - start_s;
}

/* The substitution along the first axis, or what a transposed sweep left, into the state. */
static void finish(ct_adi_plan *plan, const ct_adi_job *job) {
    const double start_s = MPI_Wtime();
    const ct_adi_sweep *sweep = &plan->sweep[0];
    if (sweep->way == CT_ADI_WAY_TRANSPOSED) {
        plan->kernels->accumulate(plan->work, ct_box_elements(&plan->box), job->replaces,
                                  plan->state);
    } else {
        const int goes_on = sweep->reduction.mine != NULL;
        plan->kernels->update(&sweep->systems, plan->work, ct_adi_reduction_before(plan, 0),
                              goes_on ? ct_adi_reduction_last(plan, 0) : NULL, job->replaces,
                              plan->state);
    }
    plan->seconds[CT_ADI_LAST_PASS] += MPI_Wtime() - start_s;
}

ct_status ct_adi_run(ct_adi_plan *plan, const ct_adi_job *job) {
    const int is_empty = ct_adi_is_empty(plan);
    ct_adi_operation operation = {.scale = 0};
    pass p = {.to = CT_ADI_BOX_AXES};
    ct_status status = CT_OK;
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        if (plan->sweep[axis].way != CT_ADI_WAY_NONE) {
            CT_TRY(ct_adi_sweep_factorise(plan, axis, job->c));
        }
    }
    if (!is_empty && job->scale != 0) {
        CT_TRY(ct_adi_halo_exchange(plan, plan->state));
    }
    if (!is_empty) {
        operation = operation_of(plan, job);
        ct_adi_rims_take(plan, 0, job->boundary, job->c);
        ct_adi_rims_take(plan, 1, job->sweep_boundary, job->c);
    }
    do {
        p = next_pass(plan, p.to);
        if (!is_empty) {
            run_pass(plan, job, &operation, p);
        }
        if (plan->sweep[p.to].way == CT_ADI_WAY_TRANSPOSED) {
            CT_TRY(ct_adi_sweep_turned(plan, p.to));
        } else if (!is_empty && plan->sweep[p.to].reduction.mine != NULL) {
            CT_TRY(ct_adi_reduction_close(plan, p.to, plan->work));
        }
    } while (p.to > 0);
    if (!is_empty) {
        finish(plan, job);
    }
cleanup:
    return status;
}
