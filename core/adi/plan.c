/* Creates a plan: memory, halos and sweeps. */
#include "adi/plan.h"

#include "adi/choose.h"
#include "adi/coefficients/coefficients.h"
#include "adi/memory.h"
#include "adi/problem/problem.h"
#include "adi/step/fused.h"
#include "base/mpi.h"
#include "base/same.h"
#include "kernels/cache.h"
#include "node/segment.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AROUND = 8 }; /* points of a row of boundary values beyond its cells */

/* Checks problem and options, equal on all ranks. Collective. */
static ct_status check(MPI_Comm comm, const ct_adi_problem *problem,
                       const ct_adi_options *options) {
    int differs = 0;
    ct_status status = CT_OK;
    CT_TRY(ct_agree(comm, ct_adi_problem_check(problem, options)));
    const uint64_t hash = ct_adi_problem_hash(problem, options);
    CT_TRY(ct_same_compare(comm, &hash, sizeof hash, &differs));
    CT_TRY(ct_agree(
        comm,
        !differs ? CT_OK : ct_raise(CT_ERROR_ARGUMENT, "problem or options differ between ranks")));
    CT_TRY(ct_adi_exchanges_check(comm, &options->exchange));
cleanup:
    return status;
}

/* Allocates this rank's memory. Local. */
static ct_status allocate(ct_adi_plan *plan) {
    const ptrdiff_t bytes = plan->kernels->bytes;
    ptrdiff_t longest = 1;
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        longest = plan->axis[axis].n > longest ? plan->axis[axis].n : longest;
    }
    int all = 1;
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        const ptrdiff_t n = plan->box.count[axis];
        plan->coupling[axis][0] = ct_adi_memory(plan, n, bytes);
        plan->coupling[axis][1] = ct_adi_memory(plan, n, bytes);
        plan->per_width[axis] = ct_adi_memory(plan, n, bytes);
        plan->points[axis] = ct_adi_memory(plan, longest + AROUND, sizeof(double));
        all = all && plan->coupling[axis][0] != NULL && plan->coupling[axis][1] != NULL &&
              plan->per_width[axis] != NULL && plan->points[axis] != NULL;
    }
    plan->values = ct_adi_memory(plan, longest + AROUND, sizeof(double));
    plan->zeros = ct_adi_memory(plan, plan->box.count[2], bytes);
    plan->numbers = ct_adi_memory(plan, ct_adi_constant_numbers(longest), sizeof(double));
    if (plan->scheme == CT_ADI_CRANK_NICOLSON) {
        plan->base = ct_adi_memory(plan, ct_box_elements(&plan->box), bytes);
        all = all && plan->base != NULL;
    }
    return all && plan->values != NULL && plan->zeros != NULL && plan->numbers != NULL
               ? CT_OK
               : ct_raise(CT_ERROR_MEMORY, "no memory for rows of %td cells", longest);
}

static ct_status make_boundaries(ct_adi_plan *plan, const ct_adi_problem *problem) {
    ct_status status = CT_OK;
    for (int a = 0; a < problem->axes; a++) {
        for (int side = 0; side < CT_ADI_SIDES; side++) {
            const ct_adi_quantity value = {.number = problem->face[a][side].value};
            CT_TRY(ct_adi_boundary_set(plan, ct_adi_box_axis(plan, a), side, &value));
        }
    }
cleanup:
    return status;
}

/* Creates halos and sweeps. Collective. */
static ct_status make_sweeps(ct_adi_plan *plan) {
    enum { GROUP = 8 }; /* lines along the last axis are processed in groups */
    int *here = NULL;
    int busy = 0;
    ct_status status = CT_OK;
    plan->row = GROUP;
    CT_TRY(ct_adi_halo_create(plan));
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        const int is_joined = plan->grid[axis] > 1;
        ct_adi_way *way = &plan->sweep[axis].way;
        CT_TRY(ct_adi_line_make(plan, axis));
        *way = !ct_adi_is_active(plan, axis)        ? CT_ADI_WAY_NONE
               : !is_joined                         ? CT_ADI_WAY_LOCAL
               : plan->method == CT_ADI_TRANSPOSING ? CT_ADI_WAY_TRANSPOSED
                                                    : CT_ADI_WAY_REDUCED;
        if (*way != CT_ADI_WAY_NONE) {
            CT_TRY(ct_adi_sweep_create(plan, axis));
        }
    }
    plan->scratch[0] = ct_adi_memory(plan, 3 * plan->row, plan->kernels->bytes);
    CT_TRY(ct_node_ranks(plan->comm, &here, &busy));
    plan->cache_bytes = ct_cache_share_bytes(busy);
    CT_TRY(ct_agree(plan->comm, plan->scratch[0] != NULL
                                    ? CT_OK
                                    : ct_raise(CT_ERROR_MEMORY, "no memory for a row")));
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &plan->moved_bytes, 1, MPI_DOUBLE, MPI_SUM, plan->comm));
cleanup:
    free(here);
    return status;
}

/* Allocates the work array and, in the same huge pages, the buffers of its passes. Offsets the
 * buffers by a few cache lines, and the work array by half a page from the state: a store delays a
 * later load at the same 4 KiB page offset (4K aliasing). Collective. */
static ct_status make_work(ct_adi_plan *plan) {
    enum { BUFFERS = 4, LINES_APART = 9, HALF_PAGE = 2048 };
    const ptrdiff_t line = CT_LINE_BYTES / plan->kernels->bytes;
    const int may_cross = ct_adi_is_active(plan, 1);
    const ptrdiff_t plane = may_cross ? plan->box.count[1] * ct_adi_carry_pitch(plan) : 0;
    const ptrdiff_t together = ct_adi_rows_together(plan);
    const ptrdiff_t height = plan->box.count[1]; /* turned passes have a plane of rows */
    const ptrdiff_t rows = plan->box.count[0] * height;
    const ptrdiff_t buffered = together < height ? height : together < rows ? together : rows;
    const ptrdiff_t edges = 3 * plan->box.count[2] + plan->box.count[0] * ct_adi_edge_stride(plan);
    const ptrdiff_t numbers[BUFFERS] = {ct_box_elements(&plan->box), edges,
                                        plane > CT_ADI_CARRY ? plane : CT_ADI_CARRY,
                                        may_cross ? buffered * plan->box.count[2] : 0};
    const ptrdiff_t apart = plan->method == CT_ADI_TRANSPOSING ? 0 : HALF_PAGE;
    ptrdiff_t first[BUFFERS + 1] = {0};
    ct_status status = CT_OK;
    for (int k = 0; k < BUFFERS; k++) {
        first[k + 1] = first[k] + ((numbers[k] + line - 1) / line + LINES_APART) * line;
    }
    CT_TRY(ct_adi_array(plan, first[BUFFERS] + apart / plan->kernels->bytes, &plan->work_base));
    plan->work = (char *)plan->work_base + apart;
    plan->scratch[1] = (char *)plan->work + first[1] * plan->kernels->bytes;
    plan->carry = (char *)plan->work + first[2] * plan->kernels->bytes;
    plan->rows = (char *)plan->work + first[3] * plan->kernels->bytes;
cleanup:
    return status;
}

static ct_status create(MPI_Comm comm, const ct_adi_problem *problem, const ct_adi_options *options,
                        ct_adi_plan **plan);

/* Builds everything but the context. Collective. */
static ct_status build(ct_adi_plan *plan, const ct_adi_problem *problem,
                       const ct_adi_options *options) {
    static const ct_adi_trial trial = {create, ct_adi_step, ct_adi_plan_destroy};
    ct_status status = CT_OK;
    CT_TRY(ct_agree(plan->comm, ct_adi_exchanges_create(&options->exchange, &plan->exchanges)));
    CT_TRY(ct_agree(plan->comm, ct_adi_distribute(plan, problem, options)));
    CT_TRY(ct_agree(plan->comm, ct_adi_axes_make(plan, problem)));
    CT_TRY(ct_agree(plan->comm, allocate(plan)));
    CT_TRY(ct_adi_choose(plan, problem, options, &trial));
    if (plan->context->is_supposed) { /* it will not step (node/supposed/cluster.h) */
        return CT_OK;
    }
    CT_TRY(ct_adi_array(plan, ct_box_elements(&plan->box), &plan->state));
    CT_TRY(make_work(plan));
    CT_TRY(make_sweeps(plan));
    CT_TRY(ct_agree(plan->comm, make_boundaries(plan, problem)));
    CT_TRY(ct_adi_coefficients_set(plan));
cleanup:
    return status;
}

/* The last axis of three if it has one cell and the middle one more; else the middle one. */
static int thin_axis(const ct_adi_problem *problem) {
    return problem->axes == 3 && problem->extent[2] == 1 && problem->extent[1] > 1 ? 2 : 1;
}

static ct_status create(MPI_Comm comm, const ct_adi_problem *problem, const ct_adi_options *options,
                        ct_adi_plan **plan) {
    ct_status status = CT_OK;
    ct_context *context = NULL;
    ct_adi_plan *created = ct_context_begin_plan(comm, sizeof *created, &context, &status);
    *plan = NULL;
    if (created == NULL) {
        return status;
    }
    created->context = context;
    created->comm = created->context->comm;
    created->rank = created->context->rank;
    created->size = created->context->size;
    created->axes = problem->axes;
    created->thin = thin_axis(problem);
    created->scheme = options->scheme;
    created->mean = options->mean;
    created->capacity = created->least_capacity = 1;
    created->kernels = ct_adi_kernels_for(problem->precision);
    CT_TRY(build(created, problem, options));
    memset(created->seconds, 0, sizeof created->seconds); /* only steps count */
    *plan = created;
    return CT_OK;
cleanup:
    ct_adi_plan_destroy(&created);
    return status;
}

ct_status ct_adi_plan_create(MPI_Comm comm, const ct_adi_problem *problem,
                             const ct_adi_options *options, ct_adi_plan **plan) {
    static const ct_adi_options defaults = {.scheme = CT_ADI_SCHEME_AUTO};
    ct_status status = CT_OK;
    options = options != NULL ? options : &defaults;
    *plan = NULL;
    CT_TRY(check(comm, problem, options));
    CT_TRY(create(comm, problem, options, plan));
cleanup:
    return status;
}

static void free_arrays(ct_adi_plan *p) {
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        free(p->coupling[axis][0]);
        free(p->coupling[axis][1]);
        free(p->per_width[axis]);
        free(p->points[axis]);
        free(p->face[axis]);
        ct_adi_axis_destroy(&p->axis[axis]);
        ct_adi_boundary_destroy(&p->boundary[axis][0]);
        ct_adi_boundary_destroy(&p->boundary[axis][1]);
        free(p->surface[axis][0].level);
        free(p->surface[axis][1].level);
        free(p->surface[axis][0].kappa);
        free(p->surface[axis][1].kappa);
        free(p->surface[axis][0].rates);
        free(p->surface[axis][1].rates);
        ct_free(&p->kappa_along[axis]);
    }
    ct_adi_mask_destroy(&p->mask);
    free(p->values);
    free(p->zeros);
    free(p->numbers);
    free(p->chosen.score);
    free(p->scratch[0]);
    free(p->base);
    free(p->turned[0]);
    free(p->saved[0]);
    free(p->saved[1]);
    ct_free(&p->kappa_field);
    ct_free(&p->capacity_field);
    ct_free(&p->sigma_field);
    ct_free(&p->source_field);
    ct_free(&p->state);
    ct_free(&p->work_base);
}

void ct_adi_plan_destroy(ct_adi_plan **plan) {
    if (plan == NULL || *plan == NULL) {
        return;
    }
    ct_adi_plan *p = *plan;
    ct_adi_plan_destroy(&p->smoother);
    ct_adi_laws_destroy(&p->lawful);
    ct_adi_flow_destroy(&p->flow);
    ct_adi_solver_destroy(&p->solver);
    ct_adi_exchanges_destroy(&p->exchanges);
    ct_adi_halo_destroy(&p->halo);
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        ct_adi_sweep_destroy(&p->sweep[axis]);
        ct_context_release(&p->line[axis].context);
    }
    free_arrays(p);
    ct_context_release(&p->context);
    free(p);
    *plan = NULL;
}
