/*
 * Files that get their name only when complete: written under a temporary name in the same
 * directory, flushed to the disk, renamed. Everything is local: one rank calls.
 *
 * All failures are CT_ERROR_FILE and name the path.
 */
#ifndef CT_FILES_OUTPUT_H
#define CT_FILES_OUTPUT_H

#include <cornerturn/status.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct ct_output ct_output;

/* Checks that `path` can be created: its directory is writable, and the name is free or, with
 * `overwrite`, a regular file's. Writes nothing. */
ct_status ct_output_check(const char *path, bool overwrite);

/* Checks, and creates an empty file under a temporary name. The caller ends it with
 * ct_output_commit or ct_output_discard. */
ct_status ct_output_create(const char *path, bool overwrite, ct_output **output);

/* Whether there is nothing of this name, or a file that a run may have left: it begins with the
 * text `beginning`, as all such files do, with zeros, or is empty, since runs reserve its space
 * first and write its beginning last. */
bool ct_output_is_left(const char *path, const char *beginning);

/* The same as ct_output_create for a file that later runs may continue: the temporary name is
 * PATH.partial. A file of that name is replaced if it is what another run left. Anything else is a
 * user's and stays: CT_ERROR_FILE. */
ct_status ct_output_create_resumable(const char *path, bool overwrite, const char *beginning,
                                     ct_output **output);

/* Reopens PATH.partial or, if only PATH exists, that, renamed to PATH.partial until the commit.
 * CT_ERROR_FILE without either. */
ct_status ct_output_reopen(const char *path, ct_output **output);

/* A part of another output, `path`, written as `temporary`, which may be `path` itself; with
 * `exists` it is continued, and ct_output_discard leaves it. No file of that name is replaced. It
 * is not in the list of unfinished files, which rank 0 has: that is for the caller. */
ct_status ct_output_create_part(const char *path, const char *temporary, bool exists,
                                ct_output **output);

/* Makes ct_output_discard leave the file for a later run, or, without `stays`, again not. */
void ct_output_preserve(ct_output *output, bool stays);

/* Flushes the file to the disk. */
ct_status ct_output_flush(const ct_output *output);

/* The temporary name. Owned by the output. */
const char *ct_output_temporary(const ct_output *output);

/* Reserves `more_bytes` at the end of the file, so that a full disk or quota fails here and not
 * during writing. *reserved is false on file systems without reservation; writing may then still
 * fail. */
ct_status ct_output_reserve(const ct_output *output, ptrdiff_t more_bytes, bool *reserved);

/* Flushes the file to the disk and renames it to `path`; without `overwrite` never over an existing
 * file. On failure removes it. Sets *output to NULL. */
ct_status ct_output_commit(ct_output **output);

/* Removes it, unless ct_output_preserve was called. Sets *output to NULL; NULL is allowed. */
void ct_output_discard(ct_output **output);

#endif
