/*
 * One axis of cells of any width: transforms along the other axes leave tridiagonal systems along
 * it, one for each of their modes, which are solved where they are, or after one redistribution
 * (tridiagonal.h). Finite volumes: what flows through a face is the difference of the neighbours
 * over the distance of their middles.
 */
#ifndef CT_POISSON_STRETCHED_H
#define CT_POISSON_STRETCHED_H

#include <cornerturn/poisson.h>
#include <cornerturn/tridiagonal.h>

typedef struct ct_poisson_stretched {
    ct_fft_plan *there, *back; /* NULL: no axis is stretched */
    ct_tridiagonal_plan *systems;
    ct_decomposition modes; /* of the coefficients, */
    ct_box box;             /* this rank's of which are */
    void *coefficients;
    int axis;              /* of the systems */
    double *memory;        /* of: */
    double *width;         /* of the cells, a share of their sum, */
    double length;         /* and that */
    double *lower, *upper; /* coefficients of the neighbours; 0 at ends */
    double *diagonal;      /* without the eigenvalues of the other axes */
    ptrdiff_t singular;    /* systems that determine u up to a constant, of all ranks, */
    double *means;         /* and the means of their right sides, then of their solutions */
} ct_poisson_stretched;

struct ct_poisson_plan;

/* Plans transforms and systems of a plan whose tables are made. Collective. */
ct_status ct_poisson_stretched_create(struct ct_poisson_plan *plan, const ct_fft_problem *transform,
                                      const ct_fft_options *options);

/* The solution, or (plan->along) its derivative. Sets the sums of squares of all coefficients and
 * of those that no u has. Collective. */
ct_status ct_poisson_stretched_execute(struct ct_poisson_plan *plan, const void *f, void *u,
                                       double sums[2]);

/* The systems alone, for coefficients of a transform of the caller's, unnormalised, which goes
 * along all axes but that of the faces, in blocks over `grid`; `box` is this rank's. Collective. */
ct_status ct_poisson_stretched_fit(struct ct_poisson_plan *plan, const ct_fft_problem *transform,
                                   const int grid[CT_MAX_AXES], ct_box box,
                                   const ct_exchange_options *exchange);

/* Makes the coefficients of f those of u. Collective. */
ct_status ct_poisson_stretched_solve(struct ct_poisson_plan *plan, void *coefficients,
                                     double sums[2]);

void ct_poisson_stretched_destroy(ct_poisson_stretched *stretched);

#endif
