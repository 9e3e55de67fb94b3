/*
 * Locks against two jobs writing one file: rank 0 holds the lock (files/lock.h) of every file that
 * the job writes, from the start to the end. An unfinished file whose lock is free was left by a
 * killed job.
 */
#ifndef CT_IO_RUN_LOCKS_H
#define CT_IO_RUN_LOCKS_H

#include "files/paths.h"

#include <mpi.h>
#include <stdbool.h>

typedef struct ct_locks ct_locks;

/* Acquires the locks of the written ones of `count` files, and removes temporary files of killed
 * jobs, except those that a later run can continue (PATH.partial). `looks_only`: only checks that
 * no other job holds them, and creates nothing. Collective; the caller releases them with
 * ct_locks_release. CT_ERROR_FILE naming file, process and host. */
ct_status ct_locks_take(MPI_Comm comm, const ct_path_use *uses, int count, bool looks_only,
                        ct_locks **locks);

/* NULL is allowed. Sets *locks to NULL. Local. */
void ct_locks_release(ct_locks **locks);

#endif
