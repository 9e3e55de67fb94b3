/*
 * Cells that are no part of the domain.
 *
 * A masked cell has a capacity so large that no sweep changes its u, the walls' value, and kappa at
 * its faces is what lies between its neighbour's middle and the wall. So walls are conditions of
 * the neighbour's equations, along the axis across them, in every scheme; matrices leave its row
 * out.
 */
#ifndef CT_ADI_MASK_MASK_H
#define CT_ADI_MASK_MASK_H

#include "adi/kernels/kernels.h"
#include <cornerturn/adi_mask.h>

/* A cell of the domain whose neighbour along an axis is masked. */
typedef struct ct_adi_wall {
    ptrdiff_t cell; /* of the box */
    double flux;    /* into it per difference of the wall's u and its own, over the wall's area */
} ct_adi_wall;

typedef struct ct_adi_mask {
    unsigned char *cell; /* by cell of the box, 1: masked; NULL: no mask */
    unsigned char *beyond[CT_ADI_BOX_AXES][CT_ADI_SIDES]; /* by cell of layers beyond the box */
    ct_adi_face walls;
    double level;  /* u of masked cells */
    double volume; /* of the domain, of all ranks */
    ct_adi_wall *wall[CT_ADI_BOX_AXES];
    ptrdiff_t wall_count[CT_ADI_BOX_AXES];
} ct_adi_mask;

/* Sets a row's values in masked cells. Local. */
void ct_adi_mask_row(const ct_adi_plan *plan, ptrdiff_t line, double number, double *values);

/* The same of rows first .. end - 1 of an array that begins with row `first`. Local. */
void ct_adi_mask_rows(const ct_adi_plan *plan, ptrdiff_t first, ptrdiff_t end, double number,
                      void *rows);

/* Sets the state in masked cells. Local; nothing without a mask, as all of these. */
void ct_adi_mask_state(ct_adi_plan *plan);

/* Whether the neighbour of a cell of the box is masked. Local. */
int ct_adi_mask_beside(const ct_adi_plan *plan, ptrdiff_t cell, int axis, int side);

/* A capacity that keeps u of a masked cell: far above any other, and u times it is a number. */
double ct_adi_walled_capacity(const ct_adi_kernels *kernels);

/* Gives masked cells their capacity, a number becoming a field. Collective. CT_ERROR_MEMORY. */
ct_status ct_adi_mask_capacity(ct_adi_plan *plan);

void ct_adi_mask_destroy(ct_adi_mask *mask);

#endif
