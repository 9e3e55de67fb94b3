/*
 * Online selection between two implementations of the same calls: way 0 is ours, way 1 a library's.
 * In a trial they alternate, each for one warm-up and a few timed calls at a time; then all ranks
 * use the faster. Trials recur at growing intervals, since the faster one may change: of 5000 calls
 * one in a hundred has used the slower way, or one in thirty while that is a library which may be
 * slow only as it has hardly been called. Ranks count calls identically, so all switch at the same
 * call. Local.
 */
#ifndef CT_COLLECTIVES_SELECTION_H
#define CT_COLLECTIVES_SELECTION_H

#include <stdint.h>

enum { CT_SELECTION_WAYS = 2, CT_SELECTION_RUNS = 2 };

typedef struct ct_selection {
    int way;        /* in use outside trials */
    int turn;       /* of the current trial, from 0 */
    uint64_t calls; /* since the last trial; 0 during one */
    uint64_t pause; /* calls until the next trial; 0 at first */
    int losses;     /* trials that the library has lost while it may be cold */
    double run_s[CT_SELECTION_WAYS][CT_SELECTION_RUNS]; /* the current trial's timed calls */
} ct_selection;

/* Whether the next call is in a trial; and the way it uses. */
int ct_selection_is_on(const ct_selection *trial);
int ct_selection_way(const ct_selection *trial);

/* How many calls are to come before the next trial. */
uint64_t ct_selection_rest(const ct_selection *trial);

/* Counts calls that went by the way outside trials without the selection. */
void ct_selection_skip(ct_selection *trial, uint64_t calls);

/* Counts a call that took call_s, if timed. True if it ended a trial: `seconds` then has this
 * rank's seconds of a call, whose maxima over the ranks go to ct_selection_settle. */
int ct_selection_count(ct_selection *trial, double call_s, double seconds[CT_SELECTION_WAYS]);

/* From now on way 0 is used if it is `gain` times as fast; below 1: if it is not slower than that.
 */
void ct_selection_settle(ct_selection *trial, const double seconds[CT_SELECTION_WAYS], double gain);

/* Of a program that would be without way 0 (bindings/preload): more than such trials are wrong by.
 */
#define CT_SELECTION_WORTH 1.1

/* The gain between the plan (way 0) and MPI's own call: in a program that would be without the
 * plan, or where that call waits for a vote each time, or elsewhere. */
double ct_selection_gain(int is_added, int library_waits);

#endif
