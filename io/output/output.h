/*
 * Files that have their name only when they are complete: written under a temporary name beside it,
 * flushed to the disk, renamed. Private to io; everything is local: one rank calls.
 *
 * All failures are CT_ERROR_FILE and name the path.
 */
#ifndef CT_IO_OUTPUT_OUTPUT_H
#define CT_IO_OUTPUT_OUTPUT_H

#include <cornerturn/status.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct ct_output ct_output;

/* Whether `path` can be created: its directory is there and writable, nothing has the name unless
 * `overwrite`, and what has it is a regular file. Writes nothing. */
ct_status ct_output_check(const char *path, bool overwrite);

/* Checks, and creates an empty file under a temporary name. The caller ends it with
 * ct_output_commit or ct_output_discard. */
ct_status ct_output_create(const char *path, bool overwrite, ct_output **output);

/* The same for a file that runs may work on one after the other: the temporary name is
 * PATH.partial, and what has that name is replaced. */
ct_status ct_output_create_lasting(const char *path, bool overwrite, ct_output **output);

/* Goes on with it: with PATH.partial, or, where only that is there, with PATH, which it is no more
 * until the commit. CT_ERROR_FILE when neither is there. */
ct_status ct_output_reopen(const char *path, ct_output **output);

/* From now on ct_output_discard leaves the file to a later run. */
void ct_output_keep(ct_output *output);

/* Flushes what was written to the disk. */
ct_status ct_output_flush(const ct_output *output);

/* The temporary name. Owned by the output. */
const char *ct_output_temporary(const ct_output *output);

/* Sets space for `more_bytes` aside at the end of the file, so that a full disk or quota shows now
 * and not in the middle of writing. *reserved is false where the file system can only estimate its
 * free space; writing may then still fail. */
ct_status ct_output_reserve(const ct_output *output, ptrdiff_t more_bytes, bool *reserved);

/* Flushes the file to the disk and gives it its name; without `overwrite` never over a file that
 * came meanwhile. On failure nothing is left. Sets *output to NULL. */
ct_status ct_output_commit(ct_output **output);

/* Removes it, unless it is kept. Sets *output to NULL; NULL is allowed. */
void ct_output_discard(ct_output **output);

#endif
