/* Parts of a calibration. */
#ifndef CT_CALIBRATE_CALIBRATE_H
#define CT_CALIBRATE_CALIBRATE_H

#include <cornerturn/calibrate.h>

/* As ct_calibrate, with this much time for the curves; at least three sizes are measured.
 * Collective. */
ct_status ct_calibrate_within(MPI_Comm comm, const ct_topology *network, double budget_s,
                              ct_calibration *calibration);

/* Measures how fast the links of a network are, whose ranks are those of `comm`, by the curve of
 * messages between nodes, the same on all ranks; nothing where it has no links that are shared, or
 * there is no such curve. Collective. CT_ERROR_MEMORY. */
ct_status ct_links_calibrate(MPI_Comm comm, const ct_topology *network,
                             ct_calibration *calibration);

#endif
