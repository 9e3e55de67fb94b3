/* Moving boxes between memory and a dataset, slice by slice. Private to io. */
#ifndef CT_IO_ARRAY_STORAGE_TRANSFER_H
#define CT_IO_ARRAY_STORAGE_TRANSFER_H

#include "base/escape.h"
#include "io/array/info.h"
#include "io/array/slices.h"
#include "io/run/progress.h"

#include <hdf5.h>
#include <mpi.h>
#include <stdbool.h>

/* Most bytes that a rank moves in one call: MPI-IO counts in int, and ranks agree after each call,
 * so that little is lost by a failure. A variable for tests. */
extern ptrdiff_t ct_array_slice_bytes;

/* A transfer between boxes in memory and a dataset, slice by slice, in step on all ranks. */
typedef struct ct_transfer {
    MPI_Comm comm;
    char path[CT_ESCAPED_BYTES]; /* as messages show it, */
    const char *dataset, *verb;  /* with "reading" or "writing" */
    const char *temporary;       /* file to remove if this program has to be aborted, or NULL */
    bool parallel, collective;   /* opened by MPI-IO; moved by collective calls */
    unsigned access;             /* H5F_ACC_RDONLY or H5F_ACC_RDWR */
    double whole_bytes;          /* in memory, of the boxes of all ranks, for the progress */
    ct_progress *progress;

    /* Moves one slice of `elements` (0 on a rank that has no more) at `offset` of its storage. */
    ct_status (*move)(const struct ct_transfer *transfer, ptrdiff_t offset, ptrdiff_t elements);
    void *context;

    hid_t handle, filespace, memory, properties; /* of the dataset; set for `move` */
    int descriptor; /* of a file that MPI-IO cannot be told by its name; else -1 */
} ct_transfer;

/* Opens `file_name`, moves `box` in slices of at most so many elements, and closes. Collective. */
ct_status ct_transfer_run(ct_transfer *transfer, const char *file_name, const ct_box *box,
                          ptrdiff_t most_elements);

/* Elements that a slice may have. Local. */
ptrdiff_t ct_slice_elements(ptrdiff_t element_bytes);

/* What is written: `elements`, or, with a `maker` (not NULL), what it puts there for each of the
 * slices of a box that have at most so many elements. */
typedef struct ct_array_origin {
    char *elements;
    const ct_array_maker *maker;
    ptrdiff_t most_elements;
} ct_array_origin;

#endif
