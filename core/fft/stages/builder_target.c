/* Where the results of stages lie. */
#include "fft/query.h"
#include "fft/stages/builder.h"
#include "fft/stages/spill.h"
#include "kernels/cache.h"

#include <string.h>

int ct_fft_are_alike(const ct_fft_plan *plan) {
    const ct_ownership *input = ct_fft_layout_at(plan, 1);
    const ct_ownership *output = ct_fft_layout_at(plan, 0);
    int alike = ct_ownership_equal(input, output);
    for (int a = 0; a < plan->shape.axes && !alike; a++) {
        alike = plan->shape.axis[a].kind == CT_FFT_R2C && !plan->returns &&
                ct_ownership_same_rows(input, output, a, plan->size);
    }
    return alike;
}

/* The leg that an execution ends with. */
static const ct_fft_leg *last_leg(const ct_fft_plan *plan) {
    const int is_forward = plan->options.direction == CT_FORWARD;
    return &plan->route.leg[is_forward != plan->returns ? plan->route.legs - 1 : 0];
}

/* Whether the result of a stage that is not the last may lie in the output already. */
static int fits_output(const ct_fft_builder *w, const ct_fft_leg *leg, const ct_ownership *result) {
    const ct_fft_plan *plan = w->plan;
    return ct_ownership_equal(result, &w->target) &&
           (!plan->options.in_place || ct_fft_are_alike(plan) ||
            ct_fft_spill_moves(plan, leg) != 0);
}

int ct_fft_may_overwrite(const ct_fft_builder *w) {
    const ct_fft_plan *plan = w->plan;
    return w->memory != CT_FFT_INPUT ||
           (plan->options.in_place
                ? ct_fft_are_alike(plan) || ct_fft_spill_moves(plan, last_leg(plan)) != 0
                : plan->options.destroys_input);
}

/* The room for a result in the output, but for what spills. */
static ct_fft_room find_room(const ct_fft_builder *w, const ct_ownership *result) {
    const ct_fft_plan *plan = w->plan;
    const int is_free =
        !plan->options.in_place && w->memory != CT_FFT_OUTPUT && w->memory != CT_FFT_SPILL;
    return is_free ? ct_fft_spill_room(plan, result, &w->target, last_leg(plan))
                   : (ct_fft_room){.layout = NULL};
}

/* Whether the output has the bytes of a layout on all ranks: rows that are alike may be longer
 * where each is its rank's only one. */
static int holds(const ct_fft_builder *w, const ct_ownership *layout) {
    int has_room = 1;
    for (int rank = 0; rank < w->plan->size && has_room; rank++) {
        has_room = ct_ownership_bytes(layout, rank) <= ct_ownership_bytes(&w->target, rank);
    }
    return has_room;
}

/* Whether planes of a result are better made in the output, but for what spills, than where they
 * are made from: then another rank, which has just read these lines of the input, need not give
 * them up. Two ranks, ms, in place and so, with cores far from each other and near: c2r 64^3 0.54
 * and 0.33, 0.32 and 0.26, 16 x 16 x 4096 2.6 and 1.15, 1.1 and 1.1, 128^3 4.1 and 3.0, 2.7
 * and 2.9. Planes past the cache take as long, rows of two axes longer where cores are near
 * (1024^2 2.4 and 1.8, 1.3 and 1.55). */
static int suits_output(const ct_fft_plan *plan, const ct_ownership *result,
                        const ct_fft_room *room) {
    return room->layout != NULL && room->axis == 0 && plan->shape.axes > 2 &&
           ct_ownership_bytes(result, 0) <= ct_cache_share_bytes(plan->context->node_size);
}

/* Where a result lies that does not fit the output yet: in the output where that is better, even if
 * the input may be destroyed; in place; or coefficients whose rows become padded real ones in the
 * output, which the last stage then transforms in place; or in the output but for what spills; or
 * apart. */
static void choose_intermediate(const ct_fft_builder *w, const ct_fft_state *state,
                                ct_fft_stage_plan *how, ct_fft_memory *memory) {
    const ct_fft_plan *plan = w->plan;
    ct_ownership *into = &how->into;
    const ct_ownership result = ct_fft_layout_of(&plan->shape, state, w->target_grid);
    const ct_fft_room room = find_room(w, &result);
    int keeps_places =
        ct_ownership_is_boxed(&w->layout) && w->layout.element_bytes == state->element_bytes;
    for (int a = 0; a < plan->shape.axes; a++) {
        keeps_places = keeps_places && w->layout.decomposition.extent[a] == state->extent[a];
    }
    if (suits_output(plan, &result, &room)) {
        *into = result;
        how->room[1] = room;
        *memory = CT_FFT_OUTPUT;
    } else if (keeps_places && ct_fft_may_overwrite(w)) {
        *into = w->layout;
        *memory = w->memory;
        how->room[1] = w->room;
    } else if (keeps_places && !plan->options.in_place && ct_fft_are_alike(plan) &&
               holds(w, &w->layout)) {
        *into = w->layout;
        *memory = CT_FFT_OUTPUT;
    } else {
        *into = result;
        how->room[1] = room;
        *memory = room.layout != NULL ? CT_FFT_OUTPUT : ct_fft_other_work(w->memory);
    }
}

void ct_fft_choose_target(const ct_fft_builder *w, const ct_fft_leg *leg, const ct_fft_state *state,
                          int is_last, ct_fft_stage_plan *how, ct_fft_memory *memory) {
    const ct_fft_plan *plan = w->plan;
    ct_ownership *into = &how->into;
    ct_ownership result = w->target;
    memcpy(result.decomposition.extent, state->extent, sizeof state->extent);
    result.element_bytes = state->element_bytes;
    *into = w->target;
    *memory = CT_FFT_OUTPUT;
    if (plan->is_shared) {
        if (!is_last && !fits_output(w, leg, &result)) {
            choose_intermediate(w, state, how, memory);
        }
        return;
    }
    *into = ct_fft_layout_of(&plan->shape, state, leg->grid);
    if (is_last && ct_ownership_holds(&w->target, into, plan->size)) {
        *into = w->target;
    } else {
        *memory = ct_fft_other_work(w->memory);
    }
}
