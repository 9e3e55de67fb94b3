/* Names of files that stand sibling a file while it is written. Local. */
#ifndef CT_FILES_SIBLING_H
#define CT_FILES_SIBLING_H

#include <limits.h>

enum { CT_ENDING_BYTES = 40 }; /* that an ending may have */

/* The name of `path` with `ending` after it. Where the file's own name leaves no room for one (255
 * bytes on most file systems), its end is replaced by a checksum of it. False where the whole would
 * be longer than PATH_MAX. */
int ct_path_sibling(const char *path, const char *ending, char sibling[PATH_MAX]);

/* Removes all files whose names begin as ct_path_sibling makes it, and go on. */
void ct_path_sweep(const char *path, const char *ending);

/* The directory of a path, as open() wants it. */
void ct_path_directory(const char *path, char directory[PATH_MAX]);

#endif
