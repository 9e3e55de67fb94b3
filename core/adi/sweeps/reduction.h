/*
 * The reduced systems of distributed lines: after each rank has eliminated its part, one unknown a
 * line and rank remains, the last of the part. The systems are divided among the ranks of the line.
 */
#ifndef CT_ADI_SWEEPS_REDUCTION_H
#define CT_ADI_SWEEPS_REDUCTION_H

#include "adi/kernels/kernels.h"
#include "adi/sweeps/meeting.h"

/* Of one axis. */
typedef struct ct_adi_reduction {
    const ct_adi_line *line;       /* the owner's, */
    const ct_adi_systems *systems; /* and its systems on this rank's part */
    const ct_adi_kernels *kernels;
    ptrdiff_t lines; /* of this rank */
    int is_cyclic;
    ct_adi_meeting meeting; /* of several parts */
    void *mine;   /* two numbers a line, the meeting's if there is one: last d and sum, then unknown
                     before and last unknown */
    void *weight; /* variable systems: workspace of elimination */
    ct_adi_reduced reduced;
    double bytes, moved_bytes; /* of memory; received from others in a solution */
    double least_pivot;        /* of reduced systems, relative: ct_adi_reduced_factorise */
} ct_adi_reduction;

/* Allocates memory and plans exchanges. A periodic axis that is not distributed is a line of one
 * part without exchanges. Line and systems live as long as the reduction. Collective over the
 * line. */
ct_status ct_adi_reduction_create(const ct_adi_line *line, const ct_adi_systems *systems,
                                  const ct_adi_kernels *kernels, int is_cyclic,
                                  ct_adi_reduction *reduction);
void ct_adi_reduction_destroy(ct_adi_reduction *reduction);

/* Factorises the reduced systems, after those of the parts. Collective over the line. */
ct_status ct_adi_reduction_prepare(ct_adi_reduction *reduction);

/* Solves them from d and the sums that elimination stored in ct_adi_reduction_sum. has_layer: it
 * has put the last layer of d in ct_adi_reduction_layer if there is one. Collective over the line.
 */
ct_status ct_adi_reduction_close(ct_adi_reduction *reduction, const void *d, int has_layer);

/* One number a line: those that elimination ends with, where several ranks have the lines, else
 * NULL. Local. */
void *ct_adi_reduction_layer(const ct_adi_reduction *reduction);

/* One number a line: the sums; after the solution, the unknown before the part and its last one.
 * NULL where systems have none. Local. */
void *ct_adi_reduction_sum(const ct_adi_reduction *reduction);
const void *ct_adi_reduction_before(const ct_adi_reduction *reduction);
const void *ct_adi_reduction_last(const ct_adi_reduction *reduction);

#endif
