/* Whether there is memory for the arrays of a job, before it allocates any. */
#ifndef CT_APPS_COMMON_MEMORY_H
#define CT_APPS_COMMON_MEMORY_H

#include <cornerturn/status.h>
#include <mpi.h>

/* Whether this rank has `need_bytes` for `what` ("input and result"), and its node those of all its
 * ranks. Collective. CT_ERROR_MEMORY, with what is needed and what there is, and what is `allowed`
 * besides fewer ranks a node. */
ct_status job_check_memory(MPI_Comm comm, double need_bytes, const char *what, const char *allowed);

#endif
