/* The right side of an implicit equation: operator, boundary values and source. */
#ifndef CT_ADI_STEP_RIGHT_SIDE_H
#define CT_ADI_STEP_RIGHT_SIDE_H

#include "adi/coefficients/boundary.h"
#include "adi/kernels/kernels.h"

/* The equation (1 - c A_2)(1 - c A_1)(1 - c A_0) x = r with r = scale (A u + boundary values) +
 * identity u + base + source_scale f(source_time). x replaces the state or is added to it. Before
 * an axis is swept, c times its boundary values are added. With a field as capacity C, each 1 is C,
 * identity u is that times C, and between the sweeps what was solved is multiplied by C. */
typedef struct ct_adi_equation {
    double c, scale, identity; /* scale 0: A is not applied */
    const void *base;          /* or NULL */
    ct_adi_instant boundary, sweep_boundary;
    double source_time, source_scale;
    int replaces;
    int is_step;      /* in time: what is rounded may be the new state, not its increment alone */
    int is_accounted; /* its changes of the state are those of a step */
    double *square;   /* volume-weighted sum of (r / scale)^2 over this rank's cells, or NULL */
} ct_adi_equation;

/* Computes r of the whole box. Collective. */
ct_status ct_adi_right_side(ct_adi_plan *plan, const ct_adi_equation *equation, void *r);

/* Its rows first .. end - 1 into `r`, after the halo exchange and the fluxes; `operation` is of
 * ct_adi_operation_of. Local. */
void ct_adi_right_side_rows(ct_adi_plan *plan, const ct_adi_equation *equation,
                            const ct_adi_operation *operation, ptrdiff_t first, ptrdiff_t end,
                            void *r);

/* Whether these rows have more than what the operator makes and base, which is added to r. Local.
 */
int ct_adi_right_side_has_more(const ct_adi_plan *plan, const ct_adi_equation *equation,
                               ptrdiff_t first, ptrdiff_t end);
void ct_adi_right_side_add(ct_adi_plan *plan, const ct_adi_equation *equation, ptrdiff_t first,
                           ptrdiff_t end, void *r);

/* Whether couplings along an axis are one number but at its ends. Local. */
int ct_adi_is_even(const ct_adi_plan *plan, int axis);

ct_adi_operation ct_adi_operation_of(const ct_adi_plan *plan, const ct_adi_equation *equation);

#endif
