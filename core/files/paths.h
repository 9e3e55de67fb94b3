/* Checks that a job's files are distinct. Local, free of MPI. */
#ifndef CT_FILES_PATHS_H
#define CT_FILES_PATHS_H

#include <cornerturn/status.h>

/* Use of a file: a written one gets a temporary name (files/sibling.h) and a lock (files/lock.h)
 * in its directory; a shared one is written by several jobs in turn. */
typedef enum ct_path_fate { CT_PATH_READ, CT_PATH_WRITTEN, CT_PATH_SHARED } ct_path_fate;

/* A file that a job reads or writes. */
typedef struct ct_path_use {
    const char *what; /* for the message, such as "output.file" */
    const char *path; /* NULL or empty: not used */
    ct_path_fate fate;
} ct_path_use;

/* Fails if a written file, or a temporary name of it, is another of the `count` files, by any name
 * or link. Devices and pipes may repeat. CT_ERROR_CONFIG naming both. */
ct_status ct_paths_check(const ct_path_use *uses, int count);

#endif
