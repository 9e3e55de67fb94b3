/*
 * Calibration: the constants of this machine, measured.
 */
#ifndef CORNERTURN_CALIBRATE_H
#define CORNERTURN_CALIBRATE_H

#include <cornerturn/calibration.h>
#include <cornerturn/public.h>
#include <mpi.h>

CT_PUBLIC_BEGIN

/* Measures, in under 10 s, with this library's own exchanges: medians, over rounds in which all
 * quantities take turns, of the slowest rank's time. With a network of the ranks of `comm` (NULL:
 * none) link_speed is measured too, by messages that share a link. Collective; `network` and the
 * result are the same on all ranks. CT_ERROR_MEMORY. */
ct_status ct_calibrate(MPI_Comm comm, const ct_topology *network, ct_calibration *calibration);

CT_PUBLIC_END

#endif
