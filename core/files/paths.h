/* The files of a job must be different ones. Local, free of MPI. */
#ifndef CT_FILES_PATHS_H
#define CT_FILES_PATHS_H

#include <cornerturn/status.h>

/* What becomes of a file: a written one is made under a temporary name beside it (files/sibling.h)
 * and locked there (files/lock.h); a shared one other jobs may write, too, by turns. */
typedef enum ct_path_fate { CT_PATH_READ, CT_PATH_WRITTEN, CT_PATH_SHARED } ct_path_fate;

/* A file that a job reads or writes. */
typedef struct ct_path_use {
    const char *what; /* for the message, such as "output.file" */
    const char *path; /* NULL or empty: not used */
    ct_path_fate fate;
} ct_path_use;

/* Fails when a file that is written, or a name it has meanwhile, is also another of the `count`, by
 * whatever name or link. Devices and pipes are nobody's own. CT_ERROR_CONFIG naming both. */
ct_status ct_paths_check(const ct_path_use *uses, int count);

#endif
