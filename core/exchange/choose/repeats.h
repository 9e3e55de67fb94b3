/* Candidates with identical schedules: on two ranks all algorithms are. */
#ifndef CT_EXCHANGE_CHOOSE_REPEATS_H
#define CT_EXCHANGE_CHOOSE_REPEATS_H

#include "exchange/plan.h"
#include "tune/ranking.h"

/* Drops candidates whose schedules equal an earlier one's on every rank. Collective.
 * CT_ERROR_MEMORY, CT_ERROR_MPI. */
ct_status ct_ranking_drop_repeats(const ct_exchange_plan *plan, ct_ranking *ranking);

#endif
