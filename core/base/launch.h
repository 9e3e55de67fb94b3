/* How this process was started: whether the launcher and MPI agree on the number of ranks. */
#ifndef CT_BASE_LAUNCH_H
#define CT_BASE_LAUNCH_H

#include <cornerturn/status.h>
#include <mpi.h>
#include <stdbool.h>

/* Fails where a launcher (Slurm's srun, mpiexec of MPICH, mpirun of Open MPI) started several
 * processes and MPI holds each of them for a world of one rank: started with another PMI than this
 * MPI speaks, or by the launcher of another MPI, they would all do the whole job and write one
 * output. Independent runs of one rank are allowed with CT_SINGLETON=1 in the environment. Local;
 * MPI is initialised; every process of such a start finds the same. CT_ERROR_MPI, saying what to
 * start with. */
ct_status ct_launch_check(MPI_Comm comm);

/* Whether this process is the one that speaks for all: rank 0 of MPI_COMM_WORLD, and of the copies
 * that ct_launch_check refuses the launcher's first. Local. True, too, where MPI is not running. */
bool ct_launch_is_first(void);

#endif
