#include "exchange/run/own.h"

#include "exchange/plan.h"

int ct_own_block_is_in_place(const ct_exchange_plan *plan, const void *send, const void *receive) {
    return plan->movement != CT_EXCHANGE && plan->own.count > 0 &&
           (const char *)send + ct_blocks_at(&plan->send, plan->rank).offset ==
               (const char *)receive + ct_blocks_at(&plan->receive, plan->rank).offset;
}

void ct_own_block_copy(const ct_exchange_plan *plan, const void *send, void *receive) {
    if (!ct_own_block_is_in_place(plan, send, receive)) {
        ct_block_copies_run(&plan->own, 0, plan->own.count, send, receive);
    }
}
