/* A given velocity, and what advection by it needs. */
#ifndef CT_ADI_ADVECTION_FLOW_H
#define CT_ADI_ADVECTION_FLOW_H

#include "adi/kernels/kernels.h"
#include <cornerturn/adi_advection.h>
#include <cornerturn/halo.h>

enum { CT_ADI_FLOW_GHOSTS = 2 }; /* cells beyond the box that fluxes need, along active axes */

/* Factors that make the rise of u from a cell's middle to its upper face, by cell from that before
 * the box to that after it: of the differences to the cell below and to that above, and of one of
 * them where the other is missing. */
typedef struct ct_adi_rise {
    double *below, *above, *below_alone, *above_alone;
} ct_adi_rise;

/* Arrays are double whatever the problem's precision. */
typedef struct ct_adi_flow {
    ct_adi_advection scheme;
    int is_on; /* a velocity was set: what follows is made */
    ct_adi_quantity velocity[CT_ADI_BOX_AXES];
    int changes[CT_ADI_BOX_AXES];

    /* The velocity at faces, with one layer more than cells along its axis; valid if is_known, for
     * known_time where it changes. Recomputed after coefficients were set. */
    double *face[CT_ADI_BOX_AXES];
    int is_known;
    double known_time;
    double per_time;      /* largest Courant number per time, of all ranks; the same on all */
    double squeeze;       /* largest -div v, from 0, of all ranks */
    double worst_squeeze; /* in all steps so far */
    int is_open;          /* something passes the faces of the box */

    double *cells;  /* u with ghosts: NAN where there is no cell, a face's value where v leads in */
    double *beyond; /* workspace with ghosts; NULL: not needed */
    double *capacity;                  /* C with ghosts; NULL: a number */
    double *start;                     /* of a substep, without ghosts */
    double *rate;                      /* of change */
    double *rows;                      /* workspace */
    ptrdiff_t stride[CT_ADI_BOX_AXES]; /* of arrays with ghosts */
    ptrdiff_t origin;                  /* where in them the box begins */
    ct_adi_rise rise[CT_ADI_BOX_AXES];
    ct_halo_plan *halo;

    ct_adi_advected facts;
} ct_adi_flow;

/* Whether ranks at an end of an axis have one cell along it, and others are beside them. The same
 * on all ranks. */
int ct_adi_flow_is_thin(const ct_adi_plan *plan, int axis, int side);

/* Makes memory and halo. Collective. CT_ERROR_MEMORY. */
ct_status ct_adi_flow_make(ct_adi_plan *plan);
void ct_adi_flow_destroy(ct_adi_flow *flow);

/* Makes an array with ghosts, all NAN. Collective. CT_ERROR_MEMORY. */
ct_status ct_adi_flow_ghosted(ct_adi_plan *plan, double **array);

/* Fills the ghosts of `cells` or `capacity` from other cells. Collective. */
ct_status ct_adi_flow_exchange(ct_adi_plan *plan, double *array);

#endif
