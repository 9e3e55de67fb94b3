/* The gather up a binomial tree, by itself (gather.c) or to every rank in turn (smg.c). */
#ifndef CT_ALGORITHMS_MOVEMENTS_GATHER_H
#define CT_ALGORITHMS_MOVEMENTS_GATHER_H

#include "algorithms/movements/cube.h"

/* Appends the moves of the schedule's rank that bring the blocks for `root` to it, in the steps
 * after `before`, one a dimension. */
void ct_gather_to(const ct_topology *topology, int root, int before, ct_schedule *schedule);

/* Its time: blocks of m bytes, 2^0, 2^1, .. 2^(d-1) of them a message. */
double ct_gather_s(const ct_topology *topology, const ct_machine *machine, double block_bytes);

#endif
