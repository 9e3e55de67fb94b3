/* Coordinates of arrays, as netCDF and xarray find them: HDF5's dimension scales. Collective; rank
 * 0 does the work. */
#ifndef CT_IO_ARRAY_STORAGE_SCALES_H
#define CT_IO_ARRAY_STORAGE_SCALES_H

#include "io/array/file.h"

#include <stddef.h>

/* Names axis `axis` of `dataset` and gives it the coordinates of dataset `name`, a list of one
 * number a position: one that is in the file already, or, with `values`, rank 0's, one to be
 * created. Where an array has that name itself, only the axis gets it. `units`: NULL or empty:
 * unknown. */
ct_status ct_array_scale(ct_array_file *file, const char *dataset, int axis, const char *name,
                         ptrdiff_t count, const double *values, const char *units);

/* Copies the units of a dataset of another file, and the names and coordinates, with their units,
 * that its axes have, to `dataset`: axis a is axis permutation[a] there. What is no list of numbers
 * is left out. */
ct_status ct_array_scales_like(ct_array_file *file, const char *dataset, int axes,
                               const int *permutation, const char *like_path, const char *like);

#endif
