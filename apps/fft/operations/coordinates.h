/* Names and coordinates of the result's axes. */
#ifndef CT_APPS_FFT_OPERATIONS_COORDINATES_H
#define CT_APPS_FFT_OPERATIONS_COORDINATES_H

#include "apps/fft/job.h"

/* Gives axes of a dataset of the output their names, and their coordinates: positions x0, x1, .. of
 * points in units of grid.spacing, and wavenumbers k0, k1, .. of a spectrum in cycles per unit.
 * Collective. */
ct_status fft_job_coordinates(const fft_job *job, const char *dataset);

#endif
