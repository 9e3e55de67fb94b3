/* Other files that a dataset needs: those that external links lead through, sources of virtual
 * datasets, raw files. Private to io; everything is local. */
#ifndef CT_IO_ARRAY_STORAGE_ELSEWHERE_H
#define CT_IO_ARRAY_STORAGE_ELSEWHERE_H

#include <limits.h>
#include <stdbool.h>

/* Looks for a file where HDF5 does: beside the one that names it, then from the current directory.
 */
bool ct_find_beside(const char *path, const char *name, char found[PATH_MAX]);

/* Calls `see` with the path of each; a virtual dataset's patterns (%) stand for no file here. Of
 * what cannot be opened nothing is told: who reads it says why. */
void ct_files_elsewhere(const char *path, const char *dataset,
                        void (*see)(void *context, const char *file), void *context);

#endif
