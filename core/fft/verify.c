/* Whether a transform can be undone: the check that needs no other library. */
#include "base/mpi.h"
#include "fft/plan.h"
#include <cornerturn/agree.h>

#include <math.h>

/* The scaling that undoes `scaling` in the other direction. */
static ct_scaling undo(ct_scaling scaling) {
    switch (scaling) {
    case CT_SCALING_NONE:
        return CT_SCALING_FULL;
    case CT_SCALING_FULL:
        return CT_SCALING_NONE;
    default:
        return scaling;
    }
}

/* The largest part of any element of the input, on all ranks; infinity when one is no number. */
static ct_status largest_part(const ct_fft_plan *plan, const double *parts, ptrdiff_t count,
                              double *largest) {
    ct_status status = CT_OK;
    *largest = 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        double size = fabs(parts[i]);
        *largest = size > *largest ? size : *largest;
        *largest = isnan(size) ? HUGE_VAL : *largest;
    }
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, largest, 1, MPI_DOUBLE, MPI_MAX, plan->comm));
cleanup:
    return status;
}

/* Scaled by the largest part, so that no square overflows or vanishes. */
static ct_status relative_rms(const ct_fft_plan *plan, const double *found, const double *wanted,
                              double *error) {
    ct_box box = ct_fft_input_box(plan);
    ptrdiff_t count = 2 * ct_box_elements(&box);
    double sums[2] = {0, 0};
    double largest = 0;
    ct_status status = CT_OK;
    CT_TRY(largest_part(plan, wanted, count, &largest));
    if (isinf(largest)) {
        CT_FAIL(CT_ERROR_ARGUMENT, "the input of the transform has NaN or infinite values");
    }
    double scale = largest > 0 ? largest : 1;
    for (ptrdiff_t i = 0; i < count; i++) {
        double difference = (found[i] - wanted[i]) / scale;
        double size = wanted[i] / scale;
        sums[0] += difference * difference;
        sums[1] += size * size;
    }
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_DOUBLE, MPI_SUM, plan->comm));
    *error = sqrt(sums[1] > 0 ? sums[0] / sums[1] : sums[0]);
cleanup:
    return status;
}

ct_status ct_fft_round_trip_error(const ct_fft_plan *plan, const void *input, const void *output,
                                  double *error) {
    ct_fft_plan *back = NULL;
    ct_complex *returned = plan->work; /* of the right size, and idle */
    ct_status status = CT_OK;
    ct_fft_options options = plan->options;
    options.direction = plan->options.direction == CT_FORWARD ? CT_INVERSE : CT_FORWARD;
    options.scaling = undo(plan->options.scaling);
    options.rigour = CT_ESTIMATE; /* used once */
    options.exchange.algorithm = ct_exchange_algorithm(plan->exchange);
    CT_TRY(ct_fft_plan_create(plan->comm, plan->extent, &options, &back));
    CT_TRY(ct_agree(plan->comm, ct_fft_execute(back, output, returned)));
    CT_TRY(relative_rms(plan, (const double *)returned, input, error));
cleanup:
    ct_fft_plan_destroy(&back);
    return status;
}
