/* The second stage of a plan: the choice of the algorithm. */
#ifndef CT_EXCHANGE_CHOOSE_CHOOSE_H
#define CT_EXCHANGE_CHOOSE_CHOOSE_H

#include "exchange/plan.h"

/* Ranks all candidates, or only the one asked for (NULL: "auto"), with rank 0's tuning file (NULL:
 * none); fills the plan's scores, bounds and reason. Collective; all ranks get the same choice. */
ct_status ct_exchange_choose(ct_exchange_plan *plan, const ct_choice *asked,
                             const char *tuning_file, ct_choice *choice);

/* Mean bytes of the blocks between different ranks; with a root, of those from or to it. Local.
 */
double ct_exchange_mean_bytes(const ct_exchange_plan *plan);

#endif
