/* Names of temporary files in the directory of a file. Local. */
#ifndef CT_FILES_SIBLING_H
#define CT_FILES_SIBLING_H

#include <limits.h>

enum { CT_ENDING_BYTES = 40 }; /* most bytes of an ending */

/* `path` with `ending` appended. If the file's own name becomes too long (255 bytes on most file
 * systems), a checksum replaces its end. False if the whole exceeds PATH_MAX. */
int ct_path_sibling(const char *path, const char *ending, char sibling[PATH_MAX]);

/* Removes what killed jobs left: files PATH.partial-PROCESS-NUMBER, and .nodeNUMBER after that, but
 * no others, such as PATH.partial-old.h5, which are a user's. */
void ct_path_sweep(const char *path);

/* The directory of a path, for open(). */
void ct_path_directory(const char *path, char directory[PATH_MAX]);

#endif
