#include "bindings/fftw/steps.h"

#include "bindings/shared/open.h"

#include "base/fail.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <fftw3.h>
#include <stdlib.h>
#include <string.h>

/* FFTW's flags that are none of its MPI interface's. */
static const unsigned SERIAL_FLAGS = (1U << 27) - 1;

ct_fftw_step *ct_fftw_step_add(ct_fftw_route *route, ct_fftw_memory from, ct_fftw_memory into) {
    ct_fftw_step *step = &route->step[route->steps++];
    *step = (ct_fftw_step){.from = from, .into = into};
    return step;
}

static void *address(const ct_fftw_plan *plan, ct_fftw_memory memory) {
    return memory < CT_FFTW_WORK ? plan->array[memory] : plan->work[memory - CT_FFTW_WORK];
}

/* What FFTW may overwrite: the plan's own arrays always, the caller's as he says. */
static unsigned flags_of(const ct_fftw_plan *plan, const ct_fftw_step *step) {
    const unsigned flags = plan->problem.flags & SERIAL_FLAGS;
    return step->from < CT_FFTW_WORK
               ? flags
               : (flags & ~(unsigned)FFTW_PRESERVE_INPUT) | FFTW_DESTROY_INPUT;
}

/* Transforms the axes in the set `axes` from one memory to another, on all of which this rank has
 * them whole. */
static ct_status add_local(ct_fftw_plan *plan, ct_fftw_type type, unsigned axes,
                           ct_fftw_memory from, const ct_fftw_side *from_side, ct_fftw_memory into,
                           const ct_fftw_side *into_side) {
    const ct_fftw_problem *problem = &plan->problem;
    ct_fftw_step *step = ct_fftw_step_add(plan->route, from, into);
    ptrdiff_t stride[2][CT_FFTW_AXES_MOST + 1];
    ct_fftw_job job = {.type = type, .sign = problem->sign, .flags = flags_of(plan, step)};
    step->type = type;
    ct_fftw_strides(from_side, plan->rank, stride[0]);
    ct_fftw_strides(into_side, plan->rank, stride[1]);
    for (int a = 0; a < from_side->axes; a++) {
        const ct_fftw_span span = {ct_fftw_count(from_side, a, plan->rank), stride[0][a],
                                   stride[1][a]};
        if ((axes >> a & 1) != 0) {
            job.kind[job.axes] = problem->kind[a];
            job.axis[job.axes] = span;
            job.axis[job.axes++].n = problem->n[a];
        } else {
            job.loop[job.loops++] = span;
        }
    }
    if (ct_fftw_elements(from_side, plan->rank) == 0) {
        return CT_OK;
    }
    step->local = plan->backend->plan(&job, address(plan, from), address(plan, into));
    return step->local != NULL ? CT_OK : ct_raise(CT_ERROR_CONFIG, "FFTW makes no such plan");
}

static void fill_bounds(const ct_fftw_side *side, int size, ptrdiff_t *bounds) {
    for (int part = 0; part < size; part++) {
        bounds[part] = part == 0 ? 0
                                 : bounds[part - 1] + ct_fftw_block_count(side->extent[side->split],
                                                                          side->block, part - 1);
    }
    bounds[size] = side->extent[side->split];
}

/* A side without padding as a decomposition of three axes: both that are ever distributed, and all
 * others. `bounds`: for the grid's size + 1 numbers and two more. */
static ct_decomposition decompose(const ct_fftw_side *side, int size, ptrdiff_t *bounds) {
    const int grid[CT_MAX_AXES] = {side->split == 0 ? size : 1, side->split == 1 ? size : 1, 1};
    ptrdiff_t extent[CT_MAX_AXES] = {side->extent[0], side->extent[1], 1};
    ptrdiff_t *whole = bounds + size + 1;
    for (int a = 2; a < side->axes; a++) {
        extent[2] *= side->extent[a];
    }
    fill_bounds(side, size, bounds);
    whole[0] = 0;
    whole[1] = extent[1 - side->split];
    whole[2] = 0;
    whole[3] = extent[2];
    const ptrdiff_t *const of_axis[CT_MAX_AXES] = {side->split == 0 ? bounds : whole,
                                                   side->split == 1 ? bounds : whole, whole + 2};
    ct_decomposition d = ct_decompose_bounds(3, extent, grid, of_axis);
    d.order[0] = side->swapped;
    d.order[1] = !side->swapped;
    d.order[2] = 2;
    return d;
}

static ct_status create_move(const ct_fftw_plan *plan, const ct_fftw_side *from,
                             const ct_fftw_side *into, const ct_redistribute_options *options,
                             ct_redistribute_plan **move) {
    const size_t bounds = (size_t)plan->size + 5;
    const ptrdiff_t element_bytes = plan->backend->real_bytes * (from->is_complex ? 2 : 1);
    ptrdiff_t *numbers = malloc(2 * bounds * sizeof *numbers);
    ct_status status = CT_OK;
    CT_TRY(ct_agree(plan->comm,
                    numbers != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for bounds")));
    const ct_decomposition before = decompose(from, plan->size, numbers);
    const ct_decomposition after = decompose(into, plan->size, numbers + bounds);
    CT_TRY(ct_redistribute_plan_create(plan->comm, &before, NULL, &after, element_bytes, options,
                                       move));
cleanup:
    free(numbers);
    return status;
}

/* Makes the caller's arrays at the ends of a move reachable where that can be had; *private is 1
 * where it cannot. Collective. */
static ct_status open_ends(const ct_fftw_plan *plan, ct_fftw_memory from,
                           const ct_fftw_side *from_side, ct_fftw_memory into,
                           const ct_fftw_side *into_side, int *private) {
    const void *array[CT_SHARED_FILES_MOST];
    ptrdiff_t bytes[CT_SHARED_FILES_MOST];
    int count = 0;
    int reached = 1;
    ct_status status = CT_OK;
    if (from == CT_FFTW_INPUT) {
        array[count] = plan->array[0];
        bytes[count++] = ct_fftw_bytes(plan, from_side);
    }
    if (into == CT_FFTW_OUTPUT) {
        array[count] = plan->array[1];
        bytes[count++] = ct_fftw_bytes(plan, into_side);
    }
    if (count > 0) {
        CT_TRY(
            ct_shared_files_open(plan->context, count, array, bytes, CT_FFTW_ALIGNMENT, &reached));
    }
    *private = !reached;
cleanup:
    return status;
}

static ct_status add_move(ct_fftw_plan *plan, ct_fftw_memory from, const ct_fftw_side *from_side,
                          ct_fftw_memory into, const ct_fftw_side *into_side) {
    const int in_place = plan->in_place && from == CT_FFTW_INPUT && into == CT_FFTW_OUTPUT;
    ct_redistribute_options options = {.exchange.in_place = in_place};
    ct_fftw_step *step = ct_fftw_step_add(plan->route, from, into);
    ct_status status = CT_OK;
    CT_TRY(open_ends(plan, from, from_side, into, into_side, &options.exchange.private_arrays));
    CT_TRY(create_move(plan, from_side, into_side, &options, &step->move));
cleanup:
    return status;
}

ptrdiff_t ct_fftw_bytes(const ct_fftw_plan *plan, const ct_fftw_side *side) {
    return ct_fftw_elements(side, plan->rank) * plan->backend->real_bytes *
           (side->is_complex ? 2 : 1);
}

ct_status ct_fftw_work_alloc(ct_fftw_plan *plan, ct_fftw_memory memory, ptrdiff_t bytes) {
    return ct_alloc(plan->comm, bytes, &plan->work[memory - CT_FFTW_WORK]);
}

/* Allocates one of the plan's arrays, large enough for both sides. */
static ct_status allocate(ct_fftw_plan *plan, ct_fftw_memory memory, const ct_fftw_side *side) {
    const ptrdiff_t bytes =
        ct_fftw_elements(side, plan->rank) * plan->backend->real_bytes * (side->is_complex ? 2 : 1);
    return ct_fftw_work_alloc(plan, memory, bytes);
}

static unsigned bit(int axis) {
    return 1U << axis;
}

/* The last axis of c2r goes last, so its axes are transformed in the opposite order: along the axis
 * that is distributed in the output first. */
static ct_status add_c2r(ct_fftw_plan *plan) {
    const unsigned all = (unsigned)((1ULL << plan->problem.rank) - 1);
    const ct_fftw_side *in = &plan->input;
    const ct_fftw_side *out = &plan->output;
    ct_fftw_side first = *in; /* has all of axis 0 */
    ct_fftw_side half = *in;  /* the spectrum, distributed as the output */
    ct_status status = CT_OK;
    half.split = 0;
    half.block = out->block;
    half.swapped = 0;
    if (in->split == 0) {
        first = ct_fftw_other_split(in, 1, plan->size);
    }
    CT_TRY(allocate(plan, CT_FFTW_WORK, &first));
    CT_TRY(allocate(plan, CT_FFTW_WORK_TOO, &half));
    if (in->split == 0) {
        CT_TRY(add_move(plan, CT_FFTW_INPUT, in, CT_FFTW_WORK, &first));
    }
    CT_TRY(ct_agree(plan->comm, add_local(plan, CT_FFTW_DFT, bit(0),
                                          in->split == 0 ? CT_FFTW_WORK : CT_FFTW_INPUT, &first,
                                          CT_FFTW_WORK, &first)));
    CT_TRY(add_move(plan, CT_FFTW_WORK, &first, CT_FFTW_WORK_TOO, &half));
    CT_TRY(ct_agree(plan->comm, add_local(plan, CT_FFTW_C2R, all & ~bit(0), CT_FFTW_WORK_TOO, &half,
                                          CT_FFTW_OUTPUT, out)));
cleanup:
    return status;
}

/* First the axes that are whole in the input, then the other one. */
static ct_status add_others(ct_fftw_plan *plan) {
    const unsigned all = (unsigned)((1ULL << plan->problem.rank) - 1);
    const ct_fftw_type type = plan->problem.type;
    const ct_fftw_type type_after = type == CT_FFTW_R2C ? CT_FFTW_DFT : type;
    const ct_fftw_side *in = &plan->input;
    const ct_fftw_side *out = &plan->output;
    const unsigned whole = all & ~bit(in->split);
    ct_fftw_memory at = whole != 0 ? CT_FFTW_WORK : CT_FFTW_INPUT;
    ct_fftw_side spectrum = *out; /* distributed as the input */
    ct_status status = CT_OK;
    spectrum.split = in->split;
    spectrum.block = in->block;
    spectrum.swapped = in->swapped;
    if (whole != 0) {
        CT_TRY(allocate(plan, CT_FFTW_WORK, &spectrum));
        CT_TRY(ct_agree(plan->comm,
                        add_local(plan, type, whole, CT_FFTW_INPUT, in, CT_FFTW_WORK, &spectrum)));
    }
    if (in->split != out->split) {
        CT_TRY(add_move(plan, at, &spectrum, CT_FFTW_OUTPUT, out));
        CT_TRY(ct_agree(plan->comm, add_local(plan, type_after, bit(in->split), CT_FFTW_OUTPUT, out,
                                              CT_FFTW_OUTPUT, out)));
    } else {
        const ct_fftw_side other = ct_fftw_other_split(&spectrum, 1 - in->split, plan->size);
        CT_TRY(allocate(plan, CT_FFTW_WORK_TOO, &other));
        CT_TRY(add_move(plan, at, &spectrum, CT_FFTW_WORK_TOO, &other));
        CT_TRY(ct_agree(plan->comm, add_local(plan, type_after, bit(in->split), CT_FFTW_WORK_TOO,
                                              &other, CT_FFTW_WORK_TOO, &other)));
        CT_TRY(add_move(plan, CT_FFTW_WORK_TOO, &other, CT_FFTW_OUTPUT, out));
    }
cleanup:
    return status;
}

ct_status ct_fftw_steps_add(ct_fftw_plan *plan) {
    const unsigned all = (unsigned)((1ULL << plan->problem.rank) - 1);
    if (plan->problem.howmany == 0) {
        return CT_OK;
    }
    if (plan->problem.type == CT_FFTW_TRANSPOSE) {
        return add_move(plan, CT_FFTW_INPUT, &plan->input, CT_FFTW_OUTPUT, &plan->output);
    }
    if (plan->size == 1 && (plan->input.swapped == plan->output.swapped || !plan->in_place)) {
        const ct_status status = add_local(plan, plan->problem.type, all, CT_FFTW_INPUT,
                                           &plan->input, CT_FFTW_OUTPUT, &plan->output);
        if (status == CT_OK || (plan->problem.flags & FFTW_WISDOM_ONLY) != 0) {
            return status;
        }
        plan->route->steps = 0; /* FFTW has no plan in place for some padded arrays */
    }
    return plan->problem.type == CT_FFTW_C2R ? add_c2r(plan) : add_others(plan);
}
