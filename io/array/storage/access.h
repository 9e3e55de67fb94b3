/* How files are opened: alignment, and hints to MPI-IO. Private to io. */
#ifndef CT_IO_ARRAY_STORAGE_ACCESS_H
#define CT_IO_ARRAY_STORAGE_ACCESS_H

#include "io/array/storage/hdf5.h"

#include <mpi.h>
#include <stdbool.h>

/* HDF5's file access properties for `comm`, or without MPI for MPI_COMM_NULL, by what
 * ct_array_set_access has set. The caller releases them. Collective. */
ct_status ct_access_make(MPI_Comm comm, hid_t *access);

/* Whether the user gave hints, which only MPI-IO heeds. Local. */
bool ct_access_has_hints(void);

#endif
