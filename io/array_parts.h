/* What reading and writing arrays have in common. Private to io. */
#ifndef CT_IO_ARRAY_PARTS_H
#define CT_IO_ARRAY_PARTS_H

#include "io/array.h"

#include <hdf5.h>
#include <stdbool.h>

enum { CT_COMPLEX_BYTES = 16 }; /* of a complex double */

/* Most bytes of complex doubles that a rank moves in one call; MPI-IO counts in int, and what is
 * agreed on after each call bounds what is lost by a failure. A variable for the tests' sake. */
extern ptrdiff_t ct_array_slice_bytes;

/* A box in pieces of bounded size, each contiguous in the storage of the box. */
typedef struct ct_slices {
    ct_box box;
    int axis;               /* the axis that is cut; those before it are walked one by one */
    ptrdiff_t rows, pieces; /* positions of `axis` in a piece; pieces along it */
    ptrdiff_t count;        /* all slices; 0 for an empty box */
} ct_slices;

/* Cuts `box` into slices of at most `most_elements` (at least 1). Local. */
ct_slices ct_slices_make(const ct_box *box, ptrdiff_t most_elements);

/* Slice `index` as a box of the whole array. Returns its offset in the storage, in elements. Local.
 */
ptrdiff_t ct_slices_at(const ct_slices *slices, ptrdiff_t index, ct_box *slice);

/* A dataset of numbers: integers, floats, or complex. */
typedef struct ct_source {
    ct_array_info info;
    bool contiguous; /* one run of bytes in the file itself */
} ct_source;

/* What dataset `dataset` of `path` is; CT_ERROR_FILE as ct_array_inspect. Local: opens the file
 * without MPI, so that no damage can part the ranks. */
ct_status ct_source_examine(const char *path, const char *dataset, ct_source *source);

/* The same, asked by rank 0 for all. Collective. */
ct_status ct_source_agree(MPI_Comm comm, const char *path, const char *dataset, ct_source *source);

/* The number type that `type` is or, when complex, has two of; the caller closes it. Local.
 * CT_ERROR_FILE, saying what it is and what is allowed, beginning with `where`. */
ct_status ct_source_number(const char *where, hid_t type, hid_t *number, bool *is_complex);

/* Whether `box` lies in an array of `axes` extents. Local. CT_ERROR_INTERNAL. */
ct_status ct_array_check_box(const ct_box *box, int axes, const ptrdiff_t *extent);

/* A transfer between boxes in memory and a dataset, slice by slice, in step on all ranks. */
typedef struct ct_transfer {
    MPI_Comm comm;
    const char *path, *dataset, *verb; /* for messages: verb is "reading" or "writing" */
    const char *temporary;     /* file to remove if this program has to be aborted, or NULL */
    bool parallel, collective; /* opened by MPI-IO; moved by collective calls */
    unsigned access;           /* H5F_ACC_RDONLY or H5F_ACC_RDWR */
    double whole_bytes;        /* of the array in the file, for the progress */
    ct_progress *progress;

    /* Moves one slice of `elements` (0 on a rank that has no more) at `offset` of its storage. */
    ct_status (*move)(const struct ct_transfer *transfer, ptrdiff_t offset, ptrdiff_t elements);
    void *context;

    hid_t handle, filespace, memory, properties; /* of the dataset; set for `move` */
} ct_transfer;

/* Opens `file_name`, moves `box` and closes. Collective. */
ct_status ct_transfer_run(ct_transfer *transfer, const char *file_name, const ct_box *box,
                          ptrdiff_t most_elements);

#endif
