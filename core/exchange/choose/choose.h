/* The second stage of a plan: which algorithm it takes. */
#ifndef CT_EXCHANGE_CHOOSE_CHOOSE_H
#define CT_EXCHANGE_CHOOSE_CHOOSE_H

#include "exchange/plan.h"

/* Ranks all choices, or explains the one that was asked for (NULL: "auto"), with what rank 0's
 * tuning file knows (NULL: none): fills the plan's scores, bounds and reason. Collective; all ranks
 * get the same choice. */
ct_status ct_exchange_choose(ct_exchange_plan *plan, const ct_choice *asked,
                             const char *tuning_file, ct_choice *choice);

/* Mean bytes of the blocks that go to other ranks; with a root, of those from it or to it. Local.
 */
double ct_exchange_mean_bytes(const ct_exchange_plan *plan);

#endif
