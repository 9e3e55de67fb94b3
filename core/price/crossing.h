/*
 * Crossings: messages that meet on a link on purpose, to find out how fast it is.
 *
 * Local, pure and free of MPI.
 */
#ifndef CT_PRICE_CROSSING_H
#define CT_PRICE_CROSSING_H

#include <cornerturn/topology.h>

/* Whom a rank sends to and receives from, or CT_NOBODY, when every rank sends to one at most: half
 * way along the longest axis, less than half round a ring; on a hypercube to the rank whose bits
 * are this one's in reverse; on a dragonfly to the same place in the group half way on. */
typedef struct ct_crossing {
    int to, from;
} ct_crossing;

ct_crossing ct_crossing_of(const ct_topology *topology, int rank);

/* How many of these messages the fullest link carries; 0 on topologies without links.
 * CT_ERROR_MEMORY. */
ct_status ct_crossing_count(const ct_topology *topology, int *shared);

/* How many times as fast as a rank's port a link is that `shared` messages cross, by what the bytes
 * of a message take alone and in the crossing: at most `shared`, beyond which links do not limit
 * it. */
double ct_crossing_speed(int shared, double alone_s, double crossing_s);

#endif
