/*
 * Bounds that the exact solution obeys, to detect instability and lost accuracy.
 *
 * Maximum principle: with f = 0 and sigma >= 0, u stays between its initial values and those at the
 * faces; f adds at most t max |f|, a flux through a face acts as f in the cells at it, and negative
 * sigma multiplies by at most exp(t max -sigma). Backward Euler along each axis in turn obeys it.
 *
 * With constant kappa the other schemes bound the mean square, but not the maximum. A Douglas-Gunn
 * step along one axis is 2 / (1 - c A) - 1, c = dt / 2. The inverse has no negative entry and row
 * sums of at most 1, so a step amplifies the maximum at most 3 times. Two axes: the product of two
 * such steps, 9 times. Three: the product of three minus a quarter of the product of each minus 1,
 * 27 + 4^3 / 4 = 43 times. tests/mpi/adi/adi_maximum.c computes that several steps do not exceed
 * the bound of one. Where kappa varies growth is unbounded, as is that of rounding errors in steps
 * with large dt kappa / h^2.
 *
 * Conservation: without flux through the faces and with sigma 0, the integral of u changes by that
 * of f, with every scheme.
 */
#include "adi/bounds.h"

#include "adi/plan.h"
#include "base/fail.h"
#include "base/mpi.h"

#include <float.h>
#include <math.h>

static const double pi = 3.14159265358979323846;
static const double most_one_dimensional = 1.5; /* times the bound; 1 without rounding */
static const double most_others = 100;          /* above twice 43 */
static const double most_mean_square = 10;      /* of roots; 3: u minus boundary values */
static const double sigma_slack = 3;            /* for steps as long as 1 / -sigma */
static const double integral_lost = 1e-4;       /* of the integral of |u| */

/* Result of one pass over a field or the state. */
typedef struct survey {
    double largest, least, integral, absolute, square;
    int is_finite;
} survey;

/* One pass; squares are of values times `factor`. Local. */
static survey survey_field(const ct_adi_plan *plan, const void *field, double factor) {
    const ptrdiff_t n = plan->box.count[2];
    const double *widths = plan->axis[2].widths + plan->box.first[2];
    survey s = {.least = HUGE_VAL, .is_finite = 1};
    double zero = 0; /* NaN if any value is not finite */
    for (ptrdiff_t line = 0; line < plan->box.count[0] * plan->box.count[1] && n > 0; line++) {
        const double area = plan->axis[0].widths[plan->box.first[0] + line / plan->box.count[1]] *
                            plan->axis[1].widths[plan->box.first[1] + line % plan->box.count[1]];
        double sum = 0;
        double absolute = 0;
        double square = 0;
        plan->kernels->load(ct_adi_at(plan, field, line * n), n, plan->values);
        for (ptrdiff_t x = 0; x < n; x++) {
            const double value = plan->values[x];
            const double size = fabs(value);
            const double scaled = value * factor;
            if (ct_adi_is_out(plan, line * n + x)) {
                continue;
            }
            s.largest = size > s.largest ? size : s.largest;
            s.least = value < s.least ? value : s.least;
            zero += 0 * value;
            sum += widths[x] * value;
            absolute += widths[x] * size;
            square += widths[x] * scaled * scaled;
        }
        s.integral += area * sum;
        s.absolute += area * absolute;
        s.square += area * square;
    }
    s.is_finite = zero == 0;
    return s;
}

static ct_status sum_up(const ct_adi_plan *plan, survey *s) {
    double most[3] = {s->largest, -s->least, !s->is_finite};
    double sums[3] = {s->integral, s->absolute, s->square};
    ct_status status = CT_OK;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, most, 3, MPI_DOUBLE, MPI_MAX, plan->comm));
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, sums, 3, MPI_DOUBLE, MPI_SUM, plan->comm));
    *s = (survey){most[0], -most[1], sums[0], sums[1], sums[2], most[2] == 0};
cleanup:
    return status;
}

/* The survey of a field, or of a number if there is none. */
static survey survey_of(const ct_adi_plan *plan, const void *field, double number) {
    if (field != NULL) {
        return survey_field(plan, field, 1);
    }
    const double volume = plan->rank == 0 ? ct_adi_volume(plan) : 0;
    return (survey){fabs(number),          number, number * volume,
                    fabs(number) * volume, 0,      isfinite(number)};
}

/* Largest value of a face in this rank's patch. */
static double largest_of(const ct_adi_boundary_values *boundary) {
    double largest = 0;
    for (ptrdiff_t i = 0; i < boundary->count[0] * boundary->count[1]; i++) {
        largest = fmax(largest, fmax(fabs(boundary->now[i]), fabs(boundary->next[i])));
    }
    return largest;
}

/* Updates the bounds for all values of a face. */
static void note_boundary(ct_adi_boundary_values *boundary, double unit, double value) {
    const double largest = largest_of(boundary);
    double factor = 0;
    for (ptrdiff_t i = 0; unit <= 0 && i < boundary->cells[0] * boundary->cells[1]; i++) {
        factor = fmax(factor, fabs(boundary->factor[i]));
    }
    boundary->level = unit > 0 ? fabs(value) / unit * largest : 0;
    boundary->inflow = factor * largest;
    boundary->is_noted = 1;
}

/* At most the rate at which the slowest mode along an axis decays by diffusion, twice the one
 * between faces of a given u, since cells change it. No flux: 0. */
static double decay_along(const ct_adi_plan *plan, int axis) {
    const ct_adi_axis *a = &plan->axis[axis];
    const int is_open = !a->is_periodic && (a->unit[0] > 0 || a->unit[a->n] > 0);
    const double slope = pi / (a->edges[a->n] - a->edges[0]);
    const double kappa = plan->is_variable ? HUGE_VAL : plan->kappa[axis];
    return is_open ? 2 * kappa * slope * slope : 0;
}

double ct_adi_bounds_longest(const ct_adi_plan *plan) {
    const ct_adi_scheme scheme = ct_adi_scheme_used(plan);
    const int is_whole = scheme == CT_ADI_CRANK_NICOLSON_CG; /* not axis by axis */
    double rate = is_whole ? -plan->sigma : 0;
    if (!(plan->sigma < 0) || plan->sigma_field != NULL || plan->capacity_field != NULL ||
        plan->mask.cell != NULL || ct_adi_has_law(&plan->lawful)) {
        return HUGE_VAL; /* seen by what it leads to, ct_adi_bounds_check */
    }
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        if (ct_adi_is_active(plan, axis)) {
            const double decay = decay_along(plan, axis);
            rate = is_whole ? rate - decay : fmax(rate, -plan->sigma / plan->axes - decay);
        }
    }
    return rate > 0 ? (scheme == CT_ADI_LOD ? 1 : 2) * plan->capacity / rate : HUGE_VAL;
}

ct_status ct_adi_bounds_step(const ct_adi_plan *plan, double dt) {
    const double longest = ct_adi_bounds_longest(plan);
    return dt >= longest
               ? ct_raise(CT_ERROR_UNSUPPORTED,
                          "a time step of %g, too long for sigma = %g, which makes u grow by "
                          "exp(%.3g) in it; allowed: below %.3g",
                          dt, plan->sigma, -plan->sigma * dt / plan->capacity, longest)
               : CT_OK;
}

void ct_adi_bounds_note(ct_adi_plan *plan) {
    ct_adi_known *known = &plan->known;
    double inflow = 0;
    known->steps++;
    for (int k = 0; k < CT_ADI_BOX_AXES * CT_ADI_SIDES; k++) {
        const int axis = k / CT_ADI_SIDES;
        const int side = k % CT_ADI_SIDES;
        const ct_adi_axis *a = &plan->axis[axis];
        ct_adi_boundary_values *boundary = &plan->boundary[axis][side];
        if (!boundary->is_here || boundary->is_zero) {
            continue;
        }
        if (!boundary->is_noted || boundary->value.kind == CT_ADI_FUNCTION) {
            note_boundary(boundary, a->unit[side == 0 ? 0 : a->n], a->value[side]);
        }
        known->level = fmax(known->level, boundary->level);
        inflow += boundary->inflow;
    }
    known->inflow = fmax(known->inflow, inflow);
}

/* Finds whether only f changes the integral of u. The same on all ranks. */
static ct_status find_conserved(ct_adi_plan *plan, int has_sigma) {
    int is_open = has_sigma || plan->flow.is_on || plan->source_function.function != NULL ||
                  plan->capacity_field != NULL || plan->lawful.laws.source != NULL;
    ct_status status = CT_OK;
    for (int k = 0; k < CT_ADI_BOX_AXES * CT_ADI_SIDES; k++) {
        const ct_adi_axis *a = &plan->axis[k / CT_ADI_SIDES];
        const ct_adi_boundary_values *boundary =
            &plan->boundary[k / CT_ADI_SIDES][k % CT_ADI_SIDES];
        const double unit = a->unit[k % CT_ADI_SIDES == 0 ? 0 : a->n];
        is_open =
            is_open || (boundary->is_here && !a->is_periodic && (unit > 0 || !boundary->is_zero));
    }
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &is_open, 1, MPI_INT, MPI_LOR, plan->comm));
    plan->known.is_conserved = !is_open;
cleanup:
    return status;
}

ct_status ct_adi_bounds_begin(ct_adi_plan *plan) {
    CT_REQUIRE_PLAN(plan);
    survey state = survey_field(plan, plan->state, 0);
    survey source = survey_of(plan, plan->source_field, plan->source);
    survey sigma = survey_of(plan, plan->sigma_field, plan->sigma);
    ct_status status = CT_OK;
    CT_TRY(sum_up(plan, &state));
    CT_TRY(sum_up(plan, &source));
    CT_TRY(sum_up(plan, &sigma));
    plan->known = (ct_adi_known){.is_known = 1,
                                 .time = plan->time,
                                 .level = state.largest,
                                 .integral = state.integral,
                                 .absolute = state.absolute,
                                 .source = source.largest,
                                 .source_integral = source.integral,
                                 .source_absolute = source.absolute,
                                 .growth = fmax(-sigma.least, 0)};
    plan->known.level = fmax(plan->known.level, fabs(plan->mask.level));
    CT_TRY(find_conserved(plan, sigma.largest > 0));
cleanup:
    return status;
}

/* The bound from all ranks' data so far. Collective. */
static ct_status find_bound(ct_adi_plan *plan, double *bound) {
    ct_adi_known *known = &plan->known;
    double most[4] = {known->level, known->source, known->inflow, plan->flow.worst_squeeze};
    const double elapsed = fabs(plan->time - known->time) / plan->least_capacity;
    ct_status status = CT_OK;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, most, 4, MPI_DOUBLE, MPI_MAX, plan->comm));
    /* One cell may be at faces of all axes. */
    const double sum = most[0] + elapsed * (most[1] + plan->axes * most[2]);
    *bound = sum > 0 ? sum * exp(sigma_slack * (known->growth + most[3]) * elapsed) : 0;
cleanup:
    return status;
}

ct_status ct_adi_bounds_check(ct_adi_plan *plan, ct_adi_bounds *found) {
    CT_REQUIRE_PLAN(plan);
    const ct_adi_known *known = &plan->known;
    const double most = ct_adi_scheme_used(plan) == CT_ADI_LOD ? most_one_dimensional : most_others;
    const double epsilon = plan->kernels->bytes == sizeof(float) ? FLT_EPSILON : DBL_EPSILON;
    const double elapsed = fabs(plan->time - known->time) / plan->capacity;
    double bound = HUGE_VAL;
    ct_status status = CT_OK;
    if (known->is_known) {
        CT_TRY(find_bound(plan, &bound));
    }
    survey state =
        survey_field(plan, plan->state, bound > 0 && isfinite(1 / bound) ? 1 / bound : 0);
    CT_TRY(sum_up(plan, &state));
    const double root = sqrt(state.square / ct_adi_volume(plan));
    const double absolute = known->absolute + elapsed * known->source_absolute;
    *found = (ct_adi_bounds){.is_finite = state.is_finite,
                             .largest = state.largest,
                             .bound = bound,
                             .has_grown =
                                 !(state.largest <= most * bound) || !(root <= most_mean_square),
                             .integral = state.integral,
                             .wanted_integral = known->integral + elapsed * known->source_integral};
    const double lost = fabs(found->integral - found->wanted_integral);
    found->has_lost =
        known->is_conserved && lost > (integral_lost + (double)known->steps * epsilon) * absolute;
cleanup:
    return status;
}
