/* Coordinates in the file of snapshots. Collective. */
#ifndef CT_APPS_ADI_OUTPUT_POSITIONS_H
#define CT_APPS_ADI_OUTPUT_POSITIONS_H

#include "apps/adi/job.h"

/* Writes the positions of cells along each axis, as lists x, y, z. */
ct_status adi_positions_put(adi_job *job);

/* Attaches them and the times to the array's axes, with output.units, where readers of netCDF look
 * for coordinates. */
ct_status adi_positions_attach(adi_job *job);

#endif
