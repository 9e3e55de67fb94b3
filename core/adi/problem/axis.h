/*
 * One axis of the grid: its cells, their coupling, and constant systems along it. Local, pure and
 * free of MPI.
 */
#ifndef CT_ADI_AXIS_H
#define CT_ADI_AXIS_H

#include "adi/kernels/kernels.h"
#include <cornerturn/status.h>

/* Fluxes are per kappa. At the ends of an axis that is not periodic, side s, it is
 *     value[s] g - unit[0 or n] u
 * into the cell, g being the right side of the boundary condition. */
typedef struct ct_adi_axis {
    ptrdiff_t n;
    int is_periodic;
    double *edges;   /* n + 1, and in the same memory: */
    double *middles; /* n */
    double *widths;  /* n */
    double *unit;    /* n + 1: factor of u[i] - u[i-1] in the flux per kappa, i = 0 .. n */
    double *share;   /* n + 1: the part of the way from the middle of cell i-1 to that of cell i
                        that is in cell i-1 */
    double value[2];
} ct_adi_axis;

/* The condition a u + b du/dn = g of one end. */
typedef struct ct_adi_end {
    double a, b;
} ct_adi_end;

/* edges NULL: equal cells from low to high. */
ct_status ct_adi_axis_create(ptrdiff_t n, const double *edges, double low, double high,
                             int is_periodic, const ct_adi_end end[2], ct_adi_axis *axis);
void ct_adi_axis_destroy(ct_adi_axis *axis);

/* A block's part of an axis, with constant coefficients. */
typedef struct ct_adi_stretch {
    const ct_adi_axis *axis;
    ptrdiff_t first, count;
    double kappa, sigma;
} ct_adi_stretch;

/* Size, in numbers, of the arrays of constant systems, ends included. */
ptrdiff_t ct_adi_constant_numbers(ptrdiff_t n);

/* Sets the array pointers of systems to `memory` of that size in the kernels' precision. */
void ct_adi_constant_place(ptrdiff_t n, const ct_adi_kernels *kernels, void *memory,
                           ct_adi_systems *systems);

/* Factorises systems whose rows, in the order of elimination, are pivot[i] x[i] - low[i] x[i-1] -
 * high[i] x[i+1]: `numbers` has pivot, low and high, n each, then room for the rest of
 * ct_adi_constant_numbers. Returns the first row whose pivot is at most `tolerance` times the
 * numbers that it is the difference of; -1 if none. */
ptrdiff_t ct_adi_constant_eliminate(const ct_adi_kernels *kernels, double tolerance,
                                    double *numbers, ct_adi_systems *systems);

/* Whether the last unknown of cyclic lines with these ends cannot be computed: its pivot is as
 * small. */
int ct_adi_cycle_is_lost(double left, double high, double f, double g, double tolerance);

/* Factorises 1 - c A; scratch: ct_adi_constant_numbers doubles. */
void ct_adi_constant_factorise(const ct_adi_stretch *stretch, double c,
                               const ct_adi_kernels *kernels, double *scratch,
                               ct_adi_systems *systems);

/* The least nonzero and the largest eigenvalue of -A with kappa 1 and sigma 0; both 0 for a single
 * cell without flux. */
void ct_adi_axis_spectrum(const ct_adi_axis *axis, double *least, double *most);

/* Factorises in place the reduced system of `size` parts with rows diagonal[k] z[k] - low[k] z[k-1]
 * - high[k] z[k+1]; the diagonal becomes pivots. A cyclic system may have one or two rows.
 * correction: for cyclic systems. Returns the least pivot relative to the numbers that it is the
 * difference of. */
double ct_adi_reduced_factorise(int size, int is_cyclic, double *diagonal, double *low,
                                double *high, double *correction);

#endif
