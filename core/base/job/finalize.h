/*
 * The end of a program's MPI. With MPICH 4.0 over UCX's TCP one run of any program in ten or so
 * waits in MPI_Finalize without end: a rank waits for the answer of another that makes no progress
 * any more. All is written by then, so a job should not hold its nodes until the time limit.
 */
#ifndef CT_BASE_JOB_FINALIZE_H
#define CT_BASE_JOB_FINALIZE_H

/* MPI_Finalize, left where it does not return within CT_FINALIZE_S seconds of the environment
 * (default 30, 0: any time), which one rank tells. Seconds in which the process is stopped do not
 * count. No call of MPI may follow. Collective. */
void ct_finalize(const char *program);

/* From now on this rank's ct_finalize does without MPI_Finalize, since HDF5, which closes its files
 * in that, would crash at one that it could not close before. For runs that fail: the first rank
 * ends the others. Local. */
void ct_finalize_skip(void);

/* What main returns: exit_status. Where MPI_Finalize was left the process ends here, since
 * libraries that are still at work would be taken down otherwise. */
int ct_end(int exit_status);

/* Ends all ranks with exit_status, which is not 0. For any thread, also while another waits in MPI.
 * With mpirun of Open MPI it is enough that one rank leaves. srun lets the others wait then, and
 * MPICH's mpiexec, which kills them, returns 9 where it meets the first one still on its way out.
 * All is told already: MPI's words are dropped. Local. */
_Noreturn void ct_end_all(int exit_status);

#endif
