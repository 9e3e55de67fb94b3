/* Moves boxes between memory and a dataset, slice by slice. Private to io. */
#ifndef CT_IO_ARRAY_STORAGE_TRANSFER_H
#define CT_IO_ARRAY_STORAGE_TRANSFER_H

#include "base/escape.h"
#include "io/array/info.h"
#include "io/array/slices.h"
#include "io/run/progress.h"

#include <hdf5.h>
#include <mpi.h>
#include <stdbool.h>

/* Most bytes that a rank moves in a call: MPI-IO counts in int, and ranks agree after each call. A
 * variable for tests. */
extern ptrdiff_t ct_array_slice_bytes;

/* A transfer between boxes in memory and a dataset, slice by slice, in step on all ranks. */
typedef struct ct_transfer {
    MPI_Comm comm;
    char path[CT_ESCAPED_BYTES]; /* for messages, */
    const char *dataset, *verb;  /* with "reading" or "writing" */
    const char *temporary;       /* file to remove if this program has to be aborted, or NULL */
    bool parallel, collective;   /* opened with MPI-IO; collective calls */
    unsigned access;             /* H5F_ACC_RDONLY or H5F_ACC_RDWR */
    double whole_bytes;          /* in memory, of the boxes of all ranks, for the progress */
    ct_progress *progress;

    /* Moves one slice of `elements` (0 on a rank that has no more) at `offset` of its storage. */
    ct_status (*move)(const struct ct_transfer *transfer, ptrdiff_t offset, ptrdiff_t elements);
    void *context;

    hid_t handle, filespace, memory, properties; /* of the dataset; set for `move` */
    int descriptor; /* of a file whose name MPI-IO would misread; else -1 */
} ct_transfer;

/* Opens `file_name`, moves `box` in slices of at most `slice_elements`, and closes. Collective. */
ct_status ct_transfer_run(ct_transfer *transfer, const char *file_name, const ct_box *box,
                          ptrdiff_t most_elements);

/* Its parts. Open and move are local, of a collective transfer collective; what they return needs
 * ct_transfer_agree. ct_transfer_move moves the elements of `part` at `offset` of the storage;
 * ct_transfer_close closes, with `flush` after flushing to the disk, also after a failure: that of
 * a write may end the program. */
ct_status ct_transfer_open(ct_transfer *transfer, const char *file_name, hid_t *file);
ct_status ct_transfer_move(ct_transfer *transfer, const ct_box *part, ptrdiff_t offset);
ct_status ct_transfer_close(ct_transfer *transfer, hid_t file, bool flush);

/* Agreement after a call that may have failed on some ranks: collective calls then may block the
 * others for ever, and the program is aborted with the message. Collective. */
ct_status ct_transfer_agree(const ct_transfer *transfer, ct_status mine);

/* Most elements of a slice. Local. */
ptrdiff_t ct_slice_elements(ptrdiff_t element_bytes);

/* The data to write: `elements` or, with a `maker`, what it generates there for each slice of at
 * most `slice_elements` elements. */
typedef struct ct_array_origin {
    char *elements;
    const ct_array_maker *maker;
    ptrdiff_t most_elements;
} ct_array_origin;

#endif
