/* Candidates that are the same exchange: with two ranks all algorithms are. */
#ifndef CT_EXCHANGE_CHOOSE_REPEATS_H
#define CT_EXCHANGE_CHOOSE_REPEATS_H

#include "exchange/plan.h"
#include "tune/ranking.h"

/* Drops candidates that are, on every rank, the same exchange as an earlier one. Collective.
 * CT_ERROR_MEMORY, CT_ERROR_MPI. */
ct_status ct_ranking_drop_repeats(const ct_exchange_plan *plan, ct_ranking *ranking);

#endif
