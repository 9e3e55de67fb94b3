/* Checks the memory for a job's arrays before allocation. */
#ifndef CT_APPS_COMMON_MEMORY_H
#define CT_APPS_COMMON_MEMORY_H

#include <cornerturn/status.h>
#include <mpi.h>

/* Checks that this rank has `need_bytes` for `what` ("input and result") and what a run takes
 * besides, and its node enough for all its ranks. Memory that ranks share (/dev/shm) is a node's,
 * and a control group's, as any other. Collective. Of ranks that are only supposed
 * (node/supposed/cluster.h) nothing is checked. CT_ERROR_MEMORY, with bytes needed and available,
 * and what is `allowed` besides fewer ranks a node. */
ct_status job_check_memory(MPI_Comm comm, double need_bytes, const char *what, const char *allowed);

#endif
