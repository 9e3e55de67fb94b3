/*
 * Calibration: the constants of this machine, measured.
 */
#ifndef CORNERTURN_CALIBRATE_H
#define CORNERTURN_CALIBRATE_H

#include <cornerturn/calibration.h>
#include <cornerturn/public.h>
#include <mpi.h>

CT_PUBLIC_BEGIN

/* Measures in under 10 s, by this library's own exchanges: medians of rounds in which everything
 * takes turns, of the slowest rank. With a network of the ranks of `comm` (NULL: none) its links
 * are measured, too, by messages that all cross the same of them. Collective; all ranks give the
 * same network and get the same. CT_ERROR_MEMORY. */
ct_status ct_calibrate(MPI_Comm comm, const ct_topology *network, ct_calibration *calibration);

CT_PUBLIC_END

#endif
