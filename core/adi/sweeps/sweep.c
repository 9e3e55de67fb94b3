/* The systems along one axis: where lines are solved, memory, factorisations. */
#include "adi/sweeps/sweep.h"

#include "adi/coefficients/faces.h"
#include "adi/mask/walls.h"
#include "adi/memory.h"
#include "adi/plan.h"
#include "adi/problem/predict.h"
#include "adi/sweeps/phases.h"
#include "adi/sweeps/systems.h"
#include "base/mpi.h"
#include "kernels/cache.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <stdlib.h>
#include <string.h>

static ct_box widened(const ct_adi_plan *plan, const ct_box *user) {
    ct_box box = {.axes = CT_ADI_BOX_AXES, .count = {1, 1, 1}};
    for (int a = 0; a < plan->axes; a++) {
        box.first[ct_adi_box_axis(plan, a)] = user->first[a];
        box.count[ct_adi_box_axis(plan, a)] = user->count[a];
    }
    return box;
}

static ct_status create_transposed(ct_adi_plan *plan, ct_adi_sweep *sweep, int axis) {
    static const int same[CT_MAX_AXES] = {0, 1, 2, 3};
    const ct_distribution transposed =
        ct_adi_whole_lines(&plan->distribution, ct_adi_user_axis(plan, axis));
    const ct_box box = ct_distribution_box(&transposed, plan->rank);
    const ct_transpose_options way = {.exchange = plan->exchanges.options};
    ct_status status = CT_OK;
    sweep->box = widened(plan, &box);
    CT_TRY(ct_transpose_plan_create(plan->comm, &plan->distribution, same, &transposed,
                                    plan->kernels->bytes, &way, &sweep->there));
    CT_TRY(ct_transpose_plan_create(plan->comm, &transposed, same, &plan->distribution,
                                    plan->kernels->bytes, &way, &sweep->back));
    CT_TRY(ct_adi_array(plan, ct_box_elements(&sweep->box), &sweep->transposed[0]));
    plan->bytes += ct_transpose_plan_bytes(sweep->there) + ct_transpose_plan_bytes(sweep->back);
    plan->moved_bytes +=
        (ct_transpose_total_bytes(sweep->there) + ct_transpose_total_bytes(sweep->back)) /
        plan->size; /* a rank's share; summed over ranks at the end */
cleanup:
    return status;
}

ct_status ct_adi_sweep_create(ct_adi_plan *plan, int axis) {
    ct_adi_sweep *sweep = &plan->sweep[axis];
    const int is_periodic = plan->axis[axis].is_periodic;
    ct_status status = CT_OK;
    sweep->box = plan->box;
    if (sweep->way == CT_ADI_WAY_TRANSPOSED) {
        CT_TRY(create_transposed(plan, sweep, axis));
    }
    const ct_adi_shape shape = ct_adi_shape_of(&sweep->box, axis);
    const int is_reduced = sweep->way == CT_ADI_WAY_REDUCED;
    sweep->systems = ct_adi_systems_of(&shape, is_reduced ? plan->line[axis].rank : 0,
                                       is_reduced ? plan->line[axis].size : 1, is_periodic);
    sweep->systems.keeps_high = axis == 0 && sweep->way != CT_ADI_WAY_TRANSPOSED;
    sweep->systems.is_squared =
        axis == 2 && !is_periodic &&
        (sweep->way == CT_ADI_WAY_TRANSPOSED ||
         (sweep->way == CT_ADI_WAY_LOCAL && plan->box.count[1] % plan->kernels->together == 0));
    if (sweep->way != CT_ADI_WAY_REDUCED) {
        const ptrdiff_t inner =
            shape.inner > 1 ? shape.inner : plan->kernels->together * shape.n / 3 + 1;
        plan->row = inner > plan->row ? inner : plan->row;
    }
    if (!ct_adi_is_empty(plan) && (sweep->way == CT_ADI_WAY_REDUCED ||
                                   (sweep->way == CT_ADI_WAY_LOCAL && axis == 0 && is_periodic))) {
        status = ct_adi_reduction_create(&plan->line[axis], &sweep->systems, plan->kernels,
                                         is_periodic, &sweep->reduction);
        plan->bytes += sweep->reduction.bytes;
        plan->moved_bytes += sweep->reduction.moved_bytes;
    }
    status = ct_agree(plan->comm, status);
cleanup:
    return status;
}

void ct_adi_sweep_destroy(ct_adi_sweep *sweep) {
    ct_adi_reduction_destroy(&sweep->reduction);
    ct_transpose_plan_destroy(&sweep->there);
    ct_transpose_plan_destroy(&sweep->back);
    ct_free(&sweep->transposed[0]);
    ct_free(&sweep->transposed[1]);
    ct_free(&sweep->transposed[2]);
    free(sweep->memory);
    free(sweep->face);
    *sweep = (ct_adi_sweep){.c = 0};
}

/* Allocates the arrays of one factorisation for all lines, or of one a line. */
static ct_status allocate(ct_adi_plan *plan, ct_adi_sweep *sweep) {
    ct_adi_systems *s = &sweep->systems;
    const ptrdiff_t line = CT_LINE_BYTES / plan->kernels->bytes;
    const ptrdiff_t numbers =
        (ct_adi_systems_numbers(s, plan->is_variable) + line - 1) / line * line;
    const int has_scan =
        !plan->is_variable && s == &plan->sweep[2].systems && sweep->way == CT_ADI_WAY_LOCAL;
    free(sweep->memory);
    sweep->memory = ct_adi_memory(plan, numbers + (has_scan ? ct_adi_scan_numbers(s->shape.n) : 0),
                                  plan->kernels->bytes);
    if (sweep->memory == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for the systems of %td lines",
                        s->shape.outer * s->shape.inner);
    }
    ct_adi_systems_place(plan->kernels, plan->is_variable, sweep->memory, s);
    s->scan = has_scan ? ct_adi_at(plan, sweep->memory, numbers) : NULL;
    return CT_OK;
}

/* What a surface lets through replaces kappa at the ends of transposed lines, by way of the work
 * array, one end after the other: a cell may be at both. */
static ct_status transpose_surfaces(ct_adi_plan *plan, int axis) {
    ct_adi_sweep *sweep = &plan->sweep[axis];
    const ct_adi_shape here = ct_adi_shape_of(&plan->box, axis);
    const ct_adi_shape shape = sweep->systems.shape;
    const ptrdiff_t bytes = plan->kernels->bytes;
    ct_status status = CT_OK;
    for (int side = 0; side < CT_ADI_SIDES; side++) {
        if (!ct_adi_surface_differs(&plan->surface[axis][side])) {
            continue;
        }
        const ptrdiff_t row = side == 0 ? 0 : here.n; /* of kappa at faces, and of cells: */
        const ptrdiff_t cell = side == 0 ? 0 : here.n - 1;
        for (ptrdiff_t outer = 0; outer < here.outer && here.n > 0; outer++) {
            memcpy(ct_adi_at(plan, plan->work, (outer * here.n + cell) * here.inner),
                   ct_adi_at(plan, plan->face[axis], (outer * (here.n + 1) + row) * here.inner),
                   (size_t)(here.inner * bytes));
        }
        CT_TRY(ct_transpose_execute(sweep->there, plan->work, sweep->transposed[0]));
        const ptrdiff_t end = side == 0 ? 0 : shape.n;
        const ptrdiff_t last = side == 0 ? 0 : shape.n - 1;
        for (ptrdiff_t outer = 0; outer < shape.outer && shape.n > 0; outer++) {
            memcpy(ct_adi_at(plan, sweep->face, (outer * (shape.n + 1) + end) * shape.inner),
                   ct_adi_at(plan, sweep->transposed[0], (outer * shape.n + last) * shape.inner),
                   (size_t)(shape.inner * bytes));
        }
    }
cleanup:
    return status;
}

/* Transposes a field of cells, if there is one, into transposed[k]. */
static ct_status transpose_field(ct_adi_plan *plan, ct_adi_sweep *sweep, const void *field, int k) {
    ct_status status = CT_OK;
    if (field == NULL) {
        return CT_OK;
    }
    if (sweep->transposed[k] == NULL) {
        CT_TRY(ct_adi_array(plan, ct_box_elements(&sweep->box), &sweep->transposed[k]));
    }
    CT_TRY(ct_transpose_execute(sweep->there, field, sweep->transposed[k]));
cleanup:
    return status;
}

/* Transposes coefficients to whole lines, and computes kappa at their faces. */
static ct_status transpose_coefficients(ct_adi_plan *plan, int axis, const void *kappa) {
    ct_adi_sweep *sweep = &plan->sweep[axis];
    const ct_adi_shape shape = sweep->systems.shape;
    const ptrdiff_t lines = shape.outer * shape.inner;
    void *layers = malloc((size_t)(2 * lines * plan->kernels->bytes + 1));
    const int has_layers = plan->axis[axis].is_periodic && layers != NULL;
    ct_status status = CT_OK;
    free(sweep->face);
    sweep->face = ct_adi_memory(plan, lines * (shape.n + 1), plan->kernels->bytes);
    if (layers == NULL || sweep->face == NULL) {
        status = ct_raise(CT_ERROR_MEMORY, "no memory for kappa at %td faces", lines);
    }
    CT_TRY(ct_agree(plan->comm, status));
    CT_TRY(ct_transpose_execute(sweep->there, kappa, sweep->transposed[0]));
    char *after = (char *)layers + lines * plan->kernels->bytes;
    if (has_layers && lines > 0) {
        ct_adi_layer_take(&shape, plan->kernels->bytes, 1, sweep->transposed[0], layers);
        ct_adi_layer_take(&shape, plan->kernels->bytes, 0, sweep->transposed[0], after);
    }
    ct_adi_faces_make(plan, &sweep->box, axis, sweep->transposed[0], has_layers ? layers : NULL,
                      has_layers ? after : NULL, sweep->face);
    CT_TRY(transpose_field(plan, sweep, plan->capacity_field, 2));
    if (plan->mask.cell != NULL && lines > 0) {
        ct_adi_walls_of_lines(plan, &sweep->box, axis, sweep->transposed[0], sweep->transposed[2],
                              sweep->face);
    }
    CT_TRY(transpose_surfaces(plan, axis));
    CT_TRY(transpose_field(plan, sweep, plan->sigma_field, 1));
    ct_adi_systems_faces(plan->kernels, sweep->face, &sweep->systems);
cleanup:
    free(layers);
    return status;
}

ct_status ct_adi_sweep_set(ct_adi_plan *plan, int axis, const void *kappa) {
    ct_adi_sweep *sweep = &plan->sweep[axis];
    ct_status status = CT_OK;
    sweep->c = 0;
    if (sweep->memory == NULL || sweep->systems.is_variable != plan->is_variable) {
        status = allocate(plan, sweep);
    }
    CT_TRY(ct_agree(plan->comm, status));
    ct_adi_systems_faces(plan->kernels, plan->face[axis], &sweep->systems);
    if (plan->is_variable && sweep->way == CT_ADI_WAY_TRANSPOSED) {
        CT_TRY(transpose_coefficients(plan, axis, kappa));
    }
cleanup:
    return status;
}

ct_status ct_adi_sweep_factorise(ct_adi_plan *plan, int axis, double c) {
    ct_adi_sweep *sweep = &plan->sweep[axis];
    ct_adi_systems *systems = &sweep->systems;
    const ct_adi_axis *a = &plan->axis[axis];
    const int is_transposed = sweep->way == CT_ADI_WAY_TRANSPOSED;
    ct_status status = CT_OK;
    if (sweep->c == c || ct_box_elements(&sweep->box) == 0) {
        return CT_OK;
    }
    const ct_phase phase = ct_adi_phase_begin(CT_ADI_COEFFICIENTS);
    const double share = 1.0 / plan->axes;
    if (plan->is_variable) {
        for (ptrdiff_t i = 0; i < systems->shape.n; i++) {
            const double scale = c / a->widths[sweep->box.first[axis] + i];
            plan->kernels->store(&scale, 1, (char *)systems->scale + i * plan->kernels->bytes);
        }
        const void *mass = is_transposed && plan->capacity_field != NULL ? sweep->transposed[2]
                                                                         : plan->capacity_field;
        const void *sigma =
            is_transposed && plan->sigma_field != NULL ? sweep->transposed[1] : plan->sigma_field;
        plan->kernels->factorise(systems, c, mass, sigma, share,
                                 plan->sigma_field != NULL ? 0 : plan->sigma * share);
    } else {
        const ct_adi_stretch stretch = {a, sweep->box.first[axis], systems->shape.n,
                                        plan->kappa[axis], plan->sigma * share};
        ct_adi_constant_factorise(&stretch, c, plan->kernels, plan->numbers, systems);
        if (systems->scan != NULL) {
            plan->kernels->make_scan(systems);
        }
    }
    if (sweep->reduction.mine != NULL) {
        CT_TRY(ct_adi_reduction_prepare(&sweep->reduction));
    }
    sweep->c = c;
cleanup:
    ct_adi_phase_end(plan, CT_ADI_COEFFICIENTS, &phase);
    return status;
}

ct_status ct_adi_sweep_transposed(ct_adi_plan *plan, int axis) {
    ct_adi_sweep *sweep = &plan->sweep[axis];
    const ct_phase phase = ct_adi_phase_begin(CT_ADI_TRANSPOSE);
    ct_status status = CT_OK;
    CT_TRY(ct_transpose_execute(sweep->there, plan->work, sweep->transposed[0]));
    if (ct_box_elements(&sweep->box) > 0) {
        plan->kernels->solve(&sweep->systems, 0, sweep->systems.shape.outer, sweep->transposed[0],
                             plan->scratch[0], NULL);
    }
    CT_TRY(ct_transpose_execute(sweep->back, sweep->transposed[0], plan->work));
cleanup:
    ct_adi_phase_end(plan, CT_ADI_TRANSPOSE, &phase);
    return status;
}
