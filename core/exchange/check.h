/* The first stage of a plan: its arguments, checked on all ranks together. */
#ifndef CT_EXCHANGE_CHECK_H
#define CT_EXCHANGE_CHECK_H

#include "exchange/plan.h"

/* Copies and checks the caller's arguments; all ranks fail together. Fills the plan's members up to
 * `options`. *automatic: an algorithm is to be chosen; else it is *asked. Collective. */
ct_status ct_exchange_check(ct_exchange_plan *plan, const ct_blocks *send, const ct_blocks *receive,
                            const ct_conversion *conversion, const ct_exchange_options *options,
                            int *automatic, ct_choice *asked);

#endif
