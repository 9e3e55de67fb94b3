/*
 * Advection by a given velocity v in the implicit solver of adi.h:
 *
 *     C (du/dt + div(v u)) = div(kappa grad u) - sigma u + f
 *
 * Finite volumes: the velocity across each face of a cell carries u of the upwind cell,
 * reconstructed linearly, from one cell to the next (Fromm: J. Comp. Phys. 3 (1968) 176; van Leer:
 * J. Comp. Phys. 23 (1977) 276). What leaves one cell enters the next, so C u is conserved whatever
 * v is; where div v is not 0, u changes with the volume it is in, as a density does. Order 2 in
 * space. A step is half a step of advection, one of all the rest, and half a step of advection
 * (Strang: SIAM J. Numer. Anal. 5 (1968) 506): order 2 in time where the scheme of the rest is. A
 * half is taken in substeps of Heun's method, as many as its Courant numbers need.
 *
 * At a face of the box where v leads inwards, u is the face's value (CT_ADI_DIRICHLET), that beyond
 * it (CT_ADI_TRANSFER), or that of the cell (others); where v leads outwards, that of the cell,
 * reconstructed as inside. Nothing is carried into masked cells or out of them.
 */
#ifndef CORNERTURN_ADI_ADVECTION_H
#define CORNERTURN_ADI_ADVECTION_H

#include <cornerturn/adi.h>
#include <cornerturn/public.h>
#include <cornerturn/status.h>

CT_PUBLIC_BEGIN

/* How u of a cell is reconstructed. */
typedef enum ct_adi_advection {
    CT_ADI_FROMM, /* by the central slope: the least error where u is smooth, small overshoots where
                     it jumps */
    CT_ADI_TVD,   /* by that slope, limited so that u at faces is between those of their cells
                     (monotonised central): no new extremes where div v is 0, and of order 1 at
                     extremes */
    CT_ADI_ADVECTIONS
} ct_adi_advection;

/* The scheme; CT_ADI_FROMM until then. Collective. CT_ERROR_ARGUMENT. */
ct_status ct_adi_set_advection(ct_adi_plan *plan, ct_adi_advection scheme);

/* The component of v along an axis, 0 until then, positive towards the high end, at the faces
 * across that axis: a number; a field of the state's box with one layer more along the axis, its
 * first the lower faces of the box's first cells; or a function, of the middles of faces, evaluated
 * once at the next step's begin, or, where it `changes` with time, in the middle of every substep.
 * A face that two ranks have, or a periodic axis at both its ends, has the field's value at the
 * lower side of its upper cell.
 *
 * Collective; the same kind, number and function on all ranks. CT_ERROR_ARGUMENT, CT_ERROR_MEMORY.
 * From then on ct_adi_step and ct_adi_step_doubled also raise CT_ERROR_UNSUPPORTED, for a v that is
 * not finite, for a step of more than CT_ADI_SUBSTEPS_MOST substeps, or with a law of the capacity
 * (whose C u is not what is carried); ct_adi_steady does always. */
enum { CT_ADI_SUBSTEPS_MOST = 100000 };
ct_status ct_adi_set_velocity(ct_adi_plan *plan, int axis, const ct_adi_quantity *velocity,
                              int changes);

/* Courant numbers are sums over axes, of what leaves a cell (or enters it) in a time over what it
 * contains; a substep's is at most 1/2, up to which the TVD scheme has no new extremes. */
typedef struct ct_adi_advected {
    double courant;      /* the largest of a whole step so far */
    double longest_step; /* that has but one substep in each half, by the last v; HUGE_VAL: any */
    double steps;        /* so far, those of doubled steps each counted */
    double substeps;     /* in all of them */
} ct_adi_advected;

/* Local; the same on all ranks. */
ct_adi_advected ct_adi_advection_facts(const ct_adi_plan *plan);

CT_PUBLIC_END

#endif
