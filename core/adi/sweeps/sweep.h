/* The systems along one axis, and where lines are solved. */
#ifndef CT_ADI_SWEEPS_SWEEP_H
#define CT_ADI_SWEEPS_SWEEP_H

#include "adi/sweeps/reduction.h"
#include <cornerturn/transpose.h>

typedef enum ct_adi_way {
    CT_ADI_WAY_NONE,    /* not an axis of the problem */
    CT_ADI_WAY_LOCAL,   /* this rank has whole lines */
    CT_ADI_WAY_REDUCED, /* each rank eliminates its part; reduced systems join them */
    CT_ADI_WAY_TRANSPOSED
} ct_adi_way;

typedef struct ct_adi_sweep {
    ct_adi_way way;
    ct_box box; /* the state's, or the one with whole lines */
    ct_adi_systems systems;
    double c;                   /* of the factorisation; 0: none yet */
    void *memory;               /* of the arrays of the systems */
    ct_adi_reduction reduction; /* REDUCED, and LOCAL cyclic lines along the first axis */

    /* TRANSPOSED: */
    ct_transpose_plan *there, *back;
    void *transposed[3]; /* on `box`, shared by the node: the unknowns; sigma; the capacity */
    void *face;          /* kappa at the faces of `box` */
} ct_adi_sweep;

/* Allocates memory and plans exchanges for plan->sweep[axis].way. Collective. */
ct_status ct_adi_sweep_create(ct_adi_plan *plan, int axis);
void ct_adi_sweep_destroy(ct_adi_sweep *sweep);

/* After the coefficients were set: allocates the systems and transposes what varies, `kappa` being
 * the array of this axis. Collective. */
ct_status ct_adi_sweep_set(ct_adi_plan *plan, int axis, const void *kappa);

/* Factorises 1 - c A, unless done for this c. Collective. */
ct_status ct_adi_sweep_factorise(ct_adi_plan *plan, int axis, double c);

/* Transposes the work array, solves its lines, and transposes back. Collective. */
ct_status ct_adi_sweep_transposed(ct_adi_plan *plan, int axis);

#endif
