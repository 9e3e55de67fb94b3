/* Checks that the launcher and MPI agree on the number of ranks. */
#ifndef CT_BASE_JOB_LAUNCH_H
#define CT_BASE_JOB_LAUNCH_H

#include <cornerturn/status.h>
#include <mpi.h>
#include <stdbool.h>

/* Fails where a launcher (Slurm's srun, mpiexec of MPICH, mpirun of Open MPI, flux run, jsrun)
 * started several processes but each has an MPI_COMM_WORLD of one rank, because the PMI or the
 * launcher does not match this MPI: all would do the whole job and write the same output.
 * CT_SINGLETON=1 in the environment allows independent runs of one rank. Local; MPI is initialised;
 * all processes get the same result. CT_ERROR_MPI, naming the right launcher. */
ct_status ct_launch_check(MPI_Comm comm);

/* Whether this process prints for all: rank 0 of MPI_COMM_WORLD; of processes that ct_launch_check
 * refuses, the launcher's first; any process while MPI is not initialised. Local. */
bool ct_launch_is_first(void);

#endif
