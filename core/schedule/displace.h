/* Ranks as vectors of coordinates, each axis being a ring. */
#ifndef CT_SCHEDULE_DISPLACE_H
#define CT_SCHEDULE_DISPLACE_H

#include <cornerturn/topology.h>

/* The rank at the sum of two ranks' coordinates, each modulo its extent, and at the difference: on
 * a torus or mesh the rank that is as far from `rank` as `by` is from 0, round every ring. Local,
 * pure, O(axes). */
int ct_displaced(const ct_topology *topology, int rank, int by);
int ct_displaced_back(const ct_topology *topology, int rank, int by);

#endif
