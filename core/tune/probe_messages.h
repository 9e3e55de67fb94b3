/* The measurements of a network probe (probe.h). */
#ifndef CT_TUNE_PROBE_MESSAGES_H
#define CT_TUNE_PROBE_MESSAGES_H

#include "node/context.h"

#include <cornerturn/calibration.h>

/* The rank on another node with which `rank` exchanges messages: the first node's ranks with the
 * second's, the third's with the fourth's; CT_NOBODY where the other node has not as many ranks,
 * and for the last of an odd number of nodes. `leader` is the lowest rank on the node of each,
 * `count` workspace of one a rank. Local. */
int ct_probe_partner(const int *leader, int size, int rank, int *count);

/* Sets the curve `distant` and the time of a barrier, and takes MPI_Alltoall for messages of that
 * curve; other constants are left. The same on all ranks. Collective; CT_ERROR_MEMORY,
 * CT_ERROR_MPI. */
ct_status ct_probe_measure(const ct_context *context, ct_calibration *calibration);

#endif
