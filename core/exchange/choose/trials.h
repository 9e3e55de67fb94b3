/* Runs candidates of a plan on scratch arrays of the real sizes: an exchange's callbacks for the
 * contest (contest.h). */
#ifndef CT_EXCHANGE_CHOOSE_TRIALS_H
#define CT_EXCHANGE_CHOOSE_TRIALS_H

#include "exchange/run/prepared.h"
#include "tune/contest.h"

typedef struct ct_trials {
    ct_exchange_plan *plan;
    void *send, *receive;
    ct_prepared prepared[CT_SEATS_MOST];
} ct_trials;

/* ct_trials_open fails with CT_ERROR_MEMORY where the arrays would be too large. All but the last
 * are collective. */
ct_status ct_trials_open(ct_trials *trials);
void ct_trials_close(ct_trials *trials);
ct_status ct_trials_prepare(ct_trials *trials, const ct_choice *choice, int seat);
ct_status ct_trials_run(ct_trials *trials, int seat);
void ct_trials_discard(ct_trials *trials, int seat);

#endif
