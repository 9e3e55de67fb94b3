/* A file of arrays that is being written. Private to io. */
#ifndef CT_IO_ARRAY_FILE_H
#define CT_IO_ARRAY_FILE_H

#include "base/shown.h"
#include "io/array/array.h"
#include "io/output/output.h"

#include <hdf5.h>
#include <limits.h>

enum { CT_HEADER_BYTES = 1 << 16 }; /* space to set aside for what HDF5 says about a dataset */

/*
 * Between two calls no rank has the file open. Rank 0 alone makes datasets and attributes, without
 * MPI; all ranks open the file together only to move data, when HDF5 has no more than its first
 * block to write again in place. So after a failure in the middle (a full disk) every rank can
 * close.
 */
struct ct_array_file {
    MPI_Comm comm;
    int rank;
    char path[CT_SHOWN_BYTES]; /* its name to be, for messages */
    char temporary[PATH_MAX];
    bool lasting;      /* several runs work on it */
    ct_output *output; /* of rank 0 */

    char *dataset; /* the one made or selected last, and what it is; */
    int axes;
    ptrdiff_t extent[CT_MAX_AXES], element_bytes;
    bool reserved;   /* whether its space is set aside */
    ptrdiff_t place; /* of its first byte in the file; -1: it has none */
};

/* Ends a use of the file by rank 0: a failure to close is one to write. */
ct_status ct_array_file_close(const char *path, hid_t file, ct_status status);

#endif
