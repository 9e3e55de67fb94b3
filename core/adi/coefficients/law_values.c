/* Laws at the state: what they give cells and faces, with the slopes of f. */
#include "adi/coefficients/law_values.h"

#include "adi/coefficients/coefficients.h"
#include "adi/coefficients/quantity.h"
#include "adi/coefficients/slopes.h"
#include "adi/plan.h"
#include "adi/surfaces/surface_kappa.h"
#include "base/mpi.h"
#include <cornerturn/agree.h>

#include <float.h>
#include <math.h>

static const double worth_linearising = 0.25; /* slope times half a step */
static const double apart = 1e-5;             /* of the largest |u|: the u for a slope */

/* What a pass over the cells finds. */
typedef struct survey {
    double largest;  /* |u| */
    double least;    /* capacity */
    double steepest; /* slope */
    double u, value; /* where a law may not be what it is */
    const char *law; /* its name, NULL: all is well */
} survey;

/* Calls a law for row (z, y). */
static void call(const ct_adi_plan *plan, ct_adi_law law, void *context, double time,
                 const double *u, double *values) {
    law(context, time, plan->box.count[2], (const double *const *)plan->points, u, values);
}

/* Checks the values of a row: finite, in the arrays' precision, and at least `least`. */
static void check_row(const ct_adi_plan *plan, const char *name, double least, survey *found) {
    const double most = plan->kernels->bytes == sizeof(float) ? (double)FLT_MAX : DBL_MAX;
    for (ptrdiff_t x = 0; x < plan->box.count[2] && found->law == NULL; x++) {
        if (!(plan->values[x] >= least && fabs(plan->values[x]) <= most)) {
            found->law = name;
            found->u = plan->lawful.u[x];
            found->value = plan->values[x];
        }
    }
}

static void take_kappa(ct_adi_plan *plan, double time, double least, ptrdiff_t first,
                       survey *found) {
    const ct_adi_laws *laws = &plan->lawful.laws;
    call(plan, laws->kappa, laws->kappa_context, time, plan->lawful.u, plan->values);
    ct_adi_mask_row(plan, first / plan->box.count[2], least, plan->values);
    check_row(plan, "kappa", least, found);
    plan->kernels->store(plan->values, plan->box.count[2],
                         ct_adi_at(plan, plan->kappa_field, first));
}

static void take_capacity(ct_adi_plan *plan, double time, ptrdiff_t first, survey *found) {
    const ct_adi_laws *laws = &plan->lawful.laws;
    call(plan, laws->capacity, laws->capacity_context, time, plan->lawful.u, plan->values);
    ct_adi_mask_row(plan, first / plan->box.count[2], ct_adi_walled_capacity(plan->kernels),
                    plan->values);
    check_row(plan, "the capacity", DBL_MIN, found);
    for (ptrdiff_t x = 0; x < plan->box.count[2]; x++) {
        found->least = fmin(found->least, plan->values[x]);
    }
    plan->kernels->store(plan->values, plan->box.count[2],
                         ct_adi_at(plan, plan->capacity_field, first));
}

/* Slopes of f in a row, by a difference; the row of f is in plan->values. */
static void take_slopes(ct_adi_plan *plan, double time, ptrdiff_t first, survey *found) {
    const ct_adi_laws *laws = &plan->lawful.laws;
    const ptrdiff_t n = plan->box.count[2];
    const double difference = apart * (found->largest > 0 ? found->largest : 1);
    double *u = plan->lawful.u;
    double *beyond = plan->lawful.beyond;
    for (ptrdiff_t x = 0; x < n; x++) {
        beyond[x] = u[x] + difference;
    }
    double *values = plan->numbers; /* row */
    call(plan, laws->source, laws->source_context, time, beyond, values);
    for (ptrdiff_t x = 0; x < n; x++) {
        const double slope = (plan->values[x] - values[x]) / (beyond[x] - u[x]);
        beyond[x] = isfinite(slope) && slope > 0 ? slope : 0;
        found->steepest = fmax(found->steepest, beyond[x]);
    }
    ct_adi_mask_row(plan, first / n, 0, beyond);
    plan->kernels->store(beyond, n, ct_adi_at(plan, plan->lawful.slope, first));
}

static void take_source(ct_adi_plan *plan, double time, int with_slopes, ptrdiff_t first,
                        survey *found) {
    const ct_adi_laws *laws = &plan->lawful.laws;
    const ptrdiff_t n = plan->box.count[2];
    call(plan, laws->source, laws->source_context, time, plan->lawful.u, plan->values);
    ct_adi_mask_row(plan, first / n, 0, plan->values);
    check_row(plan, "f", -HUGE_VAL, found);
    if (with_slopes) {
        take_slopes(plan, time, first, found);
    }
    for (ptrdiff_t x = 0; x < n; x++) {
        plan->known.source = fmax(plan->known.source, fabs(plan->values[x]));
    }
    plan->kernels->store(plan->values, n, ct_adi_at(plan, plan->source_field, first));
}

/* Adds slope times u to the source. */
static void complete_source(ct_adi_plan *plan) {
    const ptrdiff_t n = plan->box.count[2];
    double *u = plan->lawful.u;
    double *slope = plan->lawful.beyond;
    for (ptrdiff_t first = 0; first < ct_box_elements(&plan->box); first += n) {
        void *source = ct_adi_at(plan, plan->source_field, first);
        plan->kernels->load(ct_adi_at(plan, plan->state, first), n, u);
        plan->kernels->load(ct_adi_at(plan, plan->lawful.slope, first), n, slope);
        plan->kernels->load(source, n, plan->values);
        for (ptrdiff_t x = 0; x < n; x++) {
            plan->values[x] += slope[x] * u[x];
        }
        plan->kernels->store(plan->values, n, source);
    }
}

static ct_status refuse(const survey *found, double time, int is_steady) {
    return found->law == NULL
               ? CT_OK
               : ct_raise(CT_ERROR_UNSUPPORTED,
                          "%s is %g for u = %g at t = %g; allowed: %s, for all u that a %s "
                          "comes to",
                          found->law, isnan(found->value) ? NAN : found->value, found->u, time,
                          found->law[0] == 'f'                 ? "finite numbers"
                          : found->law[0] == 'k' && !is_steady ? "finite numbers from 0"
                                                               : "finite numbers above 0",
                          is_steady ? "steady state" : "step");
}

/* The largest |u|. Collective. */
static ct_status find_largest(const ct_adi_plan *plan, double *largest) {
    const ptrdiff_t n = plan->box.count[2];
    double most = 0;
    ct_status status = CT_OK;
    for (ptrdiff_t first = 0; first < ct_box_elements(&plan->box); first += n) {
        plan->kernels->load(ct_adi_at(plan, plan->state, first), n, plan->lawful.u);
        for (ptrdiff_t x = 0; x < n; x++) {
            most = fmax(most, fabs(plan->lawful.u[x]));
        }
    }
    CT_MPI(MPI_Allreduce(&most, largest, 1, MPI_DOUBLE, MPI_MAX, plan->comm));
cleanup:
    return status;
}

/* kappa at the faces, with their values NOW or NEXT. */
static void take_surfaces(ct_adi_plan *plan, double time, ct_adi_instant instant, survey *found) {
    ct_adi_refused refused = {.is_refused = 0};
    ct_adi_surface_kappa_take(plan, time, instant, &refused);
    if (refused.is_refused && found->law == NULL) {
        found->law = "kappa";
        found->u = refused.u;
        found->value = refused.value;
    }
}

ct_status ct_adi_laws_take(ct_adi_plan *plan, double time, ct_adi_instant instant, double dt) {
    const ct_adi_laws *laws = &plan->lawful.laws;
    const ptrdiff_t n = plan->box.count[2];
    const int is_steady = isinf(dt);
    const int has_capacity = laws->capacity != NULL && !is_steady;
    survey found = {.least = plan->least_capacity};
    int is_new = laws->kappa != NULL || has_capacity;
    ct_status status = CT_OK;
    if (laws->source != NULL && dt > 0) {
        CT_TRY(find_largest(plan, &found.largest));
    }
    for (ptrdiff_t line = 0; line * n < ct_box_elements(&plan->box); line++) {
        ct_adi_quantity_points(plan, line / plan->box.count[1], line % plan->box.count[1]);
        plan->kernels->load(ct_adi_at(plan, plan->state, line * n), n, plan->lawful.u);
        if (laws->kappa != NULL) {
            take_kappa(plan, time, is_steady ? DBL_MIN : 0, line * n, &found);
        }
        if (has_capacity) {
            take_capacity(plan, time, line * n, &found);
        }
        if (laws->source != NULL) {
            take_source(plan, time, dt > 0, line * n, &found);
        }
    }
    if (laws->kappa != NULL) {
        take_surfaces(plan, time, instant, &found);
    }
    CT_TRY(ct_agree(plan->comm, refuse(&found, time, is_steady)));
    if (has_capacity) {
        CT_MPI(
            MPI_Allreduce(&found.least, &plan->least_capacity, 1, MPI_DOUBLE, MPI_MIN, plan->comm));
    }
    if (laws->source != NULL && dt > 0) {
        CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &found.steepest, 1, MPI_DOUBLE, MPI_MAX, plan->comm));
        if (is_steady ? found.steepest > 0
                      : found.steepest * dt / 2 > worth_linearising * plan->least_capacity) {
            CT_TRY(ct_adi_slopes_add(plan));
            is_new = 1;
        } else {
            is_new = ct_adi_slopes_take(plan) || is_new;
        }
    }
    if (plan->lawful.has_slopes) {
        complete_source(plan);
    }
    if (is_new) {
        CT_TRY(ct_adi_coefficients_set(plan));
    }
cleanup:
    return status;
}
