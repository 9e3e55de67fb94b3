/*
 * The reduced systems of distributed lines: after each rank has eliminated its part, one unknown a
 * line and rank remains, the last of the part. The systems are divided among the ranks of the line.
 */
#ifndef CT_ADI_SWEEPS_REDUCTION_H
#define CT_ADI_SWEEPS_REDUCTION_H

#include "adi/kernels/kernels.h"
#include <cornerturn/adi.h>

/* Of one axis. */
typedef struct ct_adi_reduction {
    ptrdiff_t lines; /* of this rank, which solves `chunk` reduced systems */
    ptrdiff_t chunk;
    int is_cyclic;
    ct_exchange_plan *collect, *spread;
    void *mine;      /* two numbers a line, sent: last d and sum; received: unknown before, last
                        unknown */
    void *collected; /* [size][2][chunk] */
    void *solved;    /* [1 + size][chunk]: unknowns before the first part, then the last of each */
    void *weight;    /* variable systems: workspace of elimination */
    ct_adi_reduced reduced;
} ct_adi_reduction;

/* Allocates memory and plans exchanges. A periodic axis that is not distributed is a line of one
 * part without exchanges. Collective over the line. */
ct_status ct_adi_reduction_create(ct_adi_plan *plan, int axis);
void ct_adi_reduction_destroy(ct_adi_reduction *reduction);

/* Factorises the reduced systems, after those of the parts. Collective over the line. */
ct_status ct_adi_reduction_prepare(ct_adi_plan *plan, int axis);

/* Solves them from d and the sums that elimination stored in ct_adi_reduction_sum. Collective over
 * the line. */
ct_status ct_adi_reduction_close(ct_adi_plan *plan, int axis, const void *d);

/* One number a line: the sums; after the solution, the unknown before the part and its last one.
 * NULL where systems have none. Local. */
void *ct_adi_reduction_sum(const ct_adi_plan *plan, int axis);
const void *ct_adi_reduction_before(const ct_adi_plan *plan, int axis);
const void *ct_adi_reduction_last(const ct_adi_plan *plan, int axis);

#endif
