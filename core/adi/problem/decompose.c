/* The distribution of the cells, their axes, and the ranks that share lines. */
#include "adi/problem/decompose.h"

#include "adi/plan.h"
#include "base/mpi.h"

/* The axis whose slabs ranks get by default; d->axes: none. Along the first one a step is fused,
 * but what ranks exchange grows with their planes: few large ones take longer than rows of the
 * second axis (2 ranks: 4 x 512 x 512 5.7 and 2.2 ms, 4 x 1024 x 1024 22 and 15; 8 as long either
 * way). */
static int slab_axis(const ct_distribution *d, int size) {
    enum { LEAST = 4, LARGE = 64 * 64 }; /* layers a rank, cells of one */
    ptrdiff_t plane = 1;
    for (int a = 1; a < d->axes; a++) {
        plane *= d->extent[a];
    }
    if (d->extent[0] >= LEAST * (ptrdiff_t)size || (plane < LARGE && d->extent[0] >= size)) {
        return 0;
    }
    return plane >= LARGE && d->extent[1] >= LEAST * (ptrdiff_t)size ? 1 : d->axes;
}

ct_status ct_adi_distribute(ct_adi_plan *plan, const ct_adi_problem *problem,
                            const ct_adi_options *options) {
    ct_distribution *d = &plan->distribution;
    int is_given = 0;
    ct_status status = CT_OK;
    *d = (ct_distribution){.axes = problem->axes};
    for (int a = 0; a < problem->axes; a++) {
        d->extent[a] = problem->extent[a];
        d->grid[a] = options->grid[a];
        is_given = is_given || options->grid[a] != 0;
    }
    const int slabs = is_given ? d->axes : slab_axis(d, plan->size);
    for (int a = 0; a < d->axes && slabs < d->axes; a++) {
        d->grid[a] = a == slabs ? plan->size : 1;
    }
    CT_TRY(ct_grid_auto(d->axes, d->extent, plan->size, d->grid));
    CT_TRY(ct_distribution_check(d, plan->size, (ptrdiff_t)sizeof(double)));
    const ct_box box = ct_distribution_box(d, plan->rank);
    plan->box = (ct_box){.axes = CT_ADI_BOX_AXES, .count = {1, 1, 1}};
    plan->grid[1] = 1;
    for (int a = 0; a < problem->axes; a++) {
        const int axis = ct_adi_box_axis(plan, a);
        plan->grid[axis] = d->grid[a] < d->extent[a] ? d->grid[a] : (int)d->extent[a];
        plan->box.first[axis] = box.first[a];
        plan->box.count[axis] = box.count[a];
    }
cleanup:
    return status;
}

ct_distribution ct_adi_whole_lines(const ct_distribution *cells, int axis) {
    ct_distribution whole = *cells;
    int other = axis == 0 ? 1 : 0;
    for (int a = 0; a < cells->axes; a++) {
        if (a != axis &&
            whole.extent[a] / whole.grid[a] > whole.extent[other] / whole.grid[other]) {
            other = a;
        }
    }
    whole.grid[other] *= whole.grid[axis];
    whole.grid[axis] = 1;
    return whole;
}

static ct_adi_end end_of(const ct_adi_face *face) {
    switch (face->kind) {
    case CT_ADI_DIRICHLET:
        return (ct_adi_end){1, 0};
    case CT_ADI_ROBIN:
        return (ct_adi_end){face->a, face->b};
    default:
        return (ct_adi_end){0, 1};
    }
}

ct_status ct_adi_axes_make(ct_adi_plan *plan, const ct_adi_problem *problem) {
    static const ct_adi_end nothing[2] = {{0, 1}, {0, 1}};
    ct_status status = CT_OK;
    CT_TRY(ct_adi_axis_create(1, NULL, 0, 1, 0, nothing, &plan->axis[1]));
    for (int a = 0; a < problem->axes; a++) {
        const int axis = ct_adi_box_axis(plan, a);
        const ct_adi_end end[2] = {end_of(&problem->face[a][0]), end_of(&problem->face[a][1])};
        ct_adi_axis_destroy(&plan->axis[axis]);
        CT_TRY(ct_adi_axis_create(problem->extent[a], problem->edges[a], problem->low[a],
                                  problem->high[a], problem->face[a][0].kind == CT_ADI_PERIODIC,
                                  end, &plan->axis[axis]));
        plan->kappa[axis] = problem->diffusivity[a];
        for (int side = 0; side < CT_ADI_SIDES; side++) {
            const ct_adi_face *face = &problem->face[a][side];
            plan->surface[axis][side] =
                (ct_adi_surface){.kind = face->kind,
                                 .transfer = face->kind == CT_ADI_TRANSFER ? face->a : 0,
                                 .takes_kappa = face->kind == CT_ADI_NEUMANN ||
                                                (face->kind == CT_ADI_ROBIN && face->b != 0)};
        }
    }
    plan->sigma = problem->reaction;
    plan->source = problem->source;
cleanup:
    return status;
}

ct_status ct_adi_line_find(ct_context *context, const ct_adi_exchanges *exchanges, int parts,
                           int is_empty, int others, int coordinate, ct_adi_line *line) {
    ct_status status = CT_OK;
    *line = (ct_adi_line){.comm = MPI_COMM_NULL, .size = 1};
    if (parts < 2) {
        return CT_OK;
    }
    CT_TRY(
        ct_context_split(context, is_empty ? MPI_UNDEFINED : others, coordinate, &line->context));
    line->comm = line->context->comm;
    if (line->comm != MPI_COMM_NULL) {
        line->rank = line->context->rank;
        line->size = line->context->size;
        CT_TRY(ct_adi_exchanges_among(exchanges, line->size == context->size, line->comm,
                                      &line->exchange));
    }
cleanup:
    return status;
}

ct_status ct_adi_line_make(ct_adi_plan *plan, int axis) {
    int at[CT_ADI_BOX_AXES] = {0};
    int colour = 0;
    int rest = plan->rank;
    for (int a = plan->axes - 1; a >= 0; a--) {
        at[ct_adi_box_axis(plan, a)] = rest % plan->distribution.grid[a];
        rest /= plan->distribution.grid[a];
    }
    for (int a = 0; a < CT_ADI_BOX_AXES; a++) {
        colour = a != axis ? colour * plan->grid[a] + at[a] : colour;
    }
    return ct_adi_line_find(plan->context, &plan->exchanges, plan->grid[axis],
                            ct_adi_is_empty(plan), colour, at[axis], &plan->line[axis]);
}
