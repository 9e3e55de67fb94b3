/*
 * One file of arrays: a named file without what nodes have beside it, or the file of a node.
 * Private to io; collective unless it says local.
 */
#ifndef CT_IO_ARRAY_SINGLE_FILE_H
#define CT_IO_ARRAY_SINGLE_FILE_H

#include "io/array/handle.h"

/* How a file begins. */
typedef struct ct_opening {
    const char *path;      /* its final name */
    const char *temporary; /* of a part of another file (files/output.h): its name until then; NULL:
                              chosen */
    bool resumable, again,
        overwrite; /* later runs can continue it; this one does; io/array/file.h */
} ct_opening;

/* Creates the handle. Rank 0 creates the file, or opens it again. */
ct_status ct_single_open(MPI_Comm comm, const ct_opening *how, ct_array_file **file);

/* As the functions of io/array/file.h; ct_single_commit leaves the handle. */
void ct_single_preserve(ct_array_file *file, bool stays); /* local; on all ranks */
ct_status ct_single_flush(const ct_array_file *file);
ct_status ct_single_commit(ct_array_file *file);

/* Removes what has no name yet. Sets *file to NULL; NULL is allowed. */
void ct_single_free(ct_array_file **file);

#endif
