/*
 * The balance of C u: what each part of a step brings in, by the numbers that the step itself is
 * made of, so that the parts make up the change to rounding.
 *
 * A sweep solves (C - c A) x = r along an axis: the integral of C x is that of r plus c times the
 * flux of x through the axis' two faces. What the operator adds to r is counted likewise.
 */
#ifndef CT_ADI_BALANCE_H
#define CT_ADI_BALANCE_H

#include "adi/kernels/kernels.h"
#include "adi/sum.h"
#include <cornerturn/adi.h>

struct ct_adi_equation;

/* This rank's sums since the begin. */
typedef struct ct_adi_flows {
    ct_adi_sum in[CT_ADI_BOX_AXES][CT_ADI_SIDES];
    ct_adi_sum source, decay, walls;
    ct_adi_sum taken; /* by the cells, C (u' - u) of each step, with a law of C */
} ct_adi_flows;

typedef struct ct_adi_account {
    int is_open;
    double first;               /* the integral of C u at the begin, of all ranks */
    ct_adi_flows flows, before; /* now, and before the last step, of length dt (0: none yet) */
    double dt;
} ct_adi_account;

/* Begins a step. Local. */
void ct_adi_account_step(ct_adi_plan *plan, double dt);

/* What boundary values and the operator, of the state, bring into the right side of an equation,
 * and boundary values into its sweeps; after the fluxes. Local. */
void ct_adi_account_right_side(ct_adi_plan *plan, const struct ct_adi_equation *equation);
void ct_adi_account_sweeps(ct_adi_plan *plan, const struct ct_adi_equation *equation);

/* What the sweep along an axis lets through the faces, by rows first .. end - 1 of its solution,
 * which `rows` begins with. Local. */
void ct_adi_account_rows(ct_adi_plan *plan, const struct ct_adi_equation *equation, int axis,
                         ptrdiff_t first, ptrdiff_t end, const void *rows);

/* What cells took up in a step from the law's start to the state, with the step's own C. Local. */
void ct_adi_account_taken(ct_adi_plan *plan);

/* A row of the source, already evaluated. Local. */
void ct_adi_account_source(ct_adi_plan *plan, double scale, ptrdiff_t line, const double *values);

#endif
