/* What reading and writing arrays have in common. Private to io. */
#ifndef CT_IO_ARRAY_PARTS_H
#define CT_IO_ARRAY_PARTS_H

#include "base/shown.h"
#include "io/array/array.h"
#include "io/array/slices.h"
#include "io/config/numbers.h"

#include <hdf5.h>
#include <stdbool.h>

enum { CT_COMPLEX_BYTES = 16 }; /* of a complex double */

/* Most bytes that a rank moves in one call; MPI-IO counts in int, and what is
 * agreed on after each call bounds what is lost by a failure. A variable for the tests' sake. */
extern ptrdiff_t ct_array_slice_bytes;

typedef struct ct_source {
    ct_array_info info;
    bool contiguous;    /* one run of bytes in the file itself, whose space is there */
    ptrdiff_t place;    /* where it begins, then; 0 of an empty one, which is nowhere */
    ct_numbers numbers; /* what it holds, or complex numbers have two of */
} ct_source;

/* What dataset `dataset` of `path` is; CT_ERROR_FILE as ct_array_inspect. Local: opens the file
 * without MPI, so that no damage can part the ranks. */
ct_status ct_source_examine(const char *path, const char *dataset, ct_array_elements elements,
                            ct_source *source);

/* The same, asked by rank 0 for all. Collective. */
ct_status ct_source_agree(MPI_Comm comm, const char *path, const char *dataset,
                          ct_array_elements elements, ct_source *source);

/* The number type that `type` is or, when complex, has two of; the caller closes it. Local.
 * CT_ERROR_FILE, saying what it is and what is allowed, beginning with `where`. */
ct_status ct_source_number(const char *where, hid_t type, hid_t *number, bool *is_complex);

/* Says of a type what `info` has to say about elements. Local. CT_ERROR_FILE when `elements` do not
 * have it, beginning with `where`. */
ct_status ct_source_elements(const char *where, hid_t type, ct_array_elements elements,
                             ct_array_info *info);

/* The compound {r, i} of two numbers; a native type by its name in ct_array_numbers. The caller
 * closes it. Local. */
ct_status ct_make_complex_type(hid_t number, hid_t *type);
ct_status ct_make_number_type(const char *name, hid_t *type);

/* Whether `box` lies in an array of `axes` extents. Local. CT_ERROR_INTERNAL. */
ct_status ct_array_check_box(const ct_box *box, int axes, const ptrdiff_t *extent);

/* A transfer between boxes in memory and a dataset, slice by slice, in step on all ranks. */
typedef struct ct_transfer {
    MPI_Comm comm;
    char path[CT_SHOWN_BYTES];  /* as messages show it, */
    const char *dataset, *verb; /* with "reading" or "writing" */
    const char *temporary;      /* file to remove if this program has to be aborted, or NULL */
    bool parallel, collective;  /* opened by MPI-IO; moved by collective calls */
    unsigned access;            /* H5F_ACC_RDONLY or H5F_ACC_RDWR */
    double whole_bytes;         /* in memory, of the boxes of all ranks, for the progress */
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

/* What is written: `elements`, or what `maker` (not NULL) puts there of each of the slices of a box
 * that have at most so many elements. */
typedef struct ct_array_origin {
    char *elements;
    const ct_array_maker *maker;
    ptrdiff_t most_elements;
} ct_array_origin;

#endif
