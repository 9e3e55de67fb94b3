/* The pipelined broadcast down a binomial tree, by itself (broadcast.c) or from every rank in turn
 * (sba.c). */
#ifndef CT_ALGORITHMS_MOVEMENTS_BROADCAST_H
#define CT_ALGORITHMS_MOVEMENTS_BROADCAST_H

#include "algorithms/movements/cube.h"

/* Appends the moves of the schedule's rank that bring the vector of `root` to everyone, in the
 * steps after `before`. */
void ct_broadcast_moves(const ct_topology *topology, int root, int packets, int before,
                        ct_schedule *schedule);

/* Its number of steps, the ports it needs and its time. */
int ct_broadcast_steps(const ct_topology *topology, int packets);
int ct_broadcast_ports(const ct_topology *topology, int packets);
double ct_broadcast_s(const ct_topology *topology, int packets, const ct_machine *machine,
                      double vector_bytes);

#endif
