#include "collectives/plan_cache.h"

#include "base/mpi.h"
#include "collectives/optimistic.h"
#include "collectives/plan_store.h"
#include "collectives/settled.h"
#include "exchange/run/execute.h"
#include "node/vote.h"
#include "trace/clock.h"
#include <cornerturn/agree.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { OUR_WAY, LIBRARY_WAY };

static int suits(const ct_plan_store *cache, int place, const ct_call *call) {
    return call->wrong == NULL && !call->is_foreign &&
           ct_call_shape_equal(&cache->plans[place].shape, &call->shape, cache->context->size);
}

/* How the call compares with the latest plan, for MPI's own call. */
static ct_likeness likeness_of(const ct_plan_store *cache, const ct_call *call) {
    const ct_stored_plan *latest = &cache->plans[0];
    if (suits(cache, 0, call)) {
        return CT_CALL_SAME;
    }
    const int can_join =
        !call->is_foreign || (!call->has_counts && latest->library.library.is_uniform);
    return call->wrong == NULL && can_join &&
                   ct_call_blocks_equal(&latest->shape, &call->shape, cache->context->size)
               ? CT_CALL_ALIKE
               : CT_CALL_UNLIKE;
}

/* What executes the next call: the plan or MPI's own call. */
static const ct_prepared *way_of(const ct_stored_plan *stored) {
    return ct_selection_way(&stored->selection) == LIBRARY_WAY ? &stored->library
                                                               : &stored->plan->prepared;
}

static ct_status execute_by_plan(ct_plan_store *cache, const ct_call *call, ct_outcome *outcome) {
    ct_stored_plan *latest = &cache->plans[0];
    ct_exchange_plan *plan = latest->plan;
    const ct_prepared *way = way_of(latest);
    if (way->choice.row == NULL && ct_optimistic_serves(plan)) {
        return ct_optimistic_execute(plan, &way->library, call, likeness_of(cache, call), outcome);
    }
    const ct_status status = suits(cache, 0, call)
                                 ? ct_exchange_execute_by(plan, way, call->send, call->receive)
                                 : ct_exchange_decline_by(plan, way);
    *outcome = status == CT_ERROR_ARGUMENT ? CT_CALL_VOID : CT_CALL_DONE;
    return status == CT_ERROR_ARGUMENT ? CT_OK : status;
}

/* The same, timed during trials. A call that differs on some rank does not count. Collective. */
static ct_status execute_latest(ct_plan_store *cache, const ct_call *call, ct_outcome *outcome) {
    ct_stored_plan *latest = &cache->plans[0];
    const int is_tried = latest->plan->prepared.choice.row != NULL;
    if (call->caller != NULL) {
        ct_selection_skip(&latest->selection, call->caller->passed);
        call->caller->passed = 0;
        call->caller->is_ours = is_tried && ct_selection_way(&latest->selection) == OUR_WAY;
        call->caller->label = latest->plan->label;
    }
    const int is_timed = is_tried && ct_selection_is_on(&latest->selection);
    const double start_s = is_timed ? ct_clock_s() : 0;
    double seconds[CT_SELECTION_WAYS] = {0};
    ct_status status = CT_OK;
    CT_TRY(execute_by_plan(cache, call, outcome));
    cache->in_turn = *outcome == CT_CALL_DONE;
    cache->patience.used++;
    if (cache->in_turn && is_tried &&
        ct_selection_count(&latest->selection, is_timed ? ct_clock_s() - start_s : 0, seconds)) {
        CT_MPI(MPI_Allreduce(MPI_IN_PLACE, seconds, CT_SELECTION_WAYS, MPI_DOUBLE, MPI_MAX,
                             cache->context->comm));
        const int waits = !ct_optimistic_serves(latest->plan); /* between hosts */
        ct_selection_settle(&latest->selection, seconds,
                            ct_selection_gain(call->caller != NULL, waits));
    }
cleanup:
    return status;
}

/* Bits of the ranks' vote: one for each cached plan that matches, and these. */
enum {
    RIGHT = 1 << CT_STORED_PLANS,
    OURS = 2 << CT_STORED_PLANS,
    WORTH_A_PLAN = 4 << CT_STORED_PLANS,
    SHARED = 8 << CT_STORED_PLANS
};

static uint64_t word_of(ct_plan_store *cache, const ct_call *call) {
    uint64_t word = RIGHT;
    if (call->wrong != NULL) {
        return 0;
    }
    if (call->is_foreign) {
        return word;
    }
    for (int i = 0; i < cache->count; i++) {
        word |= (uint64_t)suits(cache, i, call) << i;
    }
    const int is_worth = call->caller == NULL ||
                         ct_patience_ends(&cache->patience, &call->shape, cache->context->size);
    return word | OURS | (is_worth ? WORTH_A_PLAN : 0) | (call->shape.is_shared ? SHARED : 0);
}

/* The plan that suits all ranks; cache->count: there is none. */
static int place_in(const ct_plan_store *cache, uint64_t word) {
    int place = 0;
    while (place < cache->count && (word >> place & 1) == 0) {
        place++;
    }
    return place;
}

/* Before a plan is made for arrays that ranks cannot read: they may come to be. The word of the
 * vote that follows, or the one before. Collective. */
static ct_status share(ct_plan_store *cache, ct_call *call, uint64_t *word) {
    ct_status status = CT_OK;
    int shared = 0;
    if (call->caller == NULL || call->caller->share == NULL || (*word & SHARED) != 0 ||
        (*word & WORTH_A_PLAN) == 0) {
        return CT_OK;
    }
    call->caller->has_shared = 1;
    CT_TRY(call->caller->share(cache->context, call, &shared));
    if (shared) {
        call->shape.is_shared = 1;
        *word = word_of(cache, call);
        CT_TRY(ct_vote(cache->context, word));
    }
cleanup:
    return status;
}

/* Leaves a call to its caller, if that does such calls itself. */
static int leave(const ct_call *call, int is_hopeless) {
    if (call->caller != NULL) {
        call->caller->is_left = 1;
        call->caller->is_hopeless = is_hopeless;
    }
    return call->caller != NULL;
}

/* Agrees on how to execute the call, and does so. */
static ct_status agree_and_execute(ct_plan_store *cache, ct_call *call) {
    uint64_t word = word_of(cache, call);
    ct_outcome outcome = CT_CALL_DONE;
    ct_status status = CT_OK;
    cache->in_turn = 0;
    status = ct_vote(cache->context, &word);
    if (status != CT_OK) {
        return leave(call, 1) ? CT_OK : status;
    }
    if ((word & RIGHT) == 0 && !leave(call, 0)) {
        return ct_agree(cache->context->comm,
                        call->wrong != NULL
                            ? ct_raise(CT_ERROR_ARGUMENT, "%s: %s", call->name, call->wrong)
                            : CT_OK);
    }
    if ((word & OURS) == 0) {
        if (call->caller != NULL) {
            call->caller->is_foreign = (word & RIGHT) != 0;
        }
        return leave(call, 0) ? CT_OK : ct_call_by_library(call, call->comm);
    }
    int place = place_in(cache, word);
    if (place == cache->count && (status = share(cache, call, &word)) != CT_OK) {
        return leave(call, 1) ? CT_OK : status;
    }
    place = place_in(cache, word);
    if (place < cache->count) {
        ct_plan_store_first(cache, place, &cache->plans[place]);
    } else if ((word & WORTH_A_PLAN) == 0 && leave(call, 0)) {
        return CT_OK;
    } else if ((status = ct_plan_store_add(cache, call)) != CT_OK) {
        return leave(call, 1) ? CT_OK : status;
    }
    return execute_latest(cache, call, &outcome);
}

/* Whether a call may start the latest plan before agreement: not in place, since a rank would have
 * overwritten its send data before it learns that another declined. */
static int may_try_latest(const ct_plan_store *cache) {
    return cache->in_turn && !cache->plans[0].shape.in_place;
}

/* Lets other calls repeat this one, until the next trial if there is one. */
static void allow_repeats(ct_plan_store *cache, const ct_call *call) {
    const ct_stored_plan *latest = &cache->plans[0];
    const ct_prepared *way = way_of(latest);
    const int is_tried = latest->plan->prepared.choice.row != NULL;
    const uint64_t times = is_tried ? ct_selection_rest(&latest->selection) : UINT64_MAX;
    if (times > 0 && way->choice.row == NULL && way->library.send_types == NULL &&
        ct_optimistic_serves(latest->plan) && ct_call_type_is_named(call->given[CT_SENDS].type) &&
        ct_call_type_is_named(call->given[CT_RECEIVES].type)) {
        ct_settled_allow(cache, &way->library, call, times);
    }
}

ct_status ct_plan_cache_call(ct_call *call, ct_call_reader *read) {
    ct_plan_store *cache = NULL;
    ct_outcome outcome = CT_CALL_VOID;
    ct_status status = CT_OK;
    ct_settled_end();
    if ((status = ct_plan_store_of(call->comm, &cache)) != CT_OK) {
        return leave(call, 1) ? CT_OK : status;
    }
    if (cache == NULL) {
        return ct_call_by_library(call, call->comm);
    }
    read(call, cache->context->rank, cache->context->size);
    /* MPI_IN_PLACE is staged in shared memory. */
    call->shape.is_shared = call->shape.in_place || ct_plan_store_reads(cache, call->send);
    if (may_try_latest(cache)) {
        CT_TRY(execute_latest(cache, call, &outcome));
    }
    if (outcome == CT_CALL_VOID) {
        CT_TRY(agree_and_execute(cache, call));
    }
    if (may_try_latest(cache) && call->caller == NULL) {
        allow_repeats(cache, call);
    }
cleanup:
    return status;
}
