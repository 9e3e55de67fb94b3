/* From a route to the steps of an execution, in the direction that is asked for. */
#include "fft/stages/steps.h"

#include "base/fail.h"
#include "fft/lines/whole/whole.h"
#include "fft/query.h"
#include "fft/shape/split.h"
#include "fft/stages/builder.h"
#include "fft/stages/join.h"
#include "fft/stages/planes.h"
#include "fft/stages/slots/slots.h"
#include "fft/stages/spill.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <stdio.h>
#include <string.h>

static void name_stage(ct_fft_step *step, const ct_fft_stage_plan *how, int is_back) {
    int length = snprintf(step->name, sizeof step->name, "%s",
                          how->axes == 0   ? "copy"
                          : how->axes == 1 ? "transform of axis"
                                           : "transform of axes");
    int part = 0; /* of a split axis */
    for (int i = 0; i < how->axes; i++) {
        const int axis = how->axis[i];
        part = ct_fft_split_part(how->shape, axis) > 0 ? ct_fft_split_part(how->shape, axis) : part;
        length += snprintf(step->name + length, sizeof step->name - (size_t)length, " %d",
                           ct_fft_problem_axis(how->shape, axis));
    }
    if (part > 0) {
        length +=
            snprintf(step->name + length, sizeof step->name - (size_t)length, ", part %d", part);
    }
    if (how->turns || is_back) {
        (void)snprintf(step->name + length, sizeof step->name - (size_t)length, "%s",
                       how->turns ? " and back" : " back");
    }
}

/* Whether the axes may be transformed in either order: then from the fastest on, whose lines are
 * read in one piece (256^3: 27.5 ms, the other way round 29). */
static int are_complex(const ct_fft_shape *shape, const ct_fft_leg *leg) {
    int alike = 1;
    for (int i = 0; i < leg->count; i++) {
        alike = alike && shape->axis[leg->axis[i]].kind == CT_FFT_C2C;
    }
    return alike;
}

/* Makes the array of the plan that has the result of a stage, or what spills of it, large enough.
 */
static void need_work(ct_fft_plan *plan, ct_fft_memory memory, const ct_fft_stage_plan *how) {
    ptrdiff_t *spill_bytes = &plan->work_bytes[CT_FFT_SPILL - CT_FFT_WORK];
    ct_fft_need_work(plan, memory, &how->into);
    if (how->room[1].layout != NULL) {
        const ptrdiff_t bytes = ct_fft_spill_bytes(&how->into, &how->room[1], plan->rank);
        *spill_bytes = bytes > *spill_bytes ? bytes : *spill_bytes;
    }
}

/* What a stage transforms, from where to where. w->done gets its axes. */
static void plan_stage(ct_fft_builder *w, const ct_fft_leg *leg, int turns, int is_last,
                       ct_fft_step *step, ct_fft_stage_plan *how) {
    ct_fft_plan *plan = w->plan;
    ct_fft_state before = ct_fft_state_of(&plan->shape, w->done);
    *how = (ct_fft_stage_plan){.shape = &plan->shape,
                               .direction = w->direction,
                               .turns = turns,
                               .neighbours = plan->context->node_size,
                               .measures = plan->options.rigour != CT_ESTIMATE,
                               .joins = plan->is_shared,
                               .axes = leg->count,
                               .done = w->done,
                               .from = w->layout,
                               .room = {w->room},
                               .work = ct_fft_layout_of(&plan->shape, &before, leg->grid)};
    const int keeps_order = w->direction == CT_FORWARD || are_complex(&plan->shape, leg);
    for (int i = 0; i < leg->count; i++) {
        how->axis[i] = leg->axis[keeps_order ? i : leg->count - 1 - i];
        w->done ^= turns ? 0 : 1U << how->axis[i];
    }
    ct_fft_state after = ct_fft_state_of(&plan->shape, w->done);
    step->from = w->memory;
    ct_fft_choose_target(w, leg, &after, is_last, how, &step->into);
    const int is_one_array =
        plan->options.in_place && step->from == CT_FFT_INPUT && step->into == CT_FFT_OUTPUT;
    how->is_same = (step->from == step->into && !ct_fft_stage_spills(how)) || is_one_array;
    how->moves = is_one_array ? ct_fft_spill_moves(plan, leg) : 0;
}

/* Where a stage that is prepared reads and writes, in the arrays of all owners. False without
 * memory. */
static int view_arrays(ct_fft_builder *w, const ct_fft_stage_plan *how, ct_fft_step *step) {
    ct_fft_plan *plan = w->plan;
    ct_fft_stage *stage = &step->stage;
    const int first_owner = plan->is_shared ? 0 : plan->rank;
    const ct_box result = ct_fft_stage_result(stage);
    int ready = ct_fft_spill_view(&how->into, &how->room[1], &result, first_owner, plan->owners,
                                  &stage->into);
    if (w->is_received) {
        stage->from = w->pieces;
        w->pieces = (ct_fft_view){.count = 0};
    } else {
        ready = ct_fft_spill_view(&how->from, &how->room[0], &stage->work, first_owner,
                                  plan->owners, &stage->from) &&
                ready;
    }
    stage->from.address = plan->address[step->from];
    stage->into.address = plan->address[step->into];
    stage->from.spill = stage->into.spill = plan->address[CT_FFT_SPILL];
    if (ready) {
        ct_fft_planes_prepare(stage, how, &result, plan->rank - first_owner,
                              !ct_fft_may_overwrite(w));
    }
    ct_fft_stage_join(stage);
    return ct_fft_slots_prepare(plan, step, how) && ready;
}

static ct_status add_stage(ct_fft_builder *w, const ct_fft_leg *leg, int turns, int is_last) {
    ct_fft_plan *plan = w->plan;
    ct_fft_step *step = &plan->step[plan->steps++];
    ct_fft_stage_plan how;
    step->is_stage = 1;
    plan_stage(w, leg, turns, is_last, step, &how);
    need_work(plan, step->into, &how);
    step->stage = ct_fft_stage_prepare(&how, plan->rank);
    name_stage(step, &how, w->direction != plan->options.direction);
    const int ready = view_arrays(w, &how, step);
    w->layout = how.into;
    w->memory = step->into;
    w->room = how.room[1];
    w->is_received = 0;
    return ct_agree(plan->comm,
                    ready ? CT_OK
                          : ct_raise(CT_ERROR_MEMORY, "no memory for %d views", plan->size));
}

/* A single stage in place reads the array that it writes; where the two differ it goes by way of a
 * work array. */
static int needs_copy(const ct_fft_builder *w, const ct_fft_leg *leg) {
    const ct_fft_plan *plan = w->plan;
    return plan->options.in_place && plan->route.legs == 1 && plan->steps == 0 &&
           !ct_fft_are_alike(plan) && ct_fft_spill_moves(plan, leg) == 0;
}

static ct_status add_leg(ct_fft_builder *w, const ct_fft_leg *leg, int turns, int is_last) {
    ct_fft_state state = ct_fft_state_of(&w->plan->shape, w->done);
    ct_ownership work = ct_fft_layout_of(&w->plan->shape, &state, leg->grid);
    ct_status status = CT_OK;
    if (!w->plan->is_shared && !ct_ownership_holds(&w->layout, &work, w->plan->size)) {
        CT_TRY(ct_fft_builder_exchange(w, &work, 0));
    }
    ct_fft_leg copy = {.count = 0};
    int copies = is_last && needs_copy(w, leg);
    memcpy(copy.grid, leg->grid, sizeof copy.grid);
    CT_TRY(add_stage(w, leg, turns, is_last && !copies));
    if (copies) {
        CT_TRY(add_stage(w, &copy, 0, 1));
    }
cleanup:
    return status;
}

/* The legs in the order in which an execution goes them, and in plans that return back again; the
 * last one there is both. Collective. */
static ct_status add_legs(ct_fft_builder *w) {
    const ct_fft_plan *plan = w->plan;
    const ct_fft_leg *leg = plan->route.leg;
    const int last = plan->route.legs - 1;
    const int all = plan->returns ? 2 * last + 1 : last + 1;
    ct_status status = CT_OK;
    for (int i = 0; i < all; i++) {
        const int at = i <= last ? i : 2 * last - i;
        const int is_forward = plan->options.direction == CT_FORWARD;
        w->direction = (i <= last) == is_forward ? CT_FORWARD : CT_INVERSE;
        CT_TRY(add_leg(w, &leg[is_forward ? at : last - at], plan->returns && i == last,
                       i == all - 1));
    }
cleanup:
    return status;
}

ct_status ct_fft_steps_create(ct_fft_plan *plan, const ct_exchange_options *options) {
    const int forward = plan->options.direction == CT_FORWARD;
    ct_fft_builder w = {.plan = plan,
                        .options = options,
                        .layout = *ct_fft_layout_at(plan, 1),
                        .target = *ct_fft_layout_at(plan, 0),
                        .target_grid = ct_fft_layout_at(plan, 0) == &plan->array
                                           ? plan->route.array_grid
                                           : plan->route.spectrum_grid,
                        .memory = CT_FFT_INPUT};
    ct_status status = CT_OK;
    if (plan->is_whole) {
        CT_TRY(ct_agree(plan->comm, ct_fft_whole_prepare(plan)));
        return ct_alloc(plan->comm, plan->work_bytes[0], &plan->work[0]);
    }
    for (int i = 0; i < plan->route.legs && !forward; i++) {
        for (int k = 0; k < plan->route.leg[i].count; k++) {
            w.done |= 1U << plan->route.leg[i].axis[k];
        }
    }
    CT_TRY(add_legs(&w));
    if (!plan->is_shared && w.memory != CT_FFT_OUTPUT) {
        CT_TRY(ct_fft_builder_exchange(&w, &w.target, 1));
    }
    CT_TRY(ct_fft_slots_size(plan));
    CT_TRY(ct_fft_works_create(plan));
    CT_TRY(ct_fft_steps_finish(plan));
cleanup:
    ct_fft_view_destroy(&w.pieces);
    return status;
}
