/* Solutions and their derivatives by a plan. */
#include "base/mpi.h"
#include "poisson/divide.h"
#include "poisson/slope.h"
#include "poisson/stretched.h"
#include <cornerturn/poisson.h>

#include <float.h>
#include <math.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

/* Tells of coefficients that no u has, the sums being of all ranks. */
static ct_status check_null(const ct_poisson_plan *plan, const double sums[2]) {
    const double rounding = plan->problem.precision == CT_FLOAT ? FLT_EPSILON : DBL_EPSILON;
    if (plan->problem.removes_mean || !(sums[1] > rounding * sums[0])) {
        return CT_OK;
    }
    return ct_raise(CT_ERROR_ARGUMENT,
                    "no u solves the equation: f has a part that the operator makes 0, of size %g "
                    "(where shift is 0 and no end is Dirichlet: its mean); allowed: f without it, "
                    "or removes_mean",
                    sqrt(sums[1]) * plan->scale);
}

/* The solution, or its derivative along an axis of modes; sums of squares of all coefficients, and
 * of those that no u has. Collective. */
static ct_status execute(ct_poisson_plan *plan, int along, const void *f, void *u, double sums[2]) {
    ct_status status = CT_OK;
    plan->along = along;
    if (plan->filter == NULL) {
        return ct_poisson_stretched_execute(plan, f, u, sums);
    }
    atomic_store_explicit(&plan->all, 0, memory_order_relaxed);
    atomic_store_explicit(&plan->null, 0, memory_order_relaxed);
    CT_TRY(ct_fft_filter_execute(plan->filter, f, u, ct_poisson_divide, plan));
    const uint64_t bits[2] = {atomic_load_explicit(&plan->all, memory_order_relaxed),
                              atomic_load_explicit(&plan->null, memory_order_relaxed)};
    memcpy(sums, bits, 2 * sizeof *sums);
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_DOUBLE, MPI_SUM, plan->comm));
cleanup:
    return status;
}

ct_status ct_poisson_solve(ct_poisson_plan *plan, const void *f, void *u) {
    CT_REQUIRE_PLAN(plan);
    double sums[2] = {0};
    ct_status status = CT_OK;
    CT_TRY(execute(plan, -1, f, u, sums));
    CT_TRY(check_null(plan, sums));
cleanup:
    return status;
}

ct_status ct_poisson_gradient(ct_poisson_plan *plan, int axis, const void *f, void *g) {
    CT_REQUIRE_PLAN(plan);
    const int axes = plan->problem.axes;
    const ct_boundary boundary =
        axis >= 0 && axis < axes ? plan->problem.boundary[axis] : CT_BOUNDARY_NONE;
    const int is_stretched = plan->filter == NULL && axis == plan->stretched.axis;
    const int is_in_modes =
        !is_stretched && (boundary == CT_BOUNDARY_PERIODIC || boundary == CT_BOUNDARY_UNBOUNDED);
    double sums[2] = {0};
    ct_status status = CT_OK;
    if (boundary == CT_BOUNDARY_NONE) {
        CT_FAIL(CT_ERROR_UNSUPPORTED,
                "the derivative along axis %d; allowed: an axis from 0 to %d with a boundary", axis,
                axes - 1);
    }
    if (!is_in_modes && plan->across[axis] == NULL) {
        CT_TRY(ct_poisson_slope_create(plan, axis, &plan->across[axis]));
    }
    CT_TRY(execute(plan, is_in_modes ? axis : -1, f, g, sums));
    if (!is_in_modes) {
        CT_TRY(ct_poisson_slope_execute(plan->across[axis], g));
    }
    CT_TRY(check_null(plan, sums));
cleanup:
    return status;
}
