/* Names of temporary files in the directory of a file. Local. */
#ifndef CT_FILES_SIBLING_H
#define CT_FILES_SIBLING_H

#include <limits.h>

enum { CT_ENDING_BYTES = 40 }; /* most bytes of an ending */

/* `path` with `ending` appended. If the file's own name becomes too long (255 bytes on most file
 * systems), a checksum replaces its end. False if the whole exceeds PATH_MAX. */
int ct_path_sibling(const char *path, const char *ending, char sibling[PATH_MAX]);

/* Removes all files whose names begin with ct_path_sibling's result and are longer. */
void ct_path_sweep(const char *path, const char *ending);

/* The directory of a path, for open(). */
void ct_path_directory(const char *path, char directory[PATH_MAX]);

#endif
