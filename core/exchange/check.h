/* The first stage of a plan: its arguments, checked on all ranks together. */
#ifndef CT_EXCHANGE_CHECK_H
#define CT_EXCHANGE_CHECK_H

#include "exchange/plan.h"

/* Copies and checks what the caller gave; all ranks fail together. Fills everything in the plan up
 * to its options. *automatic: an algorithm is to be chosen; else *asked is it. Collective. */
ct_status ct_exchange_check(ct_exchange_plan *plan, const ct_blocks *send, const ct_blocks *receive,
                            const ct_exchange_options *options, int *automatic, ct_choice *asked);

#endif
