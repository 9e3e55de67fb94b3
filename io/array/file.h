/* A file of arrays being written; it gets its name when complete. */
#ifndef CT_IO_ARRAY_FILE_H
#define CT_IO_ARRAY_FILE_H

#include <cornerturn/status.h>
#include <mpi.h>
#include <stdbool.h>

typedef struct ct_array_file ct_array_file;

/* Checks, before any work is done, that `path` can be created: its directory exists and is
 * writable, and nothing has the name, or, with `overwrite`, a regular file. Writes nothing.
 * Collective, as is what follows unless it says local. */
ct_status ct_array_can_create(MPI_Comm comm, const char *path, bool overwrite);

/* CT_ERROR_CONFIG unless `dataset` can be the name of a new dataset. Local. */
ct_status ct_array_check_name(const char *dataset);

/* Creates a file that will be `path`, under a temporary name in the same directory
 * (PATH.partial-...). The caller ends it with ct_array_commit or ct_array_discard. */
ct_status ct_array_create(MPI_Comm comm, const char *path, bool overwrite, ct_array_file **file);

/* Creates a file that later runs can continue until one commits it; its temporary name is
 * PATH.partial. */
ct_status ct_array_create_resumable(MPI_Comm comm, const char *path, bool overwrite,
                                    ct_array_file **file);

/* Whether a file may be one of arrays, whole or cut off: it begins as such files do, with zeros, or
 * is empty. Local. */
bool ct_array_is_left(const char *path);

/* Reopens PATH.partial, or PATH if only that exists. ct_array_discard then leaves the file for a
 * later run. */
ct_status ct_array_reopen(MPI_Comm comm, const char *path, ct_array_file **file);

/* Makes ct_array_discard leave the file for a later run, or, without `stays`, again not. Local;
 * call on all ranks. */
void ct_array_preserve(ct_array_file *file, bool stays);

/* The temporary name. Local; owned by the file. */
const char *ct_array_temporary(const ct_array_file *file);

/* Flushes the file to the disk. */
ct_status ct_array_flush(ct_array_file *file);

/* Flushes the file to the disk and renames it to `path`, atomically replacing an old file only with
 * `overwrite`. On failure the temporary file is removed and an old file unchanged. Sets *file to
 * NULL. */
ct_status ct_array_commit(ct_array_file **file);

/* Removes it; NULL is allowed. Sets *file to NULL. */
void ct_array_discard(ct_array_file **file);

#endif
