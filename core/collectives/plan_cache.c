#include "collectives/plan_cache.h"

#include "base/mpi.h"
#include "collectives/optimistic.h"
#include "collectives/patience.h"
#include "collectives/selection.h"
#include "exchange/plan.h"
#include "exchange/run/execute.h"
#include "node/context.h"
#include "node/segment.h"
#include "node/vote.h"
#include <cornerturn/agree.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PLANS = 8 };

typedef struct cached_plan {
    ct_exchange_plan *plan;
    ct_prepared library; /* MPI's own call, which the plan is timed against */
    ct_selection selection;
    ct_call_shape shape;
    int *numbers; /* of the shape */
} cached_plan;

enum { OUR_WAY, LIBRARY_WAY };

typedef struct plan_cache {
    ct_context *context;      /* which owns the cache */
    ct_place_lookup sent;     /* of the latest send array */
    cached_plan plans[PLANS]; /* the latest first; the same on all ranks */
    int count;
    int in_turn; /* the latest call used the latest plan */
    ct_patience patience;
} plan_cache;

/* The latest look-up, so that repeated calls on one communicator do not query MPI. */
static struct {
    MPI_Comm comm;
    plan_cache *cache;
} asked;

static void destroy_plan(cached_plan *cached) {
    ct_prepared_destroy(&cached->library);
    ct_exchange_plan_destroy(&cached->plan);
    free(cached->numbers);
}

static void destroy(void *attached) {
    plan_cache *cache = attached;
    if (asked.cache == cache) {
        asked.cache = NULL;
    }
    for (int i = 0; i < cache->count; i++) {
        destroy_plan(&cache->plans[i]);
    }
    free(cache);
}

static ct_status create(ct_context *context, plan_cache **cache) {
    plan_cache *created = calloc(1, sizeof *created);
    ct_status status = ct_agree(
        context->comm,
        created != NULL ? CT_OK
                        : ct_raise(CT_ERROR_MEMORY, "no memory for the plans of a communicator"));
    if (status != CT_OK || created == NULL) {
        free(created);
        return status;
    }
    *created = (plan_cache){.context = context};
    context->attached = created;
    context->detach = destroy;
    *cache = created;
    return CT_OK;
}

/* Looks up a communicator's cache, creating it at first; NULL for an intercommunicator. */
static ct_status look_up(MPI_Comm comm, plan_cache **cache) {
    ct_context *context = NULL;
    int is_inter = 0;
    ct_status status = CT_OK;
    *cache = NULL;
    if (asked.cache != NULL && asked.comm == comm) {
        *cache = asked.cache;
        return CT_OK;
    }
    if (comm == MPI_COMM_NULL) {
        return ct_raise(CT_ERROR_ARGUMENT, "a collective call on MPI_COMM_NULL");
    }
    CT_MPI(MPI_Comm_test_inter(comm, &is_inter));
    if (!is_inter) {
        CT_TRY(ct_context_of(comm, &context));
        *cache = context->attached;
        status = *cache != NULL ? CT_OK : create(context, cache);
    }
    if (*cache != NULL) {
        asked.comm = comm;
        asked.cache = *cache;
    }
cleanup:
    return status;
}

/* Moves a cached plan, or a new one, to the front. */
static void put_first(plan_cache *cache, int place, const cached_plan *plan) {
    cached_plan first = *plan;
    memmove(&cache->plans[1], &cache->plans[0], (size_t)place * sizeof first);
    cache->plans[0] = first;
}

/* Creates the plan of a call and puts it first. Collective; all ranks fail together. */
static ct_status add(plan_cache *cache, const ct_call *call) {
    const ct_choice by_library = {.row = NULL};
    const ct_context *context = cache->context;
    cached_plan added = {.shape = call->shape};
    ct_status status = CT_OK;
    CT_TRY(ct_agree(context->comm, ct_call_shape_own(&added.shape, context->size, &added.numbers)));
    CT_TRY(ct_call_plan(context->comm, call, context->size, &added.plan));
    CT_TRY(ct_prepared_create(added.plan, &by_library, &added.library));
    if (cache->count == PLANS) {
        destroy_plan(&cache->plans[--cache->count]);
    }
    put_first(cache, cache->count++, &added);
    cache->patience.made++;
    return CT_OK;
cleanup:
    destroy_plan(&added);
    return status;
}

/* Whether the ranks of the node can read the send array in place; true for MPI_IN_PLACE, which is
 * staged in shared memory. */
static int looks_shared(plan_cache *cache, const ct_call *call) {
    const ct_context *context = cache->context;
    if (call->shape.in_place || call->send == NULL || context->node_size == 1) {
        return 1;
    }
    return ct_place_shared_by(&cache->sent, call->send, context->comm, context->node_ranks,
                              context->node_size)
               .segment != 0;
}

static int suits(const plan_cache *cache, int place, const ct_call *call) {
    return call->wrong == NULL && !call->is_foreign &&
           ct_call_shape_equal(&cache->plans[place].shape, &call->shape, cache->context->size);
}

/* How the call compares with the latest plan, for MPI's own call. */
static ct_likeness likeness_of(const plan_cache *cache, const ct_call *call) {
    const cached_plan *latest = &cache->plans[0];
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

/* Executes the call by the latest plan or by MPI's own call. */
static ct_status execute_by_plan(plan_cache *cache, const ct_call *call, ct_outcome *outcome) {
    cached_plan *latest = &cache->plans[0];
    ct_exchange_plan *plan = latest->plan;
    const ct_prepared *way =
        ct_selection_way(&latest->selection) == LIBRARY_WAY ? &latest->library : &plan->prepared;
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
static ct_status execute_latest(plan_cache *cache, const ct_call *call, ct_outcome *outcome) {
    cached_plan *latest = &cache->plans[0];
    const int is_tried = latest->plan->prepared.choice.row != NULL;
    if (call->caller != NULL) {
        ct_selection_skip(&latest->selection, call->caller->passed);
        call->caller->passed = 0;
        call->caller->is_ours = is_tried && ct_selection_way(&latest->selection) == OUR_WAY;
        call->caller->label = latest->plan->label;
    }
    const int is_timed = is_tried && ct_selection_is_on(&latest->selection);
    const double start_s = is_timed ? MPI_Wtime() : 0;
    double seconds[CT_SELECTION_WAYS] = {0};
    ct_status status = CT_OK;
    CT_TRY(execute_by_plan(cache, call, outcome));
    cache->in_turn = *outcome == CT_CALL_DONE;
    cache->patience.used++;
    if (cache->in_turn && is_tried &&
        ct_selection_count(&latest->selection, is_timed ? MPI_Wtime() - start_s : 0, seconds)) {
        CT_MPI(MPI_Allreduce(MPI_IN_PLACE, seconds, CT_SELECTION_WAYS, MPI_DOUBLE, MPI_MAX,
                             cache->context->comm));
        (call->caller != NULL ? ct_selection_settle_for_gain
                              : ct_selection_settle)(&latest->selection, seconds);
    }
cleanup:
    return status;
}

/* Bits of the ranks' vote: one for each cached plan that matches, and these. */
enum { RIGHT = 1 << PLANS, OURS = 2 << PLANS, WORTH_A_PLAN = 4 << PLANS };

static uint64_t word_of(plan_cache *cache, const ct_call *call) {
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
    return word | OURS | (is_worth ? WORTH_A_PLAN : 0);
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
static ct_status agree_and_execute(plan_cache *cache, const ct_call *call) {
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
    int place = 0;
    while (place < cache->count && (word >> place & 1) == 0) {
        place++;
    }
    if (place < cache->count) {
        put_first(cache, place, &cache->plans[place]);
    } else if ((word & WORTH_A_PLAN) == 0 && leave(call, 0)) {
        return CT_OK;
    } else if ((status = add(cache, call)) != CT_OK) {
        return leave(call, 1) ? CT_OK : status;
    }
    return execute_latest(cache, call, &outcome);
}

/* Whether a call may start the latest plan before agreement: not in place, since a rank would have
 * overwritten its send data before it learns that another declined. */
static int may_try_latest(const plan_cache *cache) {
    return cache->in_turn && !cache->plans[0].shape.in_place;
}

ct_status ct_plan_cache_call(ct_call *call, ct_call_reader *read) {
    plan_cache *cache = NULL;
    ct_outcome outcome = CT_CALL_VOID;
    ct_status status = CT_OK;
    if ((status = look_up(call->comm, &cache)) != CT_OK) {
        return leave(call, 1) ? CT_OK : status;
    }
    if (cache == NULL) {
        return ct_call_by_library(call, call->comm);
    }
    read(call, cache->context->rank, cache->context->size);
    call->shape.is_shared = looks_shared(cache, call);
    if (may_try_latest(cache)) {
        CT_TRY(execute_latest(cache, call, &outcome));
    }
    if (outcome == CT_CALL_VOID) {
        status = agree_and_execute(cache, call);
    }
cleanup:
    return status;
}
