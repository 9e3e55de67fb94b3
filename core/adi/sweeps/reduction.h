/*
 * The reduced system of distributed lines: after each rank has eliminated its part of a line, one
 * unknown a rank and line remains, the last of its part. Its systems are shared out among the ranks
 * of the line.
 */
#ifndef CT_ADI_SWEEPS_REDUCTION_H
#define CT_ADI_SWEEPS_REDUCTION_H

#include "adi/kernels/kernels.h"
#include <cornerturn/adi.h>

/* Of one axis. */
typedef struct ct_adi_reduction {
    ptrdiff_t lines; /* of this rank, which solves the reduced systems of `chunk` of them */
    ptrdiff_t chunk;
    int is_cyclic;
    ct_exchange_plan *collect, *spread;
    void *mine; /* two numbers a line: last d and sum; in return: unknown before, last unknown */
    void *collected; /* [size][2][chunk] */
    void *solved;    /* [1 + size][chunk]: unknowns before the first part, then the last of each */
    void *weight;    /* of variable systems, while sums are made */
    ct_adi_reduced reduced;
} ct_adi_reduction;

/* Memory and exchanges. A periodic axis that is not distributed is a line of one part and exchanges
 * nothing. Collective over the line. */
ct_status ct_adi_reduction_create(ct_adi_plan *plan, int axis);
void ct_adi_reduction_destroy(ct_adi_reduction *reduction);

/* Factorises the reduced systems, after the systems of the parts. Collective over the line. */
ct_status ct_adi_reduction_prepare(ct_adi_plan *plan, int axis);

/* Solves them, from the d of all numbers and from the sums that forward elimination left in
 * ct_adi_reduction_sum. Collective over the line. */
ct_status ct_adi_reduction_close(ct_adi_plan *plan, int axis, const void *d);

/* One number a line: the sums; the unknown before the part and its last unknown, once closed. NULL
 * where systems have none. Local. */
void *ct_adi_reduction_sum(const ct_adi_plan *plan, int axis);
const void *ct_adi_reduction_before(const ct_adi_plan *plan, int axis);
const void *ct_adi_reduction_last(const ct_adi_plan *plan, int axis);

#endif
