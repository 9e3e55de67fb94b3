/*
 * What keeps two jobs from writing one file: rank 0 has the lock (files/lock.h) of every file that
 * the job writes, from before anything is written until the end. An unfinished file whose lock is
 * free was left by a killed job.
 */
#ifndef CT_IO_RUN_LOCKS_H
#define CT_IO_RUN_LOCKS_H

#include "files/paths.h"

#include <mpi.h>
#include <stdbool.h>

typedef struct ct_locks ct_locks;

/* Takes the locks of those of the `count` files that are written, and removes what killed jobs left
 * of them under temporary names, except what a later run can continue (PATH.partial). With
 * `looks_only` it only looks whether others have them, and makes nothing. Collective; the caller
 * ends it with ct_locks_release. CT_ERROR_FILE naming file, process and host. */
ct_status ct_locks_take(MPI_Comm comm, const ct_path_use *uses, int count, bool looks_only,
                        ct_locks **locks);

/* NULL is allowed. Sets *locks to NULL. Local. */
void ct_locks_release(ct_locks **locks);

#endif
