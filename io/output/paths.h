/* Checks of a job's files by rank 0. */
#ifndef CT_IO_OUTPUT_PATHS_H
#define CT_IO_OUTPUT_PATHS_H

#include "files/paths.h"

#include <mpi.h>

/* As ct_paths_check. Collective. */
ct_status ct_paths_differ(MPI_Comm comm, const ct_path_use *uses, int count);

/* The same of files that the data of an input lie in besides: those that links lead to, and sources
 * of virtual datasets, must not be among what is written. `dataset` NULL or empty: no array.
 * Collective. */
ct_status ct_paths_differ_elsewhere(MPI_Comm comm, const ct_path_use *input, const char *dataset,
                                    const ct_path_use *uses, int count);

#endif
