#include "poisson/stretched.h"

#include "base/mpi.h"
#include "poisson/divide.h"
#include "poisson/stretched_place.h"

#include <string.h>

static double get(const ct_poisson_plan *plan, ptrdiff_t number) {
    const void *values = plan->stretched.coefficients;
    return plan->problem.precision == CT_FLOAT ? (double)((const float *)values)[number]
                                               : ((const double *)values)[number];
}

static void set(const ct_poisson_plan *plan, ptrdiff_t number, double value) {
    void *values = plan->stretched.coefficients;
    if (plan->problem.precision == CT_FLOAT) {
        ((float *)values)[number] = (float)value;
    } else {
        ((double *)values)[number] = value;
    }
}

/* Takes the means out of systems that are singular. Collective. */
static ct_status take_means(ct_poisson_plan *plan) {
    const ct_poisson_stretched *s = &plan->stretched;
    const int parts = plan->parts;
    ct_box first = s->box; /* of coefficients whose systems may be */
    ct_status status = CT_OK;
    if (s->singular == 0) {
        return CT_OK;
    }
    for (int a = 0; a < first.axes; a++) {
        const int is_free = a == s->axis || plan->problem.boundary[a] == CT_BOUNDARY_NONE;
        first.count[a] = is_free ? first.count[a] : first.first[a] == 0 && first.count[a] > 0;
    }
    const ptrdiff_t elements = ct_box_elements(&first);
    memset(s->means, 0, 2 * (size_t)s->singular * sizeof *s->means);
    for (int takes = 0; takes < 2; takes++) {
        for (ptrdiff_t i = 0; i < elements; i++) {
            const ct_poisson_place at = ct_poisson_place_of(plan, first.count, i);
            for (int k = 0; k < parts && at.singular >= 0; k++) {
                double *mean = s->means + 2 * at.singular + k;
                if (takes) {
                    set(plan, parts * at.element + k, get(plan, parts * at.element + k) - *mean);
                } else {
                    *mean += s->width[at.row] * get(plan, parts * at.element + k);
                }
            }
        }
        if (!takes) {
            CT_MPI(MPI_Allreduce(MPI_IN_PLACE, s->means, 2 * (int)s->singular, MPI_DOUBLE, MPI_SUM,
                                 plan->comm));
        }
    }
cleanup:
    return status;
}

/* Multiplies complex coefficients by i and the slope along an axis. */
static void differentiate(const ct_poisson_plan *plan) {
    const ptrdiff_t elements = ct_box_elements(&plan->stretched.box);
    for (ptrdiff_t i = 0; i < elements && plan->along >= 0; i++) {
        const double slope =
            plan->slope[plan->along][ct_poisson_place_of(plan, plan->stretched.box.count, i).along];
        const double re = get(plan, 2 * i);
        set(plan, 2 * i, -slope * get(plan, 2 * i + 1));
        set(plan, 2 * i + 1, slope * re);
    }
}

/* Of the plan's coefficients. Collective. */
static ct_status solve(ct_poisson_plan *plan, double sums[2]) {
    ct_poisson_stretched *s = &plan->stretched;
    const ptrdiff_t numbers = ct_box_elements(&s->box) * plan->parts;
    const double rows = (double)plan->problem.extent[s->axis];
    ct_status status = CT_OK;
    sums[0] = sums[1] = 0;
    for (ptrdiff_t i = 0; i < numbers; i++) {
        const double c = get(plan, i);
        sums[0] += c * c;
    }
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, sums, 1, MPI_DOUBLE, MPI_SUM, plan->comm));
    CT_TRY(take_means(plan));
    for (ptrdiff_t i = 0; i < 2 * s->singular; i++) {
        sums[1] += s->means[i] * s->means[i] * rows;
    }
    CT_TRY(ct_tridiagonal_solve(s->systems, 1, &s->coefficients));
    CT_TRY(take_means(plan));
    differentiate(plan);
cleanup:
    return status;
}

ct_status ct_poisson_stretched_execute(ct_poisson_plan *plan, const void *f, void *u,
                                       double sums[2]) {
    ct_poisson_stretched *s = &plan->stretched;
    ct_status status = CT_OK;
    CT_TRY(ct_fft_execute(s->there, f, s->coefficients));
    CT_TRY(solve(plan, sums));
    CT_TRY(ct_fft_execute(s->back, s->coefficients, u));
cleanup:
    return status;
}

ct_status ct_poisson_stretched_solve(ct_poisson_plan *plan, void *coefficients, double sums[2]) {
    plan->stretched.coefficients = coefficients;
    plan->along = -1;
    const ct_status status = solve(plan, sums);
    plan->stretched.coefficients = NULL; /* the caller's */
    return status;
}
