/*
 * Link probes: simultaneous messages of which several share a link; its bandwidth follows from
 * their slow-down.
 *
 * Local, pure and free of MPI.
 */
#ifndef CT_CALIBRATE_LINK_PROBE_H
#define CT_CALIBRATE_LINK_PROBE_H

#include <cornerturn/topology.h>

/* Destination and source of a rank, or CT_NOBODY; each rank sends at most one message: half way
 * along the longest axis, less than half round a ring; on a hypercube to the bit-reversed rank; on
 * a dragonfly to the same position in the group half way on. */
typedef struct ct_link_probe {
    int to, from;
} ct_link_probe;

ct_link_probe ct_link_probe_of(const ct_topology *topology, int rank);

/* Messages of the most loaded link; 0 on topologies without links. CT_ERROR_MEMORY. */
ct_status ct_link_probe_count(const ct_topology *topology, int *shared);

/* Bandwidth of a link, relative to a rank's port, from the time of a message's bytes alone and in
 * the probe with `shared` messages on the link; at most `shared`, where links are no bottleneck. */
double ct_link_probe_speed(int shared, double alone_s, double probe_s);

#endif
