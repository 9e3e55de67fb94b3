/* The arrays of an execution: whether they will do, and where those of the other ranks are. */
#include "fft/stages/run.h"

#include "base/fail.h"
#include "fft/lines/local.h"
#include "fft/numbers.h"
#include "fft/query.h"
#include <cornerturn/agree.h>

#include <stdint.h>

static int is_wrong(const ct_fft_plan *plan, const void *array, ptrdiff_t bytes) {
    const uintptr_t real_bytes = (uintptr_t)ct_real_bytes(plan->problem.precision);
    return bytes > 0 && (array == NULL || (uintptr_t)array % real_bytes != 0);
}

static ct_status refuse(const ct_fft_plan *plan) {
    return ct_raise(CT_ERROR_ARGUMENT, "an FFT needs %s aligned to %td bytes",
                    plan->options.in_place ? "one array, given twice," : "two arrays",
                    ct_real_bytes(plan->problem.precision));
}

static ct_status check(const ct_fft_plan *plan, const void *input, const void *output,
                       const ptrdiff_t bytes[CT_BARRIER_ARRAYS]) {
    const int is_one = input == output && input != NULL;
    const int is_refused = is_wrong(plan, input, bytes[0]) || is_wrong(plan, output, bytes[1]) ||
                           (plan->options.in_place ? input != output : is_one);
    return is_refused ? refuse(plan) : CT_OK;
}

ct_status ct_fft_arrays_check(const ct_fft_plan *plan, const void *input, const void *output) {
    const ptrdiff_t bytes[CT_BARRIER_ARRAYS] = {ct_fft_input_bytes(plan),
                                                ct_fft_output_bytes(plan)};
    return check(plan, input, output, bytes);
}

ct_status ct_fft_arrays_open(ct_fft_plan *plan, const void *input, void *output, int *is_private) {
    const void *array[CT_BARRIER_ARRAYS] = {input, output};
    const ptrdiff_t bytes[CT_BARRIER_ARRAYS] = {
        ct_ownership_bytes(ct_fft_layout_at(plan, 1), plan->rank),
        ct_ownership_bytes(ct_fft_layout_at(plan, 0), plan->rank)};
    ct_status status = check(plan, input, output, bytes);
    *is_private = 0;
    if (!plan->is_shared || plan->size == 1 || plan->is_whole) {
        CT_TRY(ct_agree(plan->comm, status));
        plan->address[CT_FFT_INPUT][0] = (char *)input; /* written only in place, or to destroy */
        plan->address[CT_FFT_OUTPUT][0] = output;
        return plan->is_whole ? ct_agree(plan->comm, ct_fft_local_unaligned(plan)) : CT_OK;
    }
    const ct_node_barrier_entry entry =
        ct_node_barrier_publish(&plan->barrier, status != CT_OK, array, bytes);
    *is_private = entry.is_private;
    if (entry.is_refused || entry.is_private) {
        ct_node_barrier_wait(&plan->barrier); /* all ranks have read the entries */
        return entry.is_refused ? refuse(plan) : CT_OK;
    }
    for (int rank = 0; rank < plan->size; rank++) {
        plan->address[CT_FFT_INPUT][rank] = ct_node_barrier_address(&plan->barrier, rank, 0);
        plan->address[CT_FFT_OUTPUT][rank] = ct_node_barrier_address(&plan->barrier, rank, 1);
    }
cleanup:
    return status;
}
