/* How files are opened: alignment, and hints to MPI-IO. Private to io. */
#ifndef CT_IO_ARRAY_STORAGE_ACCESS_H
#define CT_IO_ARRAY_STORAGE_ACCESS_H

#include "io/array/storage/hdf5.h"

#include <mpi.h>
#include <stdbool.h>

/* How this process opens files. */
typedef struct ct_array_access {
    const char *hints;                      /* to MPI-IO: NAME=VALUE, .. */
    long long alignment_bytes, least_bytes; /* what has `least_bytes` begins at a multiple */
} ct_array_access;

/* Sets how this process opens files from here on. CT_ERROR_CONFIG for hints that are not
 * NAME=VALUE. Local; the same on all ranks. */
ct_status ct_array_set_access(const ct_array_access *wanted);

/* HDF5's file access properties for `comm`, or without MPI for MPI_COMM_NULL, by what
 * ct_array_set_access has set. The caller releases them. Collective. */
ct_status ct_access_make(MPI_Comm comm, hid_t *access);

/* Whether the user gave hints, which only MPI-IO heeds. Local. */
bool ct_access_has_hints(void);

#endif
