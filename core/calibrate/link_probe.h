/*
 * Link probes: messages of all ranks at once, chosen so that several share a link, whose speed is
 * then known from how much longer they take.
 *
 * Local, pure and free of MPI.
 */
#ifndef CT_CALIBRATE_LINK_PROBE_H
#define CT_CALIBRATE_LINK_PROBE_H

#include <cornerturn/topology.h>

/* Whom a rank sends to and receives from, or CT_NOBODY, when every rank sends to one at most: half
 * way along the longest axis, less than half round a ring; on a hypercube to the rank whose bits
 * are this one's in reverse; on a dragonfly to the same place in the group half way on. */
typedef struct ct_link_probe {
    int to, from;
} ct_link_probe;

ct_link_probe ct_link_probe_of(const ct_topology *topology, int rank);

/* How many of these messages the fullest link carries; 0 on topologies without links.
 * CT_ERROR_MEMORY. */
ct_status ct_link_probe_count(const ct_topology *topology, int *shared);

/* How many times as fast as a rank's port a link is that `shared` messages use at once, by what the
 * bytes of a message take alone and in the probe: at most `shared`, beyond which links do not limit
 * it. */
double ct_link_probe_speed(int shared, double alone_s, double probe_s);

#endif
