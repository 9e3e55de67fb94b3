/* Steady states of the implicit solver of adi.h. */
#ifndef CORNERTURN_ADI_STEADY_H
#define CORNERTURN_ADI_STEADY_H

#include <cornerturn/adi.h>
#include <cornerturn/public.h>
#include <cornerturn/status.h>
#include <cornerturn/wachspress.h>

CT_PUBLIC_BEGIN

/* Steady state: solves A u + f = 0 at the state's time. The residual is the root of the
 * volume-weighted mean of (A u + f)^2, relative to the first one. Where u is determined only up to
 * a constant (no-flux and periodic faces, sigma 0), the mean of the first state stays. */
typedef enum ct_adi_steady_solver {
    CT_ADI_STEADY_AUTO,       /* alternating directions where kappa and sigma are numbers, else
                                 multigrid */
    CT_ADI_STEADY_WACHSPRESS, /* steps whose lengths repeat in a cycle, Wachspress's parameters;
                                 convergence is not guaranteed on three axes, nor where kappa
                                 varies */
    CT_ADI_STEADY_MULTIGRID,  /* conjugate gradients preconditioned by algebraic multigrid: for any
                                 kappa from 0, and sigma from 0 */
    CT_ADI_STEADY_SOLVERS
} ct_adi_steady_solver;
typedef struct ct_adi_steady_options {
    ct_adi_steady_solver solver;
    double tolerance;    /* of the relative residual, above 0 */
    int most_iterations; /* from 1 */
    int parameters;      /* in a cycle, 1 to CT_ADI_PARAMETERS_MOST; 0: as many as the tolerance
                            needs in theory; of alternating directions only */
    void (*watch)(void *context, int iteration, double residual); /* or NULL; called on every rank
                                                                     after each iteration, and as
                                                                     number 0 at the start */
    void *context;
} ct_adi_steady_options;
typedef struct ct_adi_steady_result {
    ct_adi_steady_solver solver; /* in use */
    int iterations, parameters, converged;
    int is_rounding;       /* converged, but not to the tolerance: the rest is what rounding u to
                              the problem's precision leaves (multigrid) */
    int diverged;          /* the residual reached 1e6 or is not finite, or (multigrid) sigma makes
                              the operator indefinite */
    double residual;       /* relative, at the end */
    double first_residual; /* absolute, at the start */
    double low, high;      /* of alternating directions: bounds of the spectrum of -A_a, the same
                              for all axes */
} ct_adi_steady_result;

/* With laws of u (adi_law.h) or radiation, coefficients are taken at u and solved for again and
 * again (Picard's iteration, Newton's for radiation and for f that falls), combined (Anderson: J.
 * ACM 12 (1965) 547) and damped so that the residual falls with each of these rounds; laws are
 * multigrid's. Where it does not, the result is not converged. CT_ERROR_UNSUPPORTED where laws may
 * not be what they are at the first state.
 *
 * Iterates until the tolerance, divergence or most_iterations; the status is CT_OK in each case.
 * Collective. CT_ERROR_ARGUMENT for options out of range. CT_ERROR_UNSUPPORTED where u is
 * determined only up to a constant and the mean of f and of what the faces bring in is more than
 * 1e-2 of the mean of its magnitude (multigrid): there is no solution. A smaller mean, as the
 * discretisation leaves, is subtracted from both and not part of the residual. */
ct_status ct_adi_steady(ct_adi_plan *plan, const ct_adi_steady_options *options,
                        ct_adi_steady_result *result);

/* Relative residuals of the last steady state before each round and after the last one; how many, 0
 * for one without rounds. Owned by the plan, until the next one. Local. */
int ct_adi_steady_rounds(const ct_adi_plan *plan, const double **residuals);

CT_PUBLIC_END

#endif
