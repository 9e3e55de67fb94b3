/* Checks the caller's arguments. */
#include "fft/options.h"

#include "base/fail.h"

static ct_status check_side(const ct_fft_side *side, int axes, const char *name) {
    unsigned seen = 0;
    int is_default = 1;
    for (int a = 0; a < axes; a++) {
        is_default = is_default && side->order[a] == 0;
        if (side->order[a] >= 0 && side->order[a] < axes) {
            seen |= 1U << side->order[a];
        }
    }
    return is_default || seen == (1U << axes) - 1
               ? CT_OK
               : ct_raise(CT_ERROR_ARGUMENT,
                          "FFT options: the order of the %s; allowed: each axis 0 to %d once", name,
                          axes - 1);
}

ct_status ct_fft_options_check(const ct_fft_problem *problem, const ct_fft_options *options) {
    ct_status status = CT_OK;
    CT_TRY(ct_fft_problem_check(problem));
    if (options->direction < CT_FORWARD || options->direction > CT_INVERSE ||
        options->scaling < CT_SCALING_DEFAULT || options->scaling > CT_SCALING_UNITARY ||
        options->rigour < CT_ESTIMATE || options->rigour > CT_EXHAUSTIVE || options->pipeline < 0 ||
        options->pipeline > CT_FFT_SLICES_MOST || options->threads < 0 ||
        options->threads > CT_FFT_THREADS_MOST) {
        CT_FAIL(CT_ERROR_ARGUMENT, "FFT options out of range");
    }
    if (problem->precision == CT_FLOAT && options->exchange.precision != CT_MESSAGES_EXACT) {
        CT_FAIL(CT_ERROR_ARGUMENT,
                "FFT options: precision %d of messages; allowed with floats: 0, "
                "for there is nothing to round",
                (int)options->exchange.precision);
    }
    CT_TRY(check_side(&options->array, problem->axes, "array"));
    CT_TRY(check_side(&options->spectrum, problem->axes, "spectrum"));
cleanup:
    return status;
}
