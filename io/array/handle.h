/* What is behind a ct_array_file. Private to io. */
#ifndef CT_IO_ARRAY_HANDLE_H
#define CT_IO_ARRAY_HANDLE_H

#include "base/escape.h"
#include "io/array/file.h"
#include "io/array/info.h"
#include "io/output/output.h"

#include <hdf5.h>
#include <limits.h>

enum { CT_HEADER_BYTES = 1 << 16 }; /* space to reserve for what HDF5 writes about a dataset */

/*
 * Between two calls no rank has the file open. Rank 0 alone creates datasets and attributes,
 * without MPI. All ranks open the file together only to move data; HDF5 then rewrites no more than
 * its first block, in place. So every rank can close the file after a failure, such as a full disk.
 */
struct ct_array_file {
    MPI_Comm comm;
    int rank;
    char path[CT_ESCAPED_BYTES]; /* its name to be, for messages */
    char temporary[PATH_MAX];
    bool resumable;    /* several runs continue it */
    ct_output *output; /* of rank 0 */

    char *dataset; /* the one made or selected last, and what it is; */
    int axes;
    ptrdiff_t extent[CT_MAX_AXES], element_bytes;
    bool reserved;   /* whether its space is */
    ptrdiff_t place; /* of its first byte in the file; -1: it has none */
};

/* Closes the file on rank 0: a failure to close is a failure to write. Returns `status` if that is
 * one already. */
ct_status ct_array_file_close(const char *path, hid_t file, ct_status status);

#endif
