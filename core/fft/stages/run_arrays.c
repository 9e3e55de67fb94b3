/* The arrays of an execution: whether they will do, and where those of the other ranks are. */
#include "fft/stages/run.h"

#include "base/arithmetic/extremes.h"
#include "base/fail.h"
#include "fft/lines/local.h"
#include "fft/numbers.h"
#include "fft/query.h"
#include "kernels/strided.h"
#include "trace/phase.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <stdint.h>

static int is_wrong(const ct_fft_plan *plan, const void *array, ptrdiff_t bytes) {
    const uintptr_t real_bytes = (uintptr_t)ct_real_bytes(plan->problem.precision);
    return bytes > 0 && (array == NULL || (uintptr_t)array % real_bytes != 0);
}

static ct_status refuse(const ct_fft_plan *plan) {
    return ct_raise(CT_ERROR_ARGUMENT, "an FFT needs %s aligned to %td bytes",
                    plan->options.in_place ? "one array, given twice,"
                                           : "two arrays that do not overlap,",
                    ct_real_bytes(plan->problem.precision));
}

static ct_status check(const ct_fft_plan *plan, const void *input, const void *output,
                       const ptrdiff_t bytes[CT_BARRIER_ARRAYS]) {
    const int is_used = bytes[0] > 0 && bytes[1] > 0;
    const int overlaps = is_used && (uintptr_t)input < (uintptr_t)output + (uintptr_t)bytes[1] &&
                         (uintptr_t)output < (uintptr_t)input + (uintptr_t)bytes[0];
    const int is_refused = is_wrong(plan, input, bytes[0]) || is_wrong(plan, output, bytes[1]) ||
                           (plan->options.in_place ? input != output : overlaps);
    return is_refused ? refuse(plan) : CT_OK;
}

ct_status ct_fft_arrays_check(const ct_fft_plan *plan, const void *input, const void *output) {
    const ptrdiff_t bytes[CT_BARRIER_ARRAYS] = {ct_fft_input_bytes(plan),
                                                ct_fft_output_bytes(plan)};
    return check(plan, input, output, bytes);
}

/* Publishes the arrays of this rank that others use. Collective. */
static ct_node_barrier_entry publish(ct_fft_plan *plan, int is_refused,
                                     void *const array[CT_BARRIER_ARRAYS],
                                     const ptrdiff_t bytes[CT_BARRIER_ARRAYS]) {
    const void *told[CT_BARRIER_ARRAYS] = {array[0], array[1]};
    ptrdiff_t told_bytes[CT_BARRIER_ARRAYS];
    for (int i = 0; i < CT_BARRIER_ARRAYS; i++) {
        told_bytes[i] = plan->is_reached[i] ? bytes[i] : 0;
    }
    const ct_node_barrier_entry entry =
        ct_node_barrier_publish(&plan->barrier, is_refused, told, told_bytes);
    if (entry.is_refused || entry.is_private) {
        ct_node_barrier_wait(&plan->barrier); /* all ranks have read the entries */
        return entry;
    }
    for (int i = 0; i < CT_BARRIER_ARRAYS; i++) {
        for (int rank = 0; rank < plan->size; rank++) {
            plan->address[i][rank] = ct_node_barrier_address(&plan->barrier, rank, i);
        }
        plan->address[i][plan->rank] = array[i];
    }
    return entry;
}

/* Allocates what stands in for arrays that others use; in place the input's does for both.
 * Collective. */
static ct_status create_stand_ins(ct_fft_plan *plan, const ptrdiff_t bytes[CT_BARRIER_ARRAYS]) {
    ct_status status = CT_OK;
    const int arrays = plan->options.in_place ? 1 : CT_BARRIER_ARRAYS;
    for (int i = 0; i < arrays; i++) {
        if (plan->is_reached[i] && plan->stand_in[i] == NULL) {
            plan->stand_in_bytes[i] = ct_most(bytes[i], 1); /* of nothing there would be none */
            CT_TRY(ct_alloc(plan->comm, plan->stand_in_bytes[i], &plan->stand_in[i]));
        }
    }
cleanup:
    return status;
}

static void copy(void *into, const void *from, ptrdiff_t bytes) {
    const ct_phase span = ct_span_begin(CT_TRACE_COPY, "array that others cannot reach");
    ct_bytes_copy(into, from, bytes);
    ct_span_end(&span);
}

/* Whether elements of the output are all there is between its first and last one. */
static int is_dense_output(const ct_fft_plan *plan, ptrdiff_t bytes) {
    const ct_ownership *layout = ct_fft_layout_at(plan, 0);
    return ct_ownership_elements(layout, plan->rank) * layout->element_bytes == bytes;
}

/* Has arrays of the plan stand in for those of the caller's that others cannot reach, if such
 * arrays can be shared. What lies between elements of an output is there before, and so is the same
 * after. Collective. */
static ct_status stand_in(ct_fft_plan *plan, void *array[CT_BARRIER_ARRAYS],
                          ptrdiff_t bytes[CT_BARRIER_ARRAYS]) {
    ct_status status = CT_OK;
    if (plan->options.in_place) {
        bytes[CT_FFT_INPUT] = ct_most(bytes[CT_FFT_INPUT], bytes[CT_FFT_OUTPUT]);
    }
    CT_TRY(create_stand_ins(plan, bytes));
    if (plan->stand_in[CT_FFT_INPUT] != NULL) {
        copy(plan->stand_in[CT_FFT_INPUT], array[CT_FFT_INPUT], bytes[CT_FFT_INPUT]);
        array[CT_FFT_INPUT] = plan->stand_in[CT_FFT_INPUT];
    }
    if (plan->stand_in[CT_FFT_OUTPUT] != NULL) {
        if (!is_dense_output(plan, bytes[CT_FFT_OUTPUT])) {
            copy(plan->stand_in[CT_FFT_OUTPUT], array[CT_FFT_OUTPUT], bytes[CT_FFT_OUTPUT]);
        }
        array[CT_FFT_OUTPUT] = plan->stand_in[CT_FFT_OUTPUT];
    }
    if (plan->options.in_place) {
        array[CT_FFT_OUTPUT] = array[CT_FFT_INPUT];
    }
    plan->is_unshared = publish(plan, 0, array, bytes).is_private;
    plan->stands_in = !plan->is_unshared;
    for (int i = 0; i < CT_BARRIER_ARRAYS && plan->is_unshared; i++) {
        ct_free(&plan->stand_in[i]);
    }
cleanup:
    return status;
}

ct_status ct_fft_arrays_open(ct_fft_plan *plan, const void *input, void *output, int *is_private) {
    /* The input is written only in place, or to destroy it. */
    void *array[CT_BARRIER_ARRAYS] = {(void *)input, output};
    ptrdiff_t bytes[CT_BARRIER_ARRAYS] = {
        ct_ownership_bytes(ct_fft_layout_at(plan, 1), plan->rank),
        ct_ownership_bytes(ct_fft_layout_at(plan, 0), plan->rank)};
    ct_status status = check(plan, input, output, bytes);
    *is_private = 0;
    plan->stands_in = plan->uses_slots = 0;
    if (!plan->is_shared || plan->size == 1 || plan->is_whole) {
        CT_TRY(ct_agree(plan->comm, status));
        plan->address[CT_FFT_INPUT][0] = array[0];
        plan->address[CT_FFT_OUTPUT][0] = output;
        return plan->is_whole ? ct_agree(plan->comm, ct_fft_local_unaligned(plan)) : CT_OK;
    }
    const ct_node_barrier_entry entry = publish(plan, status != CT_OK, array, bytes);
    if (entry.is_refused) {
        return refuse(plan);
    }
    plan->uses_slots = entry.is_private && plan->slot_bytes > 0;
    if (plan->uses_slots) {
        plan->address[CT_FFT_INPUT][plan->rank] = array[CT_FFT_INPUT];
        plan->address[CT_FFT_OUTPUT][plan->rank] = array[CT_FFT_OUTPUT];
    } else if (entry.is_private && !plan->is_unshared) {
        CT_TRY(stand_in(plan, array, bytes));
    }
    *is_private = entry.is_private && !plan->stands_in && !plan->uses_slots;
cleanup:
    return status;
}

void ct_fft_arrays_close(ct_fft_plan *plan, void *output) {
    const void *found = plan->stand_in[plan->options.in_place ? CT_FFT_INPUT : CT_FFT_OUTPUT];
    if (plan->stands_in && found != NULL) {
        copy(output, found, ct_ownership_bytes(ct_fft_layout_at(plan, 0), plan->rank));
    }
    plan->stands_in = 0;
}
