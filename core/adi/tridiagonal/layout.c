#include "adi/tridiagonal/layout.h"

#include "adi/memory.h"
#include "adi/sweeps/systems.h"
#include "adi/tridiagonal/plan.h"
#include "base/mpi.h"
#include "kernels/cache.h"
#include "redistribute/decomposed/decomposition.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <string.h>

enum { GROUP = 8, MOST_NUMBERS = 1 << 16 }; /* lines of the last axis; numbers that stay in cache */

int ct_tridiagonal_is_plain(const ct_decomposition *d) {
    int plain = d->kind == CT_DECOMPOSED_BLOCKS || d->kind == CT_DECOMPOSED_BOUNDS;
    for (int a = 0; a < d->axes; a++) {
        plain = plain && d->ghosts[a][0] == 0 && d->ghosts[a][1] == 0 && d->pitch[a] == 0 &&
                (d->order[a] == a);
    }
    return plain;
}

int ct_tridiagonal_parts(const ct_decomposition *d, int axis) {
    int parts = 0;
    for (int part = 0; part < d->grid[axis]; part++) {
        parts += ct_decomposition_count(d, axis, part) > 0;
    }
    return parts;
}

/* The distribution with whole lines; over a grid, only ranks that share lines exchange them. */
static ct_status find_whole(ct_tridiagonal_plan *plan) {
    const ct_decomposition *d = &plan->problem.array;
    ct_distribution cells = {.axes = d->axes};
    int has_grid = d->kind != CT_DECOMPOSED_BOXES && d->axes > 1 && !d->first_fastest;
    memcpy(cells.extent, d->extent, sizeof cells.extent);
    memcpy(cells.grid, d->grid, sizeof cells.grid);
    plan->whole = cells;
    if (has_grid) {
        plan->whole = ct_adi_whole_lines(&cells, plan->problem.axis);
        return CT_OK;
    }
    memset(plan->whole.grid, 0, sizeof plan->whole.grid);
    plan->whole.grid[plan->problem.axis] = 1;
    return ct_grid_auto(d->axes, d->extent, plan->context->size, plan->whole.grid);
}

static ct_status make_redistributions(ct_tridiagonal_plan *plan) {
    const ct_decomposition *array = &plan->problem.array;
    const ct_redistribute_options options = {.exchange = plan->exchanges.options};
    const ptrdiff_t bytes = plan->problem.parts * plan->kernels->bytes;
    ct_status status = CT_OK;
    CT_TRY(ct_agree(plan->context->comm, find_whole(plan)));
    const ct_decomposition whole =
        ct_decompose_blocks(array->axes, array->extent, plan->whole.grid);
    CT_TRY(ct_redistribute_plan_create(plan->context->comm, array, NULL, &whole, bytes, &options,
                                       &plan->there));
    CT_TRY(ct_redistribute_plan_create(plan->context->comm, &whole, NULL, array, bytes, &options,
                                       &plan->back));
    const ptrdiff_t elements = ct_distribution_elements(&plan->whole, plan->context->rank);
    CT_TRY(ct_alloc(plan->context->comm, elements * bytes, &plan->lines));
    plan->bytes += (double)(elements * bytes) + ct_redistribute_plan_bytes(plan->there) +
                   ct_redistribute_plan_bytes(plan->back);
cleanup:
    return status;
}

/* Finds the ranks that share this rank's lines. Collective. */
static ct_status find_line(ct_tridiagonal_plan *plan) {
    const ct_decomposition *d = &plan->problem.array;
    const int axis = plan->problem.axis;
    const int holds = ct_decomposition_holds(d, plan->context->rank);
    int part[CT_MAX_AXES] = {0};
    int others = 0;
    if (holds) {
        ct_decomposition_parts(d, plan->context->rank, part);
    }
    for (int a = 0; a < d->axes; a++) {
        others = a != axis ? others * d->grid[a] + part[a] : others;
    }
    return ct_adi_line_find(plan->context, &plan->exchanges, ct_tridiagonal_parts(d, axis),
                            plan->is_empty, others, part[axis], &plan->line);
}

static ct_box box_of(const ct_tridiagonal_plan *plan) {
    return plan->there != NULL ? ct_distribution_box(&plan->whole, plan->context->rank)
                               : ct_ownership_box(&plan->ownership, plan->context->rank);
}

static ct_adi_shape shape_of(const ct_tridiagonal_plan *plan, const ct_box *box) {
    const int axis = plan->problem.axis;
    ct_adi_shape shape = {1, box->count[axis], plan->problem.parts};
    for (int a = 0; a < box->axes; a++) {
        shape.outer *= a < axis ? box->count[a] : 1;
        shape.inner *= a > axis ? box->count[a] : 1;
    }
    return shape;
}

/* Numbers of lines that are solved together: their part of all arrays stays in the second-level
 * cache. Systems a line take whole rows where the last-level cache has them: four arrays of rows
 * that are far apart share few sets of the second one, and are read slower than from the last. */
static ptrdiff_t width_of(const ct_tridiagonal_plan *plan, const ct_adi_shape *shape) {
    const ptrdiff_t arrays = plan->problem.is_variable ? 4 : 1;
    const ptrdiff_t numbers = arrays * shape->n * shape->inner;
    ptrdiff_t width = shape->n > 0 ? MOST_NUMBERS / (arrays * shape->n) / 16 * 16 : 0;
    width = width > 64 ? width : 64;
    if (numbers * plan->kernels->bytes <= ct_cache_share_bytes(plan->context->node_size) / 2) {
        width = shape->inner;
    }
    width = width < shape->inner ? width : shape->inner;
    return width > GROUP ? width : GROUP;
}

ct_status ct_tridiagonal_lay(ct_tridiagonal_plan *plan) {
    const int is_reduced = plan->chosen.method == CT_ADI_REDUCING;
    ct_status status = CT_OK;
    if (plan->chosen.method == CT_ADI_TRANSPOSING) {
        CT_TRY(make_redistributions(plan));
    }
    const ct_box box = box_of(plan);
    const ct_adi_shape shape = shape_of(plan, &box);
    plan->is_empty = ct_box_elements(&box) == 0;
    plan->first = box.first[plan->problem.axis];
    plan->line.size = 1;
    if (is_reduced) {
        CT_TRY(find_line(plan));
    }
    plan->systems =
        ct_adi_systems_of(&shape, plan->line.rank, plan->line.size, plan->problem.is_cyclic);
    plan->width = width_of(plan, &shape);
    const ptrdiff_t numbers = ct_adi_systems_numbers(&plan->systems, plan->problem.is_variable);
    plan->memory = ct_adi_zeros(numbers * plan->kernels->bytes);
    const ptrdiff_t lines = shape.inner == 1 ? plan->kernels->together * shape.n : 0;
    const ptrdiff_t scratch = 3 * plan->width > lines ? 3 * plan->width : lines;
    plan->scratch = ct_adi_zeros(scratch * plan->kernels->bytes);
    plan->bytes += (double)((numbers + scratch) * plan->kernels->bytes);
    if (plan->memory == NULL || plan->scratch == NULL) {
        status = ct_raise(CT_ERROR_MEMORY, "no memory for systems of %td numbers", numbers);
    } else {
        ct_adi_systems_place(plan->kernels, plan->problem.is_variable, plan->memory,
                             &plan->systems);
    }
    CT_TRY(ct_agree(plan->context->comm, status));
    if (is_reduced && !plan->is_empty) {
        status = ct_adi_reduction_create(&plan->line, &plan->systems, plan->kernels,
                                         plan->problem.is_cyclic, &plan->reduction);
    }
    CT_TRY(ct_agree(plan->context->comm, status));
    plan->bytes += plan->reduction.bytes;
cleanup:
    return status;
}
