/* The struct of ct_array_file. Private to io. */
#ifndef CT_IO_ARRAY_HANDLE_H
#define CT_IO_ARRAY_HANDLE_H

#include "base/escape.h"
#include "files/output.h"
#include "io/array/chunks/choose.h"
#include "io/array/file.h"
#include "io/array/info.h"

#include <hdf5.h>
#include <limits.h>

enum { CT_HEADER_BYTES = 1 << 16 }; /* space to reserve for what HDF5 writes about a dataset */

/*
 * Between calls the file is closed on all ranks. Rank 0 alone creates datasets and attributes,
 * without MPI. All ranks open the file together only to move data; HDF5 then rewrites only its
 * first block, in place. So every rank can close the file after a failure, such as a full disk.
 */
struct ct_array_file {
    MPI_Comm comm;
    int rank;
    char path[CT_ESCAPED_BYTES]; /* its final name, for messages */
    char final[PATH_MAX];
    char temporary[PATH_MAX];
    bool resumable;    /* later runs can continue it */
    ct_output *output; /* of rank 0 */

    char *dataset; /* the current dataset, and its description; */
    int axes;
    ptrdiff_t extent[CT_MAX_AXES], element_bytes;
    bool reserved;                /* its space is reserved */
    ptrdiff_t place;              /* offset of its first byte in the file; -1: none */
    bool is_chunked;              /* stored in chunks, */
    ptrdiff_t chunk[CT_MAX_AXES]; /* of these extents, */
    bool is_virtual;              /* or in other files, if it was selected */

    ct_array_layout layout; /* of the next datasets */
    ct_chunk_cuts cuts;
    bool is_reopened;
    struct ct_nodes *nodes; /* which hold the elements; NULL: this file does */
    char *old_parts;        /* of rank 0: files of nodes of the file that it replaces, or NULL */
};

/* Closes the file on rank 0; failure to close is failure to write. Returns `status` if that is a
 * failure already. */
ct_status ct_array_file_close(const char *path, hid_t file, ct_status status);

#endif
