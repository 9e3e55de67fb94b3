/*
 * The watchdog: a thread of every rank that ends a run in which nothing has moved for a set time,
 * with a message that names phase and ranks. What moves is told by the progress
 * (io/run/progress.h): the begin and end of phases, and steps, slices and bytes within them.
 * Planning is not watched: FFTW reports nothing meanwhile and may take any time. Time in which
 * this rank itself is stopped (by a batch system that suspends jobs) does not count.
 */
#ifndef CT_IO_RUN_WATCH_H
#define CT_IO_RUN_WATCH_H

#include <mpi.h>

/* Begins to watch; 0 s: not. The ranks of a node see each other's moves. Collective. */
void ct_watch_begin(MPI_Comm comm, double stall_s);

/* Ends it; before MPI_Finalize. Collective. */
void ct_watch_end(void);

/* Something has moved; a new phase has a name, else NULL. Local, without cost. */
void ct_watch_move(const char *phase);

#endif
