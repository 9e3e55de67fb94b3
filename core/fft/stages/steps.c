/* From a route to the steps of an execution, in the direction that is asked for. */
#include "fft/stages/steps.h"

#include "base/fail.h"
#include "fft/lines/whole.h"
#include "redistribute/subgroup.h"
#include <cornerturn/agree.h>

#include <stdio.h>
#include <string.h>

/* Where the array is after the steps so far. */
typedef struct builder {
    ct_fft_plan *plan;
    const ct_exchange_options *options;
    ct_ownership layout, target; /* now, and at the end */
    ct_fft_memory memory;
    int is_received; /* in pieces, which `pieces` tells */
    ct_fft_view pieces;
    unsigned done;
} builder;

static ct_fft_memory other_work(ct_fft_memory memory) {
    return memory == CT_FFT_WORK ? CT_FFT_WORK + 1 : CT_FFT_WORK;
}

/* Makes the plan's work array large enough for a layout. */
static void need(ct_fft_plan *plan, ct_fft_memory memory, const ct_ownership *layout) {
    if (memory >= CT_FFT_WORK) {
        ptrdiff_t *bytes = &plan->work_bytes[memory - CT_FFT_WORK];
        ptrdiff_t needed = ct_ownership_bytes(layout, plan->rank);
        *bytes = needed > *bytes ? needed : *bytes;
    }
}

/* The axis along which the last step's result can be sent bit by bit: one that it does not
 * transform. Negative: none, or the last step is no stage, or what comes back would overwrite what
 * it has still to read. */
static int slice_axis(const ct_fft_plan *plan, int is_end) {
    const ct_fft_step *last = plan->steps > 0 ? &plan->step[plan->steps - 1] : NULL;
    if (last == NULL || !last->is_stage ||
        (is_end && plan->options.in_place && last->from == CT_FFT_INPUT)) {
        return -1;
    }
    const ct_fft_stage *stage = &last->stage;
    unsigned transformed = 0;
    for (int i = 0; i < stage->passes; i++) {
        transformed |= 1U << stage->pass[i].axis;
    }
    for (int a = 0; a < plan->shape.axes; a++) {
        if ((transformed >> a & 1) == 0) {
            return a;
        }
    }
    return -1;
}

/* How a slice of a step is exchanged: of a twin, as that of its plan is. */
static ct_exchange_options options_of(const builder *w, const ct_fft_step *step, int slice) {
    ct_exchange_options options = *w->options;
    const ct_fft_plan *like = w->plan->like;
    if (like != NULL) {
        const ct_exchange_plan *same = like->step[step - w->plan->step].exchange[slice];
        options.algorithm = ct_exchange_algorithm(same);
        options.transport = CT_TRANSPORT_AUTO; /* which its name tells, where it is another */
    }
    return options;
}

/* Plans the exchanges of a step, one a slice. Collective. */
static ct_status plan_slices(builder *w, ct_fft_step *step, int slices, const ct_ownership *into,
                             int is_end) {
    ct_fft_plan *plan = w->plan;
    ct_redistribution slice = ct_redistribution_of(&w->layout, into);
    ct_subgroup group = {.size = 0};
    ct_exchange_options options = options_of(w, step, 0);
    ct_status status = CT_OK;
    CT_TRY(ct_subgroup_create(plan->context, &slice, &options, &group));
    for (; step->slices < slices; step->slices++) {
        ptrdiff_t packed_at = -1;
        slice.slice = (ct_slice){step->slice_axis, step->slices, slices};
        if (!is_end) {
            packed_at = ct_fft_view_bytes(&w->pieces);
            const int ready =
                ct_fft_view_receive(&w->pieces, &slice, plan->rank, group.size, group.member);
            CT_TRY(ct_agree(
                plan->comm,
                ready ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for %d pieces", group.size)));
        }
        options = options_of(w, step, step->slices);
        CT_TRY(ct_subgroup_exchange(&group, plan->context, &slice, packed_at, &options,
                                    &step->exchange[step->slices]));
        /* of this rank; of all when all steps are there */
        plan->moved_bytes += ct_redistribution_received_bytes(&slice, plan->rank, plan->size);
    }
cleanup:
    ct_subgroup_destroy(&group);
    return status;
}

/* An exchange to the given layout: into pieces for the next stage, or to the end. After a stage it
 * may be in slices, and then is part of that step. */
static ct_status add_exchange(builder *w, const ct_ownership *into, int is_end) {
    ct_fft_plan *plan = w->plan;
    int axis = slice_axis(plan, is_end);
    int slices = axis >= 0 && plan->options.pipeline > 1 ? plan->options.pipeline : 1;
    ct_fft_step *step = &plan->step[slices > 1 ? plan->steps - 1 : plan->steps++];
    ct_status status = CT_OK;
    if (slices > 1) {
        size_t length = strlen(step->name);
        (void)snprintf(step->name + length, sizeof step->name - length, ", exchange");
    } else {
        step->from = step->into = w->memory;
        (void)snprintf(step->name, sizeof step->name, "exchange");
    }
    step->received = is_end ? CT_FFT_OUTPUT : other_work(w->memory);
    if (step->received == step->from && slices > 1) { /* which slices are still read from */
        step->received = CT_FFT_WORK + 2;
    }
    step->slice_axis = slices > 1 ? axis : 0;
    need(plan, step->received, into);
    CT_TRY(plan_slices(w, step, slices, into, is_end));
    w->memory = step->received;
    w->layout = *into;
    w->is_received = !is_end;
cleanup:
    return status;
}

static void name_stage(ct_fft_step *step, const ct_fft_stage_plan *how) {
    int length = snprintf(step->name, sizeof step->name, "%s",
                          how->axes == 0   ? "copy"
                          : how->axes == 1 ? "transform of axis"
                                           : "transform of axes");
    for (int i = 0; i < how->axes; i++) {
        length +=
            snprintf(step->name + length, sizeof step->name - (size_t)length, " %d", how->axis[i]);
    }
}

/* Whether the result of a stage that is not the last may lie in the output already. */
static int fits_output(const builder *w, const ct_ownership *result) {
    const ct_fft_plan *plan = w->plan;
    const ct_ownership *input =
        plan->options.direction == CT_FORWARD ? &plan->array : &plan->spectrum;
    return plan->is_shared && ct_ownership_equal(result, &w->target) &&
           (!plan->options.in_place || ct_ownership_equal(input, &w->target));
}

/* Whether a result may take the place of what it is made from. */
static int may_overwrite(const builder *w) {
    const ct_fft_options *options = &w->plan->options;
    return w->memory >= CT_FFT_WORK ||
           (w->memory == CT_FFT_INPUT && options->destroys_input && !options->in_place);
}

/* Where the result of a stage goes. */
static void choose_target(const builder *w, const ct_fft_leg *leg, const ct_fft_state *state,
                          int is_last, ct_ownership *into, ct_fft_memory *memory) {
    const ct_fft_plan *plan = w->plan;
    ct_ownership result = w->target;
    memcpy(result.decomposition.extent, state->extent, sizeof state->extent);
    result.element_bytes = state->element_bytes;
    *into = w->target;
    *memory = CT_FFT_OUTPUT;
    if (plan->is_shared) {
        if (!is_last && !fits_output(w, &result)) {
            *into = ct_fft_layout_of(&plan->shape, state, w->target.decomposition.grid);
            *memory = may_overwrite(w) && ct_ownership_equal(into, &w->layout)
                          ? w->memory
                          : other_work(w->memory);
        }
        return;
    }
    *into = ct_fft_layout_of(&plan->shape, state, leg->grid);
    result = ct_fft_layout_of(&plan->shape, state, w->target.decomposition.grid);
    if (is_last && ct_ownership_equal(into, &result)) {
        *into = w->target;
    } else {
        *memory = other_work(w->memory);
    }
}

static ct_status add_stage(builder *w, const ct_fft_leg *leg, int is_last) {
    ct_fft_plan *plan = w->plan;
    ct_fft_step *step = &plan->step[plan->steps];
    ct_fft_state before = ct_fft_state_of(&plan->shape, w->done);
    ct_fft_stage_plan how = {.shape = &plan->shape,
                             .direction = plan->options.direction,
                             .axes = leg->count,
                             .done = w->done,
                             .from = w->layout,
                             .work = ct_fft_layout_of(&plan->shape, &before, leg->grid)};
    for (int i = 0; i < leg->count; i++) {
        how.axis[i] = leg->axis[how.direction == CT_FORWARD ? i : leg->count - 1 - i];
        w->done ^= 1U << how.axis[i];
    }
    ct_fft_state after = ct_fft_state_of(&plan->shape, w->done);
    step->is_stage = 1;
    step->from = w->memory;
    choose_target(w, leg, &after, is_last, &how.into, &step->into);
    how.is_same =
        step->from == step->into ||
        (plan->options.in_place && step->from == CT_FFT_INPUT && step->into == CT_FFT_OUTPUT);
    need(plan, step->into, &how.into);
    step->stage = ct_fft_stage_prepare(&how, plan->rank);
    name_stage(step, &how);
    plan->steps++;
    int first_owner = plan->is_shared ? 0 : plan->rank;
    ct_box result = ct_fft_stage_result(&step->stage);
    int ready =
        ct_fft_view_create(&how.into, &result, first_owner, plan->owners, &step->stage.into);
    if (w->is_received) {
        step->stage.from = w->pieces;
        w->pieces = (ct_fft_view){.count = 0};
    } else {
        ready = ct_fft_view_create(&how.from, &step->stage.work, first_owner, plan->owners,
                                   &step->stage.from) &&
                ready;
    }
    step->stage.from.address = plan->address[step->from];
    step->stage.into.address = plan->address[step->into];
    w->layout = how.into;
    w->memory = step->into;
    w->is_received = 0;
    return ct_agree(plan->comm,
                    ready ? CT_OK
                          : ct_raise(CT_ERROR_MEMORY, "no memory for %d views", plan->size));
}

/* A single stage in place reads the array that it writes; where the two differ it goes by way of a
 * work array. */
static int needs_copy(const builder *w, int legs) {
    return w->plan->options.in_place && legs == 1 && !ct_ownership_equal(&w->layout, &w->target) &&
           w->plan->steps == 0;
}

static ct_status add_leg(builder *w, const ct_fft_leg *leg, int is_last) {
    ct_fft_state state = ct_fft_state_of(&w->plan->shape, w->done);
    ct_ownership work = ct_fft_layout_of(&w->plan->shape, &state, leg->grid);
    ct_status status = CT_OK;
    ct_ownership plain = ct_fft_layout_of(&w->plan->shape, &state, w->layout.decomposition.grid);
    if (!w->plan->is_shared && !ct_ownership_equal(&plain, &work)) {
        CT_TRY(add_exchange(w, &work, 0));
    }
    ct_fft_leg copy = {.count = 0};
    int copies = is_last && needs_copy(w, w->plan->route.legs);
    memcpy(copy.grid, leg->grid, sizeof copy.grid);
    CT_TRY(add_stage(w, leg, is_last && !copies));
    if (copies) {
        CT_TRY(add_stage(w, &copy, 1));
    }
cleanup:
    return status;
}

ct_status ct_fft_steps_create(ct_fft_plan *plan, const ct_exchange_options *options) {
    int forward = plan->options.direction == CT_FORWARD;
    builder w = {.plan = plan,
                 .options = options,
                 .layout = forward ? plan->array : plan->spectrum,
                 .target = forward ? plan->spectrum : plan->array,
                 .memory = CT_FFT_INPUT};
    int legs = plan->route.legs;
    ct_status status = CT_OK;
    if (plan->is_whole) {
        plan->step[0] = (ct_fft_step){.share = 1, .name = "transform of all axes"};
        plan->steps = 1;
        plan->work_bytes[0] = ct_fft_whole_work_bytes(plan);
        return ct_alloc(plan->comm, plan->work_bytes[0], &plan->work[0]);
    }
    for (int i = 0; i < legs && !forward; i++) {
        for (int k = 0; k < plan->route.leg[i].count; k++) {
            w.done |= 1U << plan->route.leg[i].axis[k];
        }
    }
    for (int i = 0; i < legs; i++) {
        CT_TRY(add_leg(&w, &plan->route.leg[forward ? i : legs - 1 - i], i == legs - 1));
    }
    if (!plan->is_shared && w.memory != CT_FFT_OUTPUT) {
        CT_TRY(add_exchange(&w, &w.target, 1));
    }
    CT_TRY(ct_fft_works_create(plan));
    CT_TRY(ct_fft_steps_finish(plan));
cleanup:
    ct_fft_view_destroy(&w.pieces);
    return status;
}
