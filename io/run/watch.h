/*
 * The watchdog: a thread of every rank that ends a run without progress for a set time, with a
 * message that names phase and ranks. Progress (io/run/progress.h) is the begin and end of phases,
 * and steps, slices and bytes within them. Time in which this rank is stopped (by a batch system
 * that suspends jobs) does not count.
 *
 * A rank waits as long as one of its node moves. One at work of its own (trace/moves.h) moves as
 * long as it runs: FFTW's planner may take any time. All then wait for rank 0, whose node therefore
 * watches planning for all; it waits for planners of other nodes as much longer as its own took.
 */
#ifndef CT_IO_RUN_WATCH_H
#define CT_IO_RUN_WATCH_H

#include <mpi.h>

/* Starts the watchdog; 0 s: none. Ranks of a node share their progress. Collective. */
void ct_watch_begin(MPI_Comm comm, double stall_s);

/* Stops it; before MPI_Finalize. Collective. */
void ct_watch_end(void);

/* Records progress; `phase` names a new phase, else NULL. Local, cheap. */
void ct_watch_move(const char *phase);

#endif
