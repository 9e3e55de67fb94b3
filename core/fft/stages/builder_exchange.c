/* The exchanges between stages. */
#include "fft/stages/builder.h"

#include "base/fail.h"
#include "redistribute/subgroup.h"
#include <cornerturn/agree.h>

#include <stdio.h>
#include <string.h>

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
static ct_exchange_options options_of(const ct_fft_builder *w, const ct_fft_step *step, int slice) {
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
static ct_status plan_slices(ct_fft_builder *w, ct_fft_step *step, int slices,
                             const ct_ownership *into, int is_end) {
    ct_fft_plan *plan = w->plan;
    ct_redistribution slice = ct_redistribution_of(&w->layout, into);
    const int in_pieces = !is_end && ct_redistribution_is_boxed(&slice);
    ct_subgroup group = {.size = 0};
    ct_exchange_options options = options_of(w, step, 0);
    ct_status status = CT_OK;
    CT_TRY(ct_subgroup_create(plan->context, &slice, &options, &group));
    for (; step->slices < slices; step->slices++) {
        ptrdiff_t packed_at = -1;
        slice.slice = (ct_slice){step->slice_axis, step->slices, slices};
        if (in_pieces) {
            packed_at = ct_fft_view_bytes(&w->pieces);
            const int ready =
                ct_fft_view_receive(&w->pieces, &slice, plan->rank, group.size, group.member);
            CT_TRY(ct_agree(
                plan->comm,
                ready ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for %d pieces", group.size)));
        }
        options = options_of(w, step, step->slices);
        CT_TRY(ct_subgroup_exchange(&group, plan->context, &slice, packed_at, NULL, &options,
                                    &step->exchange[step->slices]));
        /* of this rank; of all when all steps are there */
        plan->moved_bytes += ct_redistribution_received_bytes(&slice, plan->rank, plan->size);
    }
    w->is_received = in_pieces;
cleanup:
    ct_subgroup_destroy(&group);
    return status;
}

ct_status ct_fft_builder_exchange(ct_fft_builder *w, const ct_ownership *into, int is_end) {
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
    step->received = is_end ? CT_FFT_OUTPUT : ct_fft_other_work(w->memory);
    if (step->received == step->from && slices > 1) { /* which slices are still read from */
        step->received = CT_FFT_WORK + 2;
    }
    step->slice_axis = slices > 1 ? axis : 0;
    ct_fft_need_work(plan, step->received, into);
    CT_TRY(plan_slices(w, step, slices, into, is_end));
    w->memory = step->received;
    w->layout = *into;
cleanup:
    return status;
}
