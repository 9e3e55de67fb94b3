/*
 * What a person sees while a job runs. Rank 0 prints: on a terminal one line rewritten in place
 * (phase, percent, rate, time left), elsewhere one plain line at the end of each phase. Others stay
 * silent. Under mpirun, stdout is a pipe even when a terminal is at its end; CT_PROGRESS=terminal
 * in the environment says so, CT_PROGRESS=plain the contrary.
 */
#ifndef CT_IO_RUN_PROGRESS_H
#define CT_IO_RUN_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct ct_progress ct_progress;

/* With `quiet` it never prints. The caller destroys it, before printing anything else: that ends a
 * line that a failure left unfinished. NULL, which is the answer when there is no memory, is
 * allowed everywhere below and is silent. Needs MPI to be running. Local. */
ct_progress *ct_progress_create(bool quiet);
void ct_progress_destroy(ct_progress **progress);

/* Begins a phase of `total_bytes` of work (0: unknown, no percent). Local. */
void ct_progress_begin(ct_progress *progress, const char *phase, double total_bytes);

/* Begins a phase of so much work of another kind, such as "steps"; `unit` must live as long as the
 * phase. Local. */
void ct_progress_begin_units(ct_progress *progress, const char *phase, double total,
                             const char *unit);

/* Says how much of it is done; prints at most a few times a second. Local. */
void ct_progress_update(ct_progress *progress, double done);

/* Ends the phase and prints its time and rate. Returns its seconds on every rank, quiet or not; 0
 * when no phase has begun. Local. */
double ct_progress_end(ct_progress *progress);

#endif
