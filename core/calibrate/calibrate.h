/* Parts of a calibration. */
#ifndef CT_CALIBRATE_CALIBRATE_H
#define CT_CALIBRATE_CALIBRATE_H

#include <cornerturn/calibrate.h>

/* As ct_calibrate, with a time budget for the curves; measures at least three sizes. Collective. */
ct_status ct_calibrate_within(MPI_Comm comm, const ct_topology *network, double budget_s,
                              ct_calibration *calibration);

/* Sets link_speed from probes on a network of the ranks of `comm` and the curve `distant`; leaves
 * it unset without shared links or without the curve. Collective; the same on all ranks.
 * CT_ERROR_MEMORY. */
ct_status ct_links_calibrate(MPI_Comm comm, const ct_topology *network,
                             ct_calibration *calibration);

#endif
