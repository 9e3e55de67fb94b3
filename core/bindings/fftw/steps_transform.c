/* Steps around a transform of ct_fft: arrays that other ranks of the node cannot read are copied
 * into one of the plan that they can, and its result back. */
#include "bindings/fftw/steps.h"

#include "base/arithmetic/extremes.h"
#include "base/mpi.h"
#include "bindings/fftw/known.h"
#include "bindings/fftw/layout.h"
#include "bindings/shared/open.h"
#include "fft/shape/shape.h"
#include "node/segment.h"
#include <cornerturn/agree.h>

#include <fftw3.h>
#include <stdlib.h>
#include <string.h>

/* The kinds of r2r that ct_fft has; R2HC, HC2R and DHT are none of them. */
static ct_fft_kind kind_of(const ct_fftw_problem *problem, int axis) {
    switch (problem->kind[axis]) {
    case FFTW_REDFT00:
        return CT_FFT_DCT1;
    case FFTW_REDFT10:
        return CT_FFT_DCT2;
    case FFTW_REDFT01:
        return CT_FFT_DCT3;
    case FFTW_REDFT11:
        return CT_FFT_DCT4;
    case FFTW_RODFT00:
        return CT_FFT_DST1;
    case FFTW_RODFT10:
        return CT_FFT_DST2;
    case FFTW_RODFT01:
        return CT_FFT_DST3;
    case FFTW_RODFT11:
        return CT_FFT_DST4;
    default:
        return CT_FFT_NONE;
    }
}

/* The problem in ct_fft's words; 0 where it has none for it. */
static int translate(const ct_fftw_problem *from, ct_fft_problem *into) {
    const int axes = from->rank + (from->howmany > 1);
    *into = (ct_fft_problem){.axes = axes, .precision = from->precision};
    if (axes > CT_MAX_AXES || (axes == 1 && (from->type != CT_FFTW_DFT ||
                                             from->n[0] < ct_fft_reduced_least(CT_FFT_C2C)))) {
        return 0;
    }
    for (int a = 0; a < from->rank; a++) {
        const int halves = a == from->rank - 1 && from->type != CT_FFTW_DFT;
        into->extent[a] = from->n[a];
        into->kind[a] = from->type == CT_FFTW_R2R ? kind_of(from, a)
                        : halves                  ? CT_FFT_R2C
                                                  : CT_FFT_C2C;
        if (into->kind[a] == CT_FFT_NONE) {
            return 0;
        }
    }
    if (from->howmany > 1) {
        into->extent[axes - 1] = from->howmany;
        into->kind[axes - 1] = CT_FFT_NONE;
    }
    return ct_fft_problem_check(into) == CT_OK;
}

static ct_rigour rigour_of(unsigned flags) {
    return (flags & FFTW_EXHAUSTIVE) != 0 ? CT_EXHAUSTIVE
           : (flags & FFTW_PATIENT) != 0  ? CT_PATIENT
           : (flags & FFTW_ESTIMATE) != 0 ? CT_ESTIMATE
                                          : CT_MEASURE;
}

/* Options of a transform between the arrays that a route reaches, or others of the plan. */
static void choose(const ct_fftw_plan *plan, int axes, const int reaches[2], ct_fftw_layout *made,
                   ct_fft_options *options) {
    const ct_fftw_problem *problem = &plan->problem;
    const int is_inverse = problem->type == CT_FFTW_C2R ||
                           (problem->type == CT_FFTW_DFT && problem->sign == FFTW_BACKWARD);
    *options = (ct_fft_options){.direction = is_inverse ? CT_INVERSE : CT_FORWARD,
                                .scaling = CT_SCALING_NONE,
                                .rigour = rigour_of(problem->flags),
                                .in_place = 1,
                                .threads = plan->backend->threads()};
    ct_fftw_layout_side(plan, 0, axes, reaches[0], made,
                        is_inverse ? &options->spectrum : &options->array);
    ct_fftw_layout_side(plan, 1, axes, reaches[1], made,
                        is_inverse ? &options->array : &options->spectrum);
}

/* Copies between a side in the caller's memory, with its padding, and the plan's without. */
static void add_copy(const ct_fftw_plan *plan, ct_fftw_route *route, ct_fftw_memory from,
                     ct_fftw_memory into, const ct_fftw_side *side) {
    ct_fftw_step *step = ct_fftw_step_add(route, from, into);
    const ptrdiff_t element_bytes =
        plan->backend->real_bytes * (side->is_complex ? 2 : 1) * side->extent[side->axes - 1];
    const ptrdiff_t row = side->extent[side->axes - 2];
    const ptrdiff_t elements = ct_fftw_elements(side, plan->rank) / side->extent[side->axes - 1];
    if (side->padded == row) {
        step->copy = (ct_fftw_copy){elements > 0, elements * element_bytes, 0, 0};
        return;
    }
    const ptrdiff_t padded_bytes = side->padded * element_bytes;
    step->copy = (ct_fftw_copy){elements / side->padded, row * element_bytes,
                                from == CT_FFTW_INPUT ? padded_bytes : row * element_bytes,
                                into == CT_FFTW_OUTPUT ? padded_bytes : row * element_bytes};
}

/* Between the caller's arrays that the route reaches, and an array of the plan for others, in place
 * for both. Collective. */
static ct_status add_route(ct_fftw_plan *plan, const ct_fft_problem *problem,
                           ct_fftw_route *route) {
    const int is_first = route == plan->route;
    const ct_fftw_memory work = is_first ? CT_FFTW_WORK : CT_FFTW_WORK_TOO;
    const ct_fftw_memory from = route->reaches[0] ? CT_FFTW_INPUT : work;
    const ct_fftw_memory into = route->reaches[1] ? CT_FFTW_OUTPUT : work;
    const unsigned flags = plan->problem.flags;
    const int may_destroy = (flags & FFTW_DESTROY_INPUT) != 0 || plan->in_place ||
                            (plan->problem.type == CT_FFTW_C2R && !(flags & FFTW_PRESERVE_INPUT));
    ct_fftw_layout made = {.numbers = NULL};
    ct_fft_options options;
    ct_fft_plan *transform = NULL;
    ct_status status = CT_OK;
    CT_TRY(ct_fftw_layout_create(plan, &made));
    choose(plan, problem->axes, route->reaches, &made, &options);
    options.in_place = from == into || (from != work && into != work && plan->in_place);
    options.destroys_input = from == work || may_destroy;
    CT_TRY(ct_fft_plan_create(plan->comm, problem, &options, &transform));
    if (from == work || into == work) {
        CT_TRY(ct_fftw_work_alloc(plan, work,
                                  ct_most(from == work ? ct_fft_input_bytes(transform) : 0,
                                          into == work ? ct_fft_output_bytes(transform) : 0)));
    }
    if (from == work) {
        add_copy(plan, route, CT_FFTW_INPUT, work, &plan->input);
    }
    ct_fftw_step_add(route, from, into)->transform = transform;
    transform = NULL;
    if (into == work) {
        add_copy(plan, route, work, CT_FFTW_OUTPUT, &plan->output);
    }
cleanup:
    free(made.numbers);
    ct_fft_plan_destroy(&transform);
    return status;
}

/* Moves a line between the caller's blocks and the box that ct_fft has for this rank. Collective.
 */
static ct_status move_line(const ct_fftw_plan *plan, const ct_fftw_side *side, const ct_box *box,
                           int is_input, ct_redistribute_plan **move) {
    const ptrdiff_t n = side->extent[0];
    ptrdiff_t *bounds = malloc((size_t)(plan->size + 1) * sizeof *bounds);
    ct_status status = CT_OK;
    CT_TRY(ct_agree(plan->comm,
                    bounds != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for bounds")));
    for (int part = 0; bounds != NULL && part <= plan->size; part++) {
        bounds[part] = side->block * part < n ? side->block * part : n;
    }
    const ptrdiff_t *const of_axis[CT_MAX_AXES] = {bounds};
    const ct_decomposition blocks = ct_decompose_bounds(1, &n, &plan->size, of_axis);
    const ct_decomposition boxes = ct_decompose_boxes(1, &n, ct_box_elements(box) > 0, box);
    CT_TRY(ct_redistribute_plan_create(plan->comm, is_input ? &blocks : &boxes, NULL,
                                       is_input ? &boxes : &blocks, 2 * plan->backend->real_bytes,
                                       NULL, move));
cleanup:
    free(bounds);
    return status;
}

/* A single axis, which ct_fft distributes by a divisor of its length. Collective. */
static ct_status add_line(ct_fftw_plan *plan, const ct_fft_problem *problem) {
    ct_fftw_route *route = plan->route;
    ct_fft_options options;
    ct_fft_plan *transform = NULL;
    ct_status status = CT_OK;
    choose(plan, 1, route->reaches, NULL, &options);
    CT_TRY(ct_fft_plan_create(plan->comm, problem, &options, &transform));
    const ct_box input = ct_fft_input_box(transform);
    const ct_box output = ct_fft_output_box(transform);
    ct_fftw_step *in = ct_fftw_step_add(route, CT_FFTW_INPUT, CT_FFTW_WORK);
    ct_fftw_step_add(route, CT_FFTW_WORK, CT_FFTW_WORK)->transform = transform;
    ct_fftw_step *out = ct_fftw_step_add(route, CT_FFTW_WORK, CT_FFTW_OUTPUT);
    CT_TRY(
        ct_fftw_work_alloc(plan, CT_FFTW_WORK,
                           ct_most(ct_fft_input_bytes(transform), ct_fft_output_bytes(transform))));
    CT_TRY(move_line(plan, &plan->input, &input, 1, &in->move));
    CT_TRY(move_line(plan, &plan->output, &output, 0, &out->move));
cleanup:
    return status;
}

/* Whether all ranks reach those of the caller's arrays that are asked for. Collective. */
static ct_status reach(ct_fftw_plan *plan, int asks_input, int asks_output, void *input,
                       void *output, int *reached) {
    const void *array[CT_SHARED_FILES_MOST];
    ptrdiff_t bytes[CT_SHARED_FILES_MOST];
    int count = 0;
    if (asks_input) {
        array[count] = input;
        bytes[count++] = ct_fftw_bytes(plan, &plan->input);
    }
    if (asks_output) {
        array[count] = output;
        bytes[count++] = ct_fftw_bytes(plan, &plan->output);
    }
    *reached = 0;
    return count > 0 ? ct_shared_files_open(plan->context, count, array, bytes, CT_FFTW_ALIGNMENT,
                                            reached)
                     : CT_OK;
}

/* The arrays that the first route was executed with, not to ask for them again. */
static void remember(ct_fftw_plan *plan, void *input, void *output) {
    plan->reached[0] = input;
    plan->reached[1] = output;
    plan->reached_version = ct_segments_version();
}

ct_status ct_fftw_transform_add(ct_fftw_plan *plan, int *added) {
    ct_fftw_route *route = plan->route;
    void *input = plan->array[0];
    void *output = plan->array[1];
    ct_fft_problem problem;
    ct_status status = CT_OK;
    *added = 0;
    if (plan->size == 1 || plan->problem.type == CT_FFTW_TRANSPOSE || plan->problem.howmany == 0 ||
        !translate(&plan->problem, &problem)) {
        return CT_OK;
    }
    *added = 1;
    CT_TRY(ct_fftw_known_check(plan));
    if (problem.axes == 1) {
        CT_TRY(add_line(plan, &problem));
        ct_fftw_known_add(plan);
        return CT_OK;
    }
    CT_TRY(reach(plan, 1, 0, input, output, &route->reaches[0]));
    CT_TRY(reach(plan, 0, 1, input, output, &route->reaches[1]));
    remember(plan, input, output);
    CT_TRY(add_route(plan, &problem, route));
    ct_fftw_known_add(plan);
cleanup:
    return status;
}

ct_status ct_fftw_transform_route(ct_fftw_plan *plan, void *input, void *output,
                                  const ct_fftw_route **route) {
    const int is_latest = plan->reached[0] == input && plan->reached[1] == output &&
                          plan->reached_version == ct_segments_version();
    ct_fft_problem problem;
    ct_status status = CT_OK;
    int reached = 0;
    CT_MPI(MPI_Allreduce(&is_latest, &reached, 1, MPI_INT, MPI_MIN, plan->comm));
    if (!reached) {
        CT_TRY(
            reach(plan, plan->route->reaches[0], plan->route->reaches[1], input, output, &reached));
        remember(plan, reached ? input : NULL, output);
    }
    *route = reached ? &plan->route[0] : &plan->route[1];
    if (!reached && plan->route[1].steps == 0 && translate(&plan->problem, &problem)) {
        CT_TRY(add_route(plan, &problem, &plan->route[1]));
    }
cleanup:
    return status;
}
