/*
 * The checker: replays the schedules of all ranks symbolically, and compares with their pattern.
 *
 * Local, pure and free of MPI.
 */
#ifndef CORNERTURN_CHECK_H
#define CORNERTURN_CHECK_H

#include <cornerturn/ensemble.h>
#include <cornerturn/public.h>

CT_PUBLIC_BEGIN

enum { CT_LOADS = 66 };

/* One step, over all ranks. Steps are counted by the sender. */
typedef struct ct_step_report {
    ptrdiff_t messages, blocks;
    ptrdiff_t largest;             /* blocks of the largest message */
    int link_load;                 /* most messages over one directed link */
    int most_sends, most_receives; /* of one rank */
} ct_step_report;

typedef struct ct_check_report {
    int steps;
    ct_step_report *step;  /* of step k at [k-1]; owned by the report */
    ct_step_report total;  /* sums of messages, blocks; the largest of the others */
    ptrdiff_t largest_sum; /* of the largest messages of all steps */
    ptrdiff_t most_held;   /* tokens one rank held at once, its own and delivered ones included */
    ptrdiff_t repeats;     /* tokens that arrived where they were held already */
    int lockstep;          /* every message is received in the step in which it is sent */

    /* links[l]: over all steps, how often a directed link carried l messages in a step; the last
     * entry counts CT_LOADS-1 and more. links[0] is not counted. */
    ptrdiff_t links[CT_LOADS];
} ct_check_report;

/* Checks all of this:
 *
 * - every send meets a receive of the same blocks in the same order, on the same rail;
 *
 * - every rank holds what it sends when it sends it (what arrives in a step can be sent on in the
 * next), and no token arrives twice where the pattern forbids it;
 *
 * - at the end everything is where the pattern wants it;
 *
 * - no number of steps in flight deadlocks, messages being able to wait for their receives;
 *
 * - all ranks enter the same barriers, at most one before a step; the two sides of a pairwise move
 * name each other; the receive of a ready send is posted before it;
 *
 * - the promise (NULL: none) holds.
 *
 * Fills the report, which the caller clears. CT_ERROR_INTERNAL with the first rank, step and block
 * that is wrong; the report is empty then. Local. */
ct_status ct_check(ct_ensemble *ensemble, const ct_topology *topology, const ct_pattern *pattern,
                   const ct_promise *promise, ct_check_report *report);

void ct_check_report_clear(ct_check_report *report);

/* Generates and checks an algorithm against its own pattern and promise. `parameters` NULL: the
 * defaults. CT_ERROR_UNSUPPORTED as of ct_algorithm_generate, and as ct_check. Local. */
ct_status ct_check_algorithm(const ct_algorithm *algorithm, const ct_topology *topology,
                             const ct_parameters *parameters, ct_check_report *report);

/* Simulates all ranks with `steps_in_flight` >= 1 and synchronous sends. CT_ERROR_INTERNAL for a
 * deadlock, naming a rank and what it waits for. Part of ct_check. Local. */
ct_status ct_check_progress(ct_ensemble *ensemble, int steps_in_flight);

CT_PUBLIC_END

#endif
