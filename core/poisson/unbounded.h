/*
 * Unbounded axes: the Green's function of free space on a doubled domain, in Fourier space.
 *
 * With s = k^2 over all axes and shift, 1/s is the integral of exp(-t s) over all t > 0. Where t is
 * below a cut, the Gaussian exp(-t s) has decayed before it reaches the next period: its part of
 * the integral is that of Fourier space, (1 - exp(-cut s)) / s. Above the cut it is smooth, and cut
 * off at the ends of the doubled domain as free space wants it: a quadrature in t makes it a short
 * sum of Gaussians, each a product of one factor an axis, which is a table. Along bounded axes the
 * factor is exp(-t k^2) as it is. So one, two and three unbounded axes beside any others are one
 * sum (Bessel functions of mixed axes appear nowhere), and no array of the Green's function is
 * stored or transformed.
 *
 * Source of the split: P. P. Ewald, Ann. Phys. 369 (1921) 253; of regularisations of order 2 m,
 * exp(-x) sum_{j<m} x^j / j! with x = (2 spacing k)^2 / 2: M. M. Hejlesen, G. Winckelmans and J. H.
 * Walther, "Non-singular Green's functions for the unbounded Poisson equation in one, two and three
 * dimensions", Appl. Math. Lett. 89 (2019) 28.
 */
#ifndef CT_POISSON_UNBOUNDED_H
#define CT_POISSON_UNBOUNDED_H

#include <cornerturn/poisson.h>

typedef struct ct_poisson_unbounded {
    int dimensions;               /* unbounded axes; 0: nothing else is set */
    int axes, order;              /* of the problem */
    double shift, cut, width;     /* width k^2 is x */
    double constant;              /* what the mode of s = 0 has besides */
    double negligible;            /* terms below make no difference */
    int terms;                    /* of the sum: */
    double *weight;               /* of each, shift included */
    double *far[CT_MAX_AXES];     /* factors of the terms: [term][mode] */
    double *largest[CT_MAX_AXES]; /* of each term */
    double *near[CT_MAX_AXES];    /* exp(-cut k^2) */
    double *value[CT_MAX_AXES];   /* k^2 */
    ptrdiff_t modes[CT_MAX_AXES];
    int is_unbounded[CT_MAX_AXES];
    double *memory;
} ct_poisson_unbounded;

/* Whether the axes of a problem can be solved together: CT_ERROR_ARGUMENT, naming what is allowed.
 * Local. */
ct_status ct_poisson_unbounded_check(const ct_poisson *p);

/* Tables of a problem that passed, with the eigenvalues of its axes, which are not copied. Local.
 * CT_ERROR_MEMORY. */
ct_status ct_poisson_unbounded_tabulate(const ct_poisson *p, const ct_fft_problem *transform,
                                        double *const value[CT_MAX_AXES],
                                        const ptrdiff_t modes[CT_MAX_AXES],
                                        ct_poisson_unbounded *u);

/* The Green's function at `count` modes from `first` on along `inner`, at a mode of the others. */
void ct_poisson_unbounded_row(const ct_poisson_unbounded *u, const ptrdiff_t at[CT_MAX_AXES],
                              int inner, ptrdiff_t first, ptrdiff_t count, double *green);

void ct_poisson_unbounded_free(ct_poisson_unbounded *u);

#endif
