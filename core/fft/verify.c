/* Whether a transform can be undone: the check that needs no other library. */
#include "base/mpi.h"
#include "fft/numbers.h"
#include "fft/plan.h"
#include <cornerturn/memory.h>

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

/* Numbers of the input, real or imaginary, as doubles. */
typedef struct numbers {
    ptrdiff_t count;
    const void *at;
    ct_precision precision;
} numbers;

static double number(const numbers *all, ptrdiff_t i) {
    return ct_real_at(all->at, i, all->precision);
}

/* The largest of them, on all ranks; infinity when one is no number. */
static ct_status largest_number(MPI_Comm comm, const numbers *all, double *largest) {
    ct_status status = CT_OK;
    *largest = 0;
    for (ptrdiff_t i = 0; i < all->count; i++) {
        double size = fabs(number(all, i));
        *largest = size > *largest ? size : *largest;
        *largest = isnan(size) ? HUGE_VAL : *largest;
    }
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, largest, 1, MPI_DOUBLE, MPI_MAX, comm));
cleanup:
    return status;
}

/* Scaled by the largest number, so that no square overflows or vanishes. */
static ct_status relative_rms(const ct_fft_plan *plan, const void *found, const void *wanted,
                              double *error) {
    ct_precision precision = plan->problem.precision;
    numbers input = {ct_fft_input_bytes(plan) / ct_real_bytes(precision), wanted, precision};
    numbers back = input;
    double sums[2] = {0, 0};
    double largest = 0;
    ct_status status = CT_OK;
    back.at = found;
    CT_TRY(largest_number(plan->comm, &input, &largest));
    if (isinf(largest)) {
        CT_FAIL(CT_ERROR_ARGUMENT, "the input of the transform has NaN or infinite values");
    }
    double scale = largest > 0 ? largest : 1;
    for (ptrdiff_t i = 0; i < input.count; i++) {
        double difference = (number(&back, i) - number(&input, i)) / scale;
        double size = number(&input, i) / scale;
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
    void *returned = NULL;
    ct_status status = CT_OK;
    ct_fft_options options = plan->options;
    if (options.in_place || options.destroys_input) {
        return ct_raise(CT_ERROR_ARGUMENT, "a transform %s has no input left to compare with",
                        options.in_place ? "in place" : "that destroys its input");
    }
    options.direction = plan->options.direction == CT_FORWARD ? CT_INVERSE : CT_FORWARD;
    options.scaling = undo(plan->options.scaling);
    options.rigour = CT_ESTIMATE; /* used once */
    options.exchange.private_arrays = !plan->is_shared;
    ct_fft_grids(plan, options.array.grid, options.spectrum.grid);
    CT_TRY(ct_fft_plan_create(plan->comm, &plan->problem, &options, &back));
    CT_TRY(ct_alloc(plan->comm, ct_fft_output_bytes(back), &returned));
    CT_TRY(ct_fft_execute(back, output, returned));
    CT_TRY(relative_rms(plan, returned, input, error));
cleanup:
    ct_fft_plan_destroy(&back);
    ct_free(&returned);
    return status;
}
