#include "fft/sides/relaid.h"

#include "base/fail.h"
#include "fft/query.h"
#include "trace/phase.h"
#include <cornerturn/memory.h>
#include <cornerturn/redistribute.h>

/* Which side the input is, or the output. */
static int side_of(const ct_fft_plan *plan, int is_input) {
    return ct_fft_layout_at(plan, is_input) == &plan->array ? 0 : 1;
}

/* What the plan has of a side: of a single axis a box a rank. */
static ct_decomposition inner_decomposition(const ct_fft_plan *plan, int is_input, ct_box *box) {
    const ct_ownership *layout = ct_fft_layout_at(plan, is_input);
    ptrdiff_t extent[CT_MAX_AXES] = {0};
    if (plan->problem.axes > 1) {
        return layout->decomposition;
    }
    *box = ct_fft_box_at(plan, is_input, plan->rank);
    (void)ct_fft_extents(&plan->problem, side_of(plan, is_input), extent);
    return ct_decompose_boxes(1, extent, box->count[0] > 0, box);
}

/* Collective. */
static ct_status create_side(ct_fft_plan *plan, int is_input, const ct_exchange_options *exchange) {
    const int side = side_of(plan, is_input);
    const ptrdiff_t element_bytes = ct_fft_layout_at(plan, is_input)->element_bytes;
    ct_box box;
    const ct_decomposition inner = inner_decomposition(plan, is_input, &box);
    const ct_decomposition *users =
        plan->is_given[side] ? &plan->given[side].decomposition : &inner;
    const ct_redistribute_options options = {.exchange = *exchange};
    return ct_redistribute_plan_create(plan->comm, is_input ? users : &inner, NULL,
                                       is_input ? &inner : users, element_bytes, &options,
                                       &plan->relayout[is_input ? 0 : 1]);
}

int ct_fft_is_relaid(const ct_fft_plan *plan) {
    return plan->is_relaid[0] || plan->is_relaid[1];
}

ct_status ct_fft_relaid_create(ct_fft_plan *plan, const ct_fft_options *options) {
    ct_exchange_options exchange = options->exchange;
    const ptrdiff_t bytes[2] = {ct_ownership_bytes(ct_fft_layout_at(plan, 1), plan->rank),
                                ct_ownership_bytes(ct_fft_layout_at(plan, 0), plan->rank)};
    ct_status status = CT_OK;
    exchange.in_place = 0;
    for (int i = 0; i < 2; i++) {
        const int is_input = i == 0;
        if (!plan->is_relaid[side_of(plan, is_input)]) {
            continue;
        }
        CT_TRY(create_side(plan, is_input, &exchange));
        plan->moved_bytes += ct_redistribute_total_bytes(plan->relayout[i]);
        if (i == 0 || !plan->options.in_place) {
            const int is_larger = plan->options.in_place && bytes[1] > bytes[0];
            CT_TRY(ct_alloc(plan->comm, is_larger ? bytes[1] : bytes[i], &plan->relaid[i]));
        }
    }
cleanup:
    return status;
}

void ct_fft_relaid_destroy(ct_fft_plan *plan) {
    for (int i = 0; i < 2; i++) {
        ct_redistribute_plan_destroy(&plan->relayout[i]);
        ct_free(&plan->relaid[i]);
    }
}

void ct_fft_relaid_arrays(const ct_fft_plan *plan, const void **input, void **output) {
    if (plan->relayout[0] != NULL) {
        *input = plan->relaid[0];
    }
    if (plan->relayout[1] != NULL) {
        *output = plan->options.in_place ? plan->relaid[0] : plan->relaid[1];
    }
}

ct_status ct_fft_relaid_begin(ct_fft_plan *plan, const void *input) {
    const ct_phase phase = ct_phase_begin(CT_TRACE_EXCHANGE, "redistribution of the input");
    const ct_status status =
        plan->relayout[0] != NULL
            ? ct_redistribute_execute(plan->relayout[0], input, plan->relaid[0])
            : CT_OK;
    plan->relaid_s[0] = ct_phase_end(&phase);
    return status;
}

ct_status ct_fft_relaid_end(ct_fft_plan *plan, void *output) {
    const void *input = NULL;
    void *result = NULL;
    ct_fft_relaid_arrays(plan, &input, &result);
    const ct_phase phase = ct_phase_begin(CT_TRACE_EXCHANGE, "redistribution of the result");
    const ct_status status = plan->relayout[1] != NULL
                                 ? ct_redistribute_execute(plan->relayout[1], result, output)
                                 : CT_OK;
    plan->relaid_s[1] = ct_phase_end(&phase);
    return status;
}
