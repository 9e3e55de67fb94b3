/* Boundary values, and their fluxes into the cells at a face. All is local. */
#ifndef CT_ADI_COEFFICIENTS_BOUNDARY_H
#define CT_ADI_COEFFICIENTS_BOUNDARY_H

#include <cornerturn/adi.h>

/* Use of fluxes. */
typedef enum ct_adi_flux { CT_ADI_OF_OPERATOR, CT_ADI_OF_SWEEPS, CT_ADI_FLUXES } ct_adi_flux;

/* Values at a face of this rank's box, on a patch: the box's cells at the face and, for functions,
 * neighbouring ones. */
typedef struct ct_adi_boundary_values {
    int is_here, is_zero;
    ct_adi_quantity value;        /* the values of a field are in `now` only */
    int across[2];                /* the axes along the face */
    ptrdiff_t first[2], count[2]; /* of the patch; beyond the box where an axis is periodic */
    ptrdiff_t margin[2];          /* cells of the patch before those of the box */
    ptrdiff_t cells[2];           /* of the box */
    double *now, *next;           /* values of the patch, at the begin and the end of a step */
    double now_time;
    int is_known;                /* `now` is valid for now_time */
    double *factor;              /* by cell of the box: what a value of 1 adds to A u */
    double *outflow;             /* and what a u of 1 takes from it */
    double *flux[CT_ADI_FLUXES]; /* by cell of the box */
    int has_flux[CT_ADI_FLUXES]; /* not 0 everywhere */

    /* For bounds.h, recomputed when values or factors change: */
    int is_noted;
    double level;  /* the largest value imposed on u */
    double inflow; /* the largest flux into a cell */
} ct_adi_boundary_values;

/* Which values fluxes are computed from. */
typedef enum ct_adi_instant {
    CT_ADI_NEVER,
    CT_ADI_NOW,
    CT_ADI_NEXT,
    CT_ADI_INCREMENT /* next minus now, before the previous axes are swept */
} ct_adi_instant;

/* Sets the values of a face; the quantity was checked. CT_ERROR_ARGUMENT, CT_ERROR_MEMORY. */
ct_status ct_adi_boundary_set(ct_adi_plan *plan, int axis, int side, const ct_adi_quantity *value);
void ct_adi_boundary_destroy(ct_adi_boundary_values *boundary);

/* The index in the box of cell (i, j) at the face. */
ptrdiff_t ct_adi_boundary_cell(const ct_adi_plan *plan, int axis, int side, ptrdiff_t i,
                               ptrdiff_t j);

/* The positions of `count` cells of row i of the face, from cell `first` of the box on, which may
 * lie beyond it, into the plan's points. */
void ct_adi_boundary_points(const ct_adi_plan *plan, int axis, int side, ptrdiff_t i,
                            ptrdiff_t first, ptrdiff_t count);

/* Where in `now` and `next` is cell (i, j) of the face. */
ptrdiff_t ct_adi_boundary_in_patch(const ct_adi_boundary_values *boundary, ptrdiff_t i,
                                   ptrdiff_t j);

/* Computes the factors after kappa was set. */
void ct_adi_boundary_couple(ct_adi_plan *plan, int axis, int side);

/* Evaluates functions at the plan's time and dt later. */
void ct_adi_boundary_evaluate(ct_adi_plan *plan, double dt);

/* Computes the fluxes of one kind at all faces; c as in the sweeps. */
void ct_adi_boundary_fluxes(ct_adi_plan *plan, ct_adi_flux which, ct_adi_instant instant, double c);

/* Whether a layer of the box has fluxes along an axis. */
int ct_adi_boundary_has(const ct_adi_plan *plan, int axis, ct_adi_flux which, ptrdiff_t layer);

/* Adds the fluxes along an axis, times scale, to rows first .. end - 1 of the box, counted through
 * its planes; `into` begins with row `first`. */
void ct_adi_boundary_add(const ct_adi_plan *plan, int axis, ct_adi_flux which, double scale,
                         ptrdiff_t first, ptrdiff_t end, void *into);

#endif
