/*
 * Progress of a job, printed by rank 0: on a terminal one line rewritten in place (phase, percent,
 * rate, time left), elsewhere a line at the end of each phase. Under mpirun stdout is a pipe even
 * with a terminal behind it: CT_PROGRESS=terminal or plain in the environment decides.
 */
#ifndef CT_IO_RUN_PROGRESS_H
#define CT_IO_RUN_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct ct_progress ct_progress;

/* `quiet`: never prints. The caller destroys it before printing anything else, which ends an
 * unfinished line. Returns NULL without memory, which all functions below accept. Needs MPI
 * initialised. Local. */
ct_progress *ct_progress_create(bool quiet);
void ct_progress_destroy(ct_progress **progress);

/* Begins a phase of `total_bytes` of work (0: unknown, no percent). Local. */
void ct_progress_begin(ct_progress *progress, const char *phase, double total_bytes);

/* The same with another unit of work, such as "steps"; `unit` must live as long as the phase.
 * Local. */
void ct_progress_begin_units(ct_progress *progress, const char *phase, double total,
                             const char *unit);

/* Sets the work done; prints at most a few times a second. Local. */
void ct_progress_update(ct_progress *progress, double done);

/* Ends the phase and prints its time and rate. Returns its seconds on every rank, quiet or not; 0
 * when no phase has begun. Local. */
double ct_progress_end(ct_progress *progress);

#endif
