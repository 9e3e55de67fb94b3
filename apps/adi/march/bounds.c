/* Runs end where u is not what their data and theory allow. */
#include "apps/adi/march/bounds.h"

#include "base/fail.h"
#include <float.h>
#include <math.h>

/* Steps from look to look: a look takes less than the 64th part of that. */
enum { LOOK_EVERY = 64 };

/* Numbers of this share of the largest one may leave the range by factors of a step, such as
 * kappa dt / h^2. */
static const double overflow_share = 1e-9;

/* The largest that u can be in the problem's precision. */
static double largest_number(const adi_job *job) {
    return job->shape.problem.precision == CT_FLOAT ? (double)FLT_MAX : DBL_MAX;
}

ct_status adi_bounds_begin(adi_job *job) {
    ct_adi_bounds found;
    ct_status status = CT_OK;
    CT_TRY(ct_adi_bounds_begin(job->plan));
    CT_TRY(ct_adi_bounds_check(job->plan, &found));
    if (!found.is_finite && job->restart == NULL) {
        CT_FAIL(CT_ERROR_CONFIG,
                "problem.initial: it has values that are not finite, or too large; allowed: finite "
                "numbers, up to %.3g",
                largest_number(job));
    }
cleanup:
    return status;
}

/* What may have led out of the bounds, and what keeps within them. */
static const char *advice(const adi_job *job) {
    const adi_config *config = &job->config;
    const bool varies = adi_job_is_rough(job) || job->sigma.quantity.kind != CT_ADI_NUMBER;
    const ct_adi_scheme scheme = adi_job_scheme(job);
    if (varies && scheme != CT_ADI_LOD && scheme != CT_ADI_CRANK_NICOLSON_CG) {
        return "this time.scheme does not hold u within its bounds in steps of this length where "
               "kappa varies like this; allowed: time.scheme: crank-nicolson-cg or lod, which do "
               "with "
               "any, or a shorter time.step";
    }
    return config->precision == ADI_SINGLE
               ? "rounding in steps that are so long for the cells, or a negative "
                 "problem.sigma; "
                 "allowed: problem.precision: double, or a shorter time.step"
               : "rounding in steps that are so long for the cells, or a negative "
                 "problem.sigma; "
                 "allowed: a shorter time.step";
}

ct_status adi_state_check(const adi_job *job) {
    const adi_course *course = &job->course;
    ct_adi_bounds found;
    ct_status status = CT_OK;
    CT_TRY(ct_adi_bounds_check(job->plan, &found));
    if (!found.is_finite && !isfinite(found.bound)) {
        CT_FAIL(CT_ERROR_UNSUPPORTED,
                "u is not finite after step %.0f, at t = %g: a source or boundary value is not",
                course->step, course->time);
    }
    if (!found.is_finite && found.bound > largest_number(job) * overflow_share) {
        CT_FAIL(CT_ERROR_UNSUPPORTED,
                "u is not finite after step %.0f, at t = %g: data and theory allow up to %.3g, and "
                "sums and products of such numbers are beyond %.3g, the largest of %s; allowed: "
                "values on a smaller scale%s",
                course->step, course->time, found.bound, largest_number(job),
                job->shape.problem.precision == CT_FLOAT ? "single precision" : "double precision",
                job->shape.problem.precision == CT_FLOAT ? ", problem.precision: double" : "");
    }
    if (!found.is_finite) {
        CT_FAIL(CT_ERROR_UNSUPPORTED,
                "u is not finite after step %.0f, at t = %g: a source or boundary value is not, or "
                "u has grown beyond the %.3g that data and theory allow: %s",
                course->step, course->time, found.bound, advice(job));
    }
    if (found.has_grown) {
        CT_FAIL(
            CT_ERROR_UNSUPPORTED,
            "u has grown to %.3g after step %.0f, at t = %g, and data and theory allow %.3g: %s",
            found.largest, course->step, course->time, found.bound, advice(job));
    }
    if (found.has_lost) {
        CT_FAIL(
            CT_ERROR_UNSUPPORTED,
            "the integral of u is %.9g after step %.0f, at t = %g, and should be %.9g: rounding "
            "in steps that are so long for the cells; allowed: %sa shorter time.step",
            found.integral, course->step, course->time, found.wanted_integral,
            job->config.precision == ADI_SINGLE ? "problem.precision: double, or " : "");
    }
cleanup:
    return status;
}

ct_status adi_state_watch(const adi_job *job) {
    const long long steps = (long long)(job->course.step - job->resumed_step);
    const bool is_due = steps < LOOK_EVERY ? (steps & (steps - 1)) == 0 : steps % LOOK_EVERY == 0;
    return is_due ? adi_state_check(job) : CT_OK;
}
