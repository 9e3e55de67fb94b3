/* Whether a transform can be undone: the check that needs no other library. */
#include "base/mpi.h"
#include "fft/plan.h"
#include <cornerturn/agree.h>
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

static ct_status relative_rms(const ct_fft_plan *plan, const ct_complex *found,
                              const ct_complex *wanted, double *error) {
    ct_box box = ct_fft_input_box(plan);
    ptrdiff_t elements = ct_box_elements(&box);
    double sums[2] = {0, 0};
    ct_status status = CT_OK;
    for (ptrdiff_t i = 0; i < elements; i++) {
        ct_complex difference = found[i] - wanted[i];
        sums[0] += creal(difference) * creal(difference) + cimag(difference) * cimag(difference);
        sums[1] += creal(wanted[i]) * creal(wanted[i]) + cimag(wanted[i]) * cimag(wanted[i]);
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
    options.direction = plan->options.direction == CT_FORWARD ? CT_INVERSE : CT_FORWARD;
    options.scaling = undo(plan->options.scaling);
    options.rigour = CT_ESTIMATE; /* used once */
    options.exchange.algorithm = ct_exchange_algorithm(plan->exchange);
    CT_TRY(ct_fft_plan_create(plan->comm, plan->extent, &options, &back));
    ptrdiff_t bytes = ct_fft_local_elements(back) * (ptrdiff_t)sizeof(ct_complex);
    CT_TRY(ct_agree(plan->comm, ct_alloc(bytes, &returned)));
    CT_TRY(ct_fft_execute(back, output, returned));
    CT_TRY(relative_rms(plan, returned, input, error));
cleanup:
    ct_free(returned);
    ct_fft_plan_destroy(&back);
    return status;
}
