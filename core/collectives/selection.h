/*
 * A trial of two ways to do the same calls, in the calls themselves: they take turns, each once to
 * warm up and then a few times on the clock; then all ranks go on with the faster. What was fast
 * may become slow, so trials come again, after ever more calls: at most one call in a hundred is
 * one of the slower way's. Ranks count calls alike, so all change at the same one. Local.
 */
#ifndef CT_COLLECTIVES_SELECTION_H
#define CT_COLLECTIVES_SELECTION_H

#include <stdint.h>

enum { CT_SELECTION_WAYS = 2, CT_SELECTION_ROUNDS = 9 };

typedef struct ct_selection {
    int way;        /* that is taken outside trials */
    int turn;       /* of the trial under way, from 0 */
    uint64_t calls; /* since the last trial, or a trial is under way: 0 */
    uint64_t pause; /* after which the next begins; 0 at first */
    double seconds[CT_SELECTION_WAYS][CT_SELECTION_ROUNDS];
} ct_selection;

/* Whether the next call is one of a trial, and the way that it goes. */
int ct_selection_is_on(const ct_selection *trial);
int ct_selection_way(const ct_selection *trial);

/* Counts a call that took so long, if it was on the clock. Whether it ended a trial: then this
 * rank's typical times are in `seconds`, of which ct_selection_settle is to be told the largest. */
int ct_selection_count(ct_selection *trial, double call_s, double seconds[CT_SELECTION_WAYS]);
void ct_selection_settle(ct_selection *trial, const double seconds[CT_SELECTION_WAYS]);

#endif
