/* Collectives of all ranks, which are threads of one process, in the place of MPI's. */
#ifndef CT_TESTS_SIM_COLLECTIVES_H
#define CT_TESTS_SIM_COLLECTIVES_H

#include <cornerturn/status.h>

/* From here on, on every communicator of all ranks: a barrier takes barrier_s of simulated time;
 * what plans tell one another by MPI_Allreduce, MPI_Bcast, MPI_Allgather and MPI_Alltoall is
 * copied, in no simulated time and without messages, which would take most of the real time. What
 * executes an exchange calls none of these four. MPI's own are PMPI's. Collective.
 * CT_ERROR_MEMORY. */
ct_status collectives_begin(double barrier_s);

#endif
