/*
 * The network probe: what messages between nodes take here, in some milliseconds.
 *
 * Without a tuning file the model would take messages over the network for as quick as those inside
 * a node. So the first plan on ranks of several nodes times messages of a few sizes between pairs
 * of nodes, all pairs at once, and MPI_Alltoall; what is not between nodes stays as assumed
 * (ct_calibration_default). The result serves the whole job, and later ones on the same hosts with
 * as many ranks each for a day: it is kept as a tuning file in $XDG_CACHE_HOME/cornerturn or
 * ~/.cache/cornerturn, if there is one that can be written. CT_PROBE=off, on rank 0, turns it off;
 * CT_PROBE=anew neither reads nor keeps any, for networks that change. Where ranks are only
 * supposed (supposed/cluster.h) nothing is timed: what was kept for as many is taken.
 */
#ifndef CT_TUNE_PROBE_H
#define CT_TUNE_PROBE_H

#include <cornerturn/calibration.h>
#include <mpi.h>

/* *found: the constants of this network, the same on all ranks; NULL on one node and where the
 * probe is off. It stays as long as the process. Collective. CT_ERROR_MEMORY, CT_ERROR_MPI. */
ct_status ct_probe(MPI_Comm comm, const ct_calibration **found);

/* Whether a probe is kept for as many ranks, `node_ranks` of them a node, the latest where there
 * are several; *calibration then has its constants. For jobs that are yet to be queued. Local. */
int ct_probe_kept(int ranks, int node_ranks, ct_calibration *calibration);

#endif
