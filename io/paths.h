/* The files of a job must be different ones. */
#ifndef CT_IO_PATHS_H
#define CT_IO_PATHS_H

#include <cornerturn/status.h>
#include <mpi.h>

/* A file that a job reads or writes. */
typedef struct ct_path_use {
    const char *what; /* for the message, such as "output.file" */
    const char *path; /* NULL or empty: not used */
    int written;
} ct_path_use;

/* Fails when a file that is written is also another of the `count`, by whatever name or link.
 * Rank 0 looks. Collective. CT_ERROR_CONFIG naming both. */
ct_status ct_paths_differ(MPI_Comm comm, const ct_path_use *uses, int count);

#endif
