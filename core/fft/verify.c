/* The round-trip check of a transform. */
#include "fft/verify.h"

#include "base/mpi.h"
#include "fft/numbers.h"
#include "fft/plan.h"
#include "fft/query.h"
#include "fft/sides/given.h"
#include "kernels/survey/survey.h"
#include <cornerturn/memory.h>
#include <cornerturn/redistribute.h>

#include <float.h>
#include <math.h>
#include <string.h>

/* The scaling of the other direction that inverts `scaling`. */
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

/* The real numbers of one side. */
typedef struct numbers {
    ptrdiff_t count;
    const void *at;
    ct_precision precision;
} numbers;

static numbers numbers_of(const ct_fft_plan *plan, const void *array, ptrdiff_t bytes) {
    const ct_precision precision = plan->problem.precision;
    return (numbers){bytes / ct_real_bytes(precision), array, precision};
}

static double number(const numbers *all, ptrdiff_t i) {
    return ct_real_at(all->at, i, all->precision);
}

/* Their largest magnitude on all ranks. CT_ERROR_ARGUMENT, naming the side, if one is not finite.
 */
static ct_status largest_number(MPI_Comm comm, const numbers *all, const char *side,
                                double *largest) {
    const ct_survey mine = ct_survey_passes_of(all->precision)->survey(all->at, all->count);
    double found[2] = {mine.largest, !mine.is_finite};
    ct_status status = CT_OK;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, found, 2, MPI_DOUBLE, MPI_MAX, comm));
    if (found[1] > 0) {
        CT_FAIL(CT_ERROR_ARGUMENT, "the %s of the transform has NaN or infinite values", side);
    }
    *largest = found[0];
cleanup:
    return status;
}

/* Numbers are divided by the input's largest before squaring, so that none overflows or underflows.
 * `unscale`: factor of the numbers transformed back. */
static ct_status relative_rms(const ct_fft_plan *plan, const numbers *back, double unscale,
                              const numbers *input, double largest, double *error) {
    const double scale = largest > 0 ? largest : 1;
    double sums[2] = {0, 0};
    ct_status status = CT_OK;
    for (ptrdiff_t i = 0; i < input->count; i++) {
        const double size = number(input, i) / scale;
        const double difference = number(back, i) / (scale / unscale) - size;
        sums[0] += difference * difference;
        sums[1] += size * size;
    }
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_DOUBLE, MPI_SUM, plan->comm));
    *error = sqrt(sums[1] > 0 ? sums[0] / sums[1] : sums[0]);
cleanup:
    return status;
}

/* The power of 2 by which numbers up to `largest` must be divided so that sums over the transform's
 * points do not overflow. */
static int exponent_to_lose(const ct_fft_plan *plan, double largest) {
    const double most = plan->problem.precision == CT_FLOAT ? FLT_MAX : DBL_MAX;
    int points = 2;
    int exponent = 0;
    for (int a = 0; a < plan->shape.axes; a++) {
        points += 1 + ilogb(ct_fft_logical(&plan->shape.axis[a]));
    }
    exponent = largest > 0 ? ilogb(largest) + points - ilogb(most) : 0;
    return exponent > 0 ? exponent : 0;
}

/* Whether a plan of balanced blocks takes a side's arrays as they are. */
static int is_plain(const ct_fft_plan *plan, int side) {
    return !plan->is_given[side] ||
           (!plan->is_relaid[side] && ct_ownership_is_plain(&plan->given[side]));
}

/* The options of the way back, between balanced blocks on the grids of the plan. */
static ct_fft_options options_back(const ct_fft_plan *plan) {
    ct_fft_options options = ct_fft_given_options(plan);
    ct_fft_side *side[2] = {&options.array, &options.spectrum};
    int grid[2][CT_MAX_AXES] = {{0}};
    ct_fft_grids(plan, grid[0], grid[1]);
    for (int i = 0; i < 2; i++) {
        if (!is_plain(plan, i)) {
            side[i]->decomposition = NULL;
            memcpy(side[i]->grid, grid[i], sizeof side[i]->grid);
        }
    }
    options.direction = plan->options.direction == CT_FORWARD ? CT_INVERSE : CT_FORWARD;
    options.scaling = undo(plan->options.scaling);
    options.rigour = CT_ESTIMATE; /* used once */
    options.exchange.private_arrays = !plan->is_shared;
    options.exchange.precision = CT_MESSAGES_EXACT; /* the error shall be the transform's own */
    return options;
}

/* Shows the array of a side as the plan back takes it, this rank's `box`: the caller's, or a copy
 * of its elements without ghosts and gaps. Collective. */
static ct_status show(const ct_fft_plan *plan, int side, const ct_exchange_options *exchange,
                      const ct_box *box, const void **array, void **copy) {
    const ct_ownership *given = &plan->given[side];
    const ptrdiff_t elements = ct_box_elements(box);
    const ct_redistribute_options options = {.exchange = *exchange};
    ct_redistribute_plan *mover = NULL;
    ct_status status = CT_OK;
    if (is_plain(plan, side)) {
        return CT_OK;
    }
    const ct_decomposition dense =
        ct_decompose_boxes(box->axes, given->decomposition.extent, elements > 0, box);
    CT_TRY(ct_alloc(plan->comm, elements * given->element_bytes, copy));
    CT_TRY(ct_redistribute_plan_create(plan->comm, &given->decomposition, NULL, &dense,
                                       given->element_bytes, &options, &mover));
    CT_TRY(ct_redistribute_execute(mover, *array, *copy));
    *array = *copy;
cleanup:
    ct_redistribute_plan_destroy(&mover);
    return status;
}

/* Executes `back` on a copy of the output divided by a power of 2. Collective. */
static ct_status execute_divided(ct_fft_plan *back, const numbers *output, int exponent,
                                 void *returned) {
    void *divided = NULL;
    ct_status status = CT_OK;
    CT_TRY(ct_alloc(back->comm, ct_fft_input_bytes(back), &divided));
    for (ptrdiff_t i = 0; i < output->count; i++) {
        ct_real_set(divided, i, output->precision, ldexp(number(output, i), -exponent));
    }
    CT_TRY(ct_fft_execute(back, divided, returned));
cleanup:
    ct_free(&divided);
    return status;
}

ct_status ct_fft_round_trip_bytes(const ct_fft_plan *plan, double *bytes) {
    const ct_fft_options options = options_back(plan);
    ct_fft_plan *back = NULL;
    ct_status status = CT_OK;
    *bytes = 0;
    CT_TRY(ct_fft_plan_create(plan->comm, &plan->problem, &options, &back));
    const double array_bytes[2] = {(double)ct_fft_output_bytes(back),
                                   (double)ct_fft_input_bytes(back)};
    const int is_forward = plan->options.direction == CT_FORWARD;
    *bytes = ct_fft_held_bytes(back) + array_bytes[0];
    for (int i = 0; i < 2; i++) { /* what `show` copies */
        *bytes += is_plain(plan, i == 0 ? !is_forward : is_forward) ? 0 : array_bytes[i];
    }
cleanup:
    ct_fft_plan_destroy(&back);
    return status;
}

ct_status ct_fft_round_trip_error(const ct_fft_plan *plan, const void *input, const void *output,
                                  double *error) {
    CT_REQUIRE_PLAN(plan);
    const ct_fft_options options = options_back(plan);
    const int is_forward = plan->options.direction == CT_FORWARD;
    ct_fft_plan *back = NULL;
    void *returned = NULL;
    void *copy[2] = {NULL, NULL};
    double largest[2] = {0, 0};
    ct_status status = CT_OK;
    if (options.in_place || options.destroys_input) {
        return ct_raise(CT_ERROR_ARGUMENT, "a transform %s has no input left to compare with",
                        options.in_place ? "in place" : "that destroys its input");
    }
    CT_TRY(ct_fft_plan_create(plan->comm, &plan->problem, &options, &back));
    const ct_box box[2] = {ct_fft_output_box(back), ct_fft_input_box(back)};
    CT_TRY(show(plan, !is_forward, &options.exchange, &box[0], &input, &copy[0]));
    CT_TRY(show(plan, is_forward, &options.exchange, &box[1], &output, &copy[1]));
    const numbers wanted = numbers_of(plan, input, ct_fft_output_bytes(back));
    const numbers there = numbers_of(plan, output, ct_fft_input_bytes(back));
    CT_TRY(largest_number(plan->comm, &wanted, "input", &largest[0]));
    CT_TRY(largest_number(plan->comm, &there, "result", &largest[1]));
    CT_TRY(ct_alloc(plan->comm, ct_fft_output_bytes(back), &returned));
    const int exponent = exponent_to_lose(plan, largest[1]);
    CT_TRY(exponent > 0 ? execute_divided(back, &there, exponent, returned)
                        : ct_fft_execute(back, output, returned));
    const numbers found = numbers_of(plan, returned, ct_fft_output_bytes(back));
    CT_TRY(relative_rms(plan, &found, ldexp(1, exponent), &wanted, largest[0], error));
cleanup:
    ct_fft_plan_destroy(&back);
    ct_free(&returned);
    ct_free(&copy[0]);
    ct_free(&copy[1]);
    return status;
}
