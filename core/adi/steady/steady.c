/* Steady states; by alternating directions: steps of lengths 2 / p, p cycling through Wachspress's
 * parameters. */
#include "adi/plan.h"
#include "adi/steady/steady_multigrid.h"
#include "adi/steady/steady_nonlinear.h"
#include "adi/step/step.h"
#include "adi/surfaces/radiation.h"
#include "adi/surfaces/transfer.h"
#include "base/mpi.h"
#include <cornerturn/adi_steady.h>
#include <cornerturn/agree.h>

#include <math.h>

/* Least and largest kappa of all cells. Collective. */
static ct_status kappa_range(const ct_adi_plan *plan, const void *field, double range[2]) {
    const ptrdiff_t n = plan->box.count[2];
    ct_status status = CT_OK;
    double found[2] = {HUGE_VAL, HUGE_VAL}; /* least, least of -kappa */
    for (ptrdiff_t line = 0; line < plan->box.count[0] * plan->box.count[1]; line++) {
        plan->kernels->load((const char *)field + line * n * plan->kernels->bytes, n, plan->values);
        for (ptrdiff_t x = 0; x < n; x++) {
            found[0] = fmin(found[0], plan->values[x]);
            found[1] = fmin(found[1], -plan->values[x]);
        }
    }
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, found, 2, MPI_DOUBLE, MPI_MIN, plan->comm));
    range[0] = found[0];
    range[1] = -found[1];
cleanup:
    return status;
}

/* Bounds of the nonzero eigenvalues of -A_a with sigma's share, over all axes: exact for constant
 * coefficients; for fields from their ranges. */
static ct_status find_spectrum(const ct_adi_plan *plan, double *low, double *high) {
    double sigma[2] = {plan->sigma, plan->sigma};
    ct_status status = CT_OK;
    *low = HUGE_VAL;
    *high = 0;
    if (plan->sigma_field != NULL) {
        CT_TRY(kappa_range(plan, plan->sigma_field, sigma));
    }
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        const ct_adi_axis *a = &plan->axis[axis];
        const int is_open = a->is_periodic || (a->unit[0] == 0 && a->unit[a->n] == 0);
        double least = 0;
        double most = 0;
        if (!ct_adi_is_active(plan, axis)) {
            continue;
        }
        ct_adi_axis_spectrum(a, &least, &most);
        const void *field = ct_adi_kappa_field(plan, axis);
        double kappa[2] = {plan->kappa[axis], plan->kappa[axis]};
        if (field != NULL) {
            CT_TRY(kappa_range(plan, field, kappa));
        }
        least = least * kappa[0] + sigma[0] / plan->axes;
        most = most * kappa[1] + sigma[1] / plan->axes;
        if (is_open && sigma[0] > 0) {
            least = sigma[0] / plan->axes;
        }
        *low = least > 0 ? fmin(*low, least) : *low;
        *high = fmax(*high, most);
    }
    if (!(*high > 0)) { /* all eigenvalues are 0: any one parameter will do */
        *high = 1;
    }
    *low = fmin(*low, *high);
    *low = fmax(*low, *high * 1e-14);
cleanup:
    return status;
}

static ct_status check(const ct_adi_plan *plan, const ct_adi_steady_options *options) {
    if (options == NULL || !(options->tolerance > 0) || options->most_iterations < 1 ||
        options->parameters < 0 || options->parameters > CT_ADI_PARAMETERS_MOST ||
        options->solver < CT_ADI_STEADY_AUTO || options->solver >= CT_ADI_STEADY_SOLVERS) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "steady state: allowed are a tolerance above 0, 1 or more iterations, 0 to "
                        "%d parameters and solvers 0 to %d",
                        CT_ADI_PARAMETERS_MOST, CT_ADI_STEADY_SOLVERS - 1);
    }
    if (plan->mask.cell != NULL && options->solver == CT_ADI_STEADY_WACHSPRESS) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "steady state of a masked domain by Wachspress's parameters; allowed: "
                        "multigrid");
    }
    if (options->solver == CT_ADI_STEADY_WACHSPRESS && plan->lawful.laws.kappa != NULL) {
        return ct_raise(CT_ERROR_ARGUMENT, "steady state with a law of kappa by Wachspress's "
                                           "parameters; allowed: multigrid");
    }
    return plan->nonlinearity.kind == CT_ADI_LINEAR
               ? CT_OK
               : ct_raise(CT_ERROR_ARGUMENT,
                          "steady state: not with nonlinear diffusion; allowed: step");
}

/* Root of the volume-weighted mean square from this rank's sum. Collective. */
static ct_status mean_root(const ct_adi_plan *plan, double square, double *root) {
    ct_status status = CT_OK;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &square, 1, MPI_DOUBLE, MPI_SUM, plan->comm));
    *root = sqrt(square / ct_adi_volume(plan));
cleanup:
    return status;
}

static ct_status residual_of(ct_adi_plan *plan, double *root) {
    double square = 0;
    const ct_adi_equation equation = {.c = 1,
                                      .scale = 1,
                                      .boundary = CT_ADI_NOW,
                                      .source_time = plan->time,
                                      .source_scale = 1,
                                      .square = &square};
    ct_status status = CT_OK;
    CT_TRY(ct_adi_right_side(plan, &equation, plan->work));
    CT_TRY(mean_root(plan, square, root));
cleanup:
    return status;
}

static ct_status iterate(ct_adi_plan *plan, double parameter) {
    const ct_adi_equation equation = {.c = 1 / parameter,
                                      .scale = 2 / parameter,
                                      .boundary = CT_ADI_NOW,
                                      .source_time = plan->time,
                                      .source_scale = 2 / parameter};
    return ct_adi_solve(plan, &equation);
}

/* Relative to the first residual, which is never exceeded with constant kappa, but may be
 * temporarily where it varies. */
static const double most_grown = 1e6;

static ct_status iterate_all(ct_adi_plan *plan, const ct_adi_steady_options *options,
                             const double *parameters, ct_adi_steady_result *result) {
    ct_status status = CT_OK;
    double root = 0;
    CT_TRY(residual_of(plan, &root));
    result->first_residual = root;
    const double scale = root > 0 ? 1 / root : 0;
    for (;;) {
        result->residual = root * scale;
        result->converged = result->residual <= options->tolerance;
        if (options->watch != NULL) {
            options->watch(options->context, result->iterations, result->residual);
        }
        result->diverged = !(result->residual <= most_grown);
        if (result->converged || result->diverged ||
            result->iterations >= options->most_iterations) {
            break;
        }
        CT_TRY(iterate(plan, parameters[result->iterations % result->parameters]));
        result->iterations++;
        CT_TRY(residual_of(plan, &root));
    }
cleanup:
    return status;
}

static ct_status alternate(ct_adi_plan *plan, const ct_adi_steady_options *options,
                           ct_adi_steady_result *result) {
    double parameters[CT_ADI_PARAMETERS_MOST];
    ct_status status = CT_OK;
    result->parameters = options->parameters;
    CT_TRY(find_spectrum(plan, &result->low, &result->high));
    if (result->parameters == 0) {
        result->parameters = ct_adi_wachspress_count(result->low, result->high, options->tolerance);
    }
    ct_adi_wachspress(result->low, result->high, result->parameters, parameters);
    CT_TRY(iterate_all(plan, options, parameters, result));
cleanup:
    return status;
}

static ct_status solve(ct_adi_plan *plan, const ct_adi_steady_options *options,
                       ct_adi_steady_result *result) {
    return result->solver == CT_ADI_STEADY_MULTIGRID
               ? ct_adi_steady_multigrid(plan, options, residual_of, result)
               : alternate(plan, options, result);
}

/* Another capacity by cell, with which systems are factorised anew. */
static void use_capacity(ct_adi_plan *plan, void *capacity) {
    for (int axis = 0; axis < CT_ADI_BOX_AXES && plan->capacity_field != capacity; axis++) {
        plan->sweep[axis].c = 0;
    }
    plan->capacity_field = capacity;
}

ct_status ct_adi_steady(ct_adi_plan *plan, const ct_adi_steady_options *options,
                        ct_adi_steady_result *result) {
    CT_REQUIRE_PLAN(plan);
    void *capacity = plan->capacity_field;
    ct_status status = CT_OK;
    CT_TRY(ct_agree(plan->comm, check(plan, options)));
    if (plan->flow.is_on) {
        CT_FAIL(CT_ERROR_UNSUPPORTED, "a steady state with a velocity; allowed: steps, until u no "
                                      "longer changes");
    }
    *result = (ct_adi_steady_result){.solver = options->solver};
    if (result->solver == CT_ADI_STEADY_AUTO) {
        result->solver = plan->is_variable || ct_adi_has_law(&plan->lawful)
                             ? CT_ADI_STEADY_MULTIGRID
                             : CT_ADI_STEADY_WACHSPRESS;
    }
    if (!ct_adi_is_empty(plan)) {
        ct_adi_boundary_evaluate(plan, 0);
    }
    plan->can_undo = 0;
    use_capacity(plan, NULL);
    CT_TRY(ct_adi_transfer_prepare(plan, plan->time));
    plan->rounds.count = 0;
    CT_TRY(ct_adi_radiates(plan) || ct_adi_has_law(&plan->lawful)
               ? ct_adi_steady_nonlinear(plan, options, residual_of, solve, result)
               : solve(plan, options, result));
cleanup:
    use_capacity(plan, capacity);
    return status;
}

int ct_adi_steady_rounds(const ct_adi_plan *plan, const double **residuals) {
    *residuals = plan->rounds.residual;
    return plan->rounds.count + (plan->rounds.count > 0);
}
