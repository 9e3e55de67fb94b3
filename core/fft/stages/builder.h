/* Building the steps of a plan one after the other. */
#ifndef CT_FFT_STAGES_BUILDER_H
#define CT_FFT_STAGES_BUILDER_H

#include "fft/plan.h"
#include "fft/stages/stage.h"

/* Where the array is after the steps so far. */
typedef struct ct_fft_builder {
    ct_fft_plan *plan;
    const ct_exchange_options *options;
    ct_ownership layout, target; /* now, and at the end */
    const int *target_grid;      /* that the route has for the latter */
    ct_fft_memory memory;
    ct_fft_room room; /* that it has there, if so */
    int is_received;  /* in pieces, which `pieces` tells */
    ct_fft_view pieces;
    unsigned done;
    ct_direction direction;
} ct_fft_builder;

static inline ct_fft_memory ct_fft_other_work(ct_fft_memory memory) {
    return memory == CT_FFT_WORK ? CT_FFT_WORK + 1 : CT_FFT_WORK;
}

/* Makes the plan's work array large enough for a layout. */
static inline void ct_fft_need_work(ct_fft_plan *plan, ct_fft_memory memory,
                                    const ct_ownership *layout) {
    if (memory >= CT_FFT_WORK) {
        ptrdiff_t *bytes = &plan->work_bytes[memory - CT_FFT_WORK];
        ptrdiff_t needed = ct_ownership_bytes(layout, plan->rank);
        *bytes = needed > *bytes ? needed : *bytes;
    }
}

/* Adds an exchange to the given layout: into pieces for the next stage, or to the end. After a
 * stage it may be in slices, and then is part of that step. Collective. */
ct_status ct_fft_builder_exchange(ct_fft_builder *w, const ct_ownership *into, int is_end);

/* Whether blocks of the output have the places of those of the input, so that in place each may be
 * written where it was read: equal elements, or real rows padded to those of their coefficients. */
int ct_fft_are_alike(const ct_fft_plan *plan);

/* Whether a result may take the place of what it is made from: in place it must be the last stage
 * that reads it there. */
int ct_fft_may_overwrite(const ct_fft_builder *w);

/* Where the result of a stage of `leg`, of that state, goes: its layout and room in *how. */
void ct_fft_choose_target(const ct_fft_builder *w, const ct_fft_leg *leg, const ct_fft_state *state,
                          int is_last, ct_fft_stage_plan *how, ct_fft_memory *memory);

#endif
