/* The plan, and the division of coefficients by the eigenvalues of the operator. */
#ifndef CT_POISSON_DIVIDE_H
#define CT_POISSON_DIVIDE_H

#include "poisson/kept.h"
#include "poisson/slope.h"
#include "poisson/stretched.h"
#include "poisson/unbounded.h"
#include "redistribute/decomposed/ownership.h"
#include <cornerturn/fft_filter.h>
#include <cornerturn/poisson.h>

#include <stdatomic.h>
#include <stdint.h>

struct ct_poisson_plan {
    MPI_Comm comm; /* the caller's */
    ct_poisson problem;
    ct_fft_filter_plan *filter; /* NULL: stretched instead */
    ct_poisson_stretched stretched;
    int parts;                      /* numbers of a coefficient */
    double scale;                   /* 1/N, for an unnormalised transform and its inverse */
    double *memory;                 /* of: */
    double *value[CT_MAX_AXES];     /* eigenvalues of the axis */
    ct_poisson_unbounded unbounded; /* Green's function in place of eigenvalues */
    ct_poisson_kept kept;           /* of it, scaled, what has been computed; not where it is wanted
                                       once */
    double *slope[CT_MAX_AXES];     /* i times this is the first derivative; 0 at Nyquist */

    ct_ownership array; /* of f and u */
    ct_transport transport;
    ct_poisson_slope *across[CT_MAX_AXES]; /* derivatives along axes with ends; NULL: not wanted yet
                                            */

    /* Of one execution: */
    int along;                  /* the derivative along that axis is wanted; -1: the solution */
    _Atomic uint64_t all, null; /* sums of squares of all coefficients, and of those that no u
                                   has: bits of doubles */
};

/* Whether an axis has wavenumbers. */
static inline int ct_poisson_is_transformed(const ct_poisson *p, int axis) {
    return p->boundary[axis] != CT_BOUNDARY_NONE && (p->faces == NULL || axis != p->faces_axis);
}

/* Tables of all axes. Local. CT_ERROR_MEMORY. */
ct_status ct_poisson_tabulate(ct_poisson_plan *plan, const ct_fft_problem *transform);

/* Divides this rank's coefficients, dense in a box, by minus the operator. Local. CT_ERROR_MEMORY.
 */
ct_status ct_poisson_divide_box(const ct_poisson *problem, const ct_fft_problem *transform,
                                const ct_box *box, void *coefficients);

/* The hook: divides the coefficients of a tile; `context` is the plan. */
void ct_poisson_divide(void *context, const ct_fft_tile *tile);

#endif
