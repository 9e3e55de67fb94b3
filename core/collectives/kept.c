#include "collectives/kept.h"

#include "base/mpi.h"
#include "collectives/trial.h"
#include "exchange/plan.h"
#include "node/context.h"
#include "node/segment.h"
#include "node/vote.h"
#include <cornerturn/agree.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PLANS = 8 };

typedef struct kept_plan {
    ct_exchange_plan *plan;
    ct_prepared library; /* the MPI library's way, which it is tried against */
    ct_trial trial;
    ct_shape shape;
    int *numbers; /* of the shape */
} kept_plan;

enum { OUR_WAY, LIBRARY_WAY };

struct ct_kept {
    ct_context *context;    /* with which it goes */
    const void *known;      /* the array looked up last, */
    uint64_t version;       /* when, */
    int is_shared;          /* and whether it can be read all over the node */
    kept_plan plans[PLANS]; /* the latest first: the same on all ranks */
    int count;
    int in_turn; /* the latest call was the latest plan's */
};

/* What was asked for last, so that calls on one communicator need not ask MPI. */
static struct {
    MPI_Comm comm;
    ct_kept *kept;
} asked;

static void destroy_plan(kept_plan *kept) {
    ct_prepared_destroy(&kept->library);
    ct_exchange_plan_destroy(&kept->plan);
    free(kept->numbers);
}

static void destroy(void *attached) {
    ct_kept *kept = attached;
    if (asked.kept == kept) {
        asked.kept = NULL;
    }
    for (int i = 0; i < kept->count; i++) {
        destroy_plan(&kept->plans[i]);
    }
    free(kept);
}

static ct_status create(ct_context *context, ct_kept **kept) {
    ct_kept *created = calloc(1, sizeof *created);
    ct_status status = ct_agree(
        context->comm,
        created != NULL ? CT_OK
                        : ct_raise(CT_ERROR_MEMORY, "no memory for the plans of a communicator"));
    if (status != CT_OK || created == NULL) {
        free(created);
        return status;
    }
    *created = (ct_kept){.context = context};
    context->attached = created;
    context->detach = destroy;
    *kept = created;
    return CT_OK;
}

ct_status ct_kept_of(MPI_Comm comm, ct_kept **kept) {
    ct_context *context = NULL;
    int is_inter = 0;
    ct_status status = CT_OK;
    *kept = NULL;
    if (asked.kept != NULL && asked.comm == comm) {
        *kept = asked.kept;
        return CT_OK;
    }
    if (comm == MPI_COMM_NULL) {
        return ct_raise(CT_ERROR_ARGUMENT, "a collective call on MPI_COMM_NULL");
    }
    CT_MPI(MPI_Comm_test_inter(comm, &is_inter));
    if (!is_inter) {
        CT_TRY(ct_context_of(comm, &context));
        *kept = context->attached;
        status = *kept != NULL ? CT_OK : create(context, kept);
    }
    if (*kept != NULL) {
        asked.comm = comm;
        asked.kept = *kept;
    }
cleanup:
    return status;
}

int ct_kept_rank(const ct_kept *kept) {
    return kept->context->rank;
}

int ct_kept_size(const ct_kept *kept) {
    return kept->context->size;
}

/* Gives the shape of a kept plan numbers of its own; the caller's may change. Local. */
static ct_status copy_numbers(int ranks, kept_plan *added) {
    const size_t size = (size_t)ranks;
    int *room = malloc(2 * (size_t)CT_SIDES * size * sizeof *room);
    added->numbers = room;
    if (room == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for the counts of %d ranks", ranks);
    }
    for (int side = 0; side < CT_SIDES; side++, room += 2 * size) {
        if (added->shape.counts[side] != NULL) {
            memcpy(room, added->shape.counts[side], size * sizeof *room);
            memcpy(room + size, added->shape.displacements[side], size * sizeof *room);
            added->shape.counts[side] = room;
            added->shape.displacements[side] = room + size;
        }
    }
    return CT_OK;
}

/* Puts a kept plan, which may be a new one, before those that are before it. */
static void put_first(ct_kept *kept, int place, const kept_plan *plan) {
    kept_plan first = *plan;
    memmove(&kept->plans[1], &kept->plans[0], (size_t)place * sizeof first);
    kept->plans[0] = first;
}

/* Makes the plan of a call the latest. Collective; all ranks fail together. */
static ct_status add(ct_kept *kept, const ct_call *call) {
    const ct_choice by_library = {.row = NULL};
    const ct_context *context = kept->context;
    kept_plan added = {.shape = call->shape};
    ct_status status = CT_OK;
    CT_TRY(ct_agree(context->comm, copy_numbers(context->size, &added)));
    CT_TRY(ct_call_plan(context->comm, call, context->size, &added.plan));
    CT_TRY(ct_prepared_create(added.plan, &by_library, &added.library));
    if (kept->count == PLANS) {
        destroy_plan(&kept->plans[--kept->count]);
    }
    put_first(kept, kept->count++, &added);
    return CT_OK;
cleanup:
    destroy_plan(&added);
    return status;
}

/* Whether the ranks of the node can read the array where it is. What is sent in place is first
 * brought together in such memory. */
static int looks_shared(ct_kept *kept, const ct_call *call) {
    const ct_context *context = kept->context;
    if (call->shape.in_place || call->send == NULL || context->node_size == 1) {
        return 1;
    }
    if (kept->known != call->send || kept->version != ct_segments_version()) {
        kept->known = call->send;
        kept->version = ct_segments_version();
        kept->is_shared = ct_segment_reaches(ct_place_of(call->send).segment, context->comm,
                                             context->node_ranks, context->node_size);
    }
    return kept->is_shared;
}

static int suits(const ct_kept *kept, int place, const ct_call *call) {
    return call->wrong[0] == '\0' && !call->is_foreign &&
           ct_shape_equal(&kept->plans[place].shape, &call->shape, kept->context->size);
}

/* What the latest plan's next call goes by. */
static const ct_prepared *way_of(const kept_plan *latest) {
    return ct_trial_way(&latest->trial) == LIBRARY_WAY ? &latest->library : &latest->plan->prepared;
}

/* Executes the latest plan, which suits this rank. A call that some rank declines does not count.
 * Collective. */
static ct_status execute_latest(ct_kept *kept, const ct_call *call) {
    kept_plan *latest = &kept->plans[0];
    const int is_tried = latest->plan->prepared.choice.row != NULL;
    const int is_timed = is_tried && ct_trial_is_on(&latest->trial);
    const double start_s = is_timed ? MPI_Wtime() : 0;
    double seconds[CT_TRIAL_WAYS] = {0};
    ct_status status = CT_OK;
    CT_TRY(ct_exchange_execute_by(latest->plan, way_of(latest), call->send, call->receive));
    if (is_tried && ct_trial_count(&latest->trial, is_timed ? MPI_Wtime() - start_s : 0, seconds)) {
        CT_MPI(MPI_Allreduce(MPI_IN_PLACE, seconds, CT_TRIAL_WAYS, MPI_DOUBLE, MPI_MAX,
                             kept->context->comm));
        ct_trial_settle(&latest->trial, seconds);
    }
cleanup:
    return status;
}

/* The word that ranks agree by: a bit for each kept plan that suits, and these. */
enum { RIGHT = 1 << PLANS, OURS = 2 << PLANS };

static uint64_t word_of(const ct_kept *kept, const ct_call *call) {
    uint64_t word = RIGHT;
    if (call->wrong[0] != '\0') {
        return 0;
    }
    if (call->is_foreign) {
        return word;
    }
    for (int i = 0; i < kept->count; i++) {
        word |= (uint64_t)suits(kept, i, call) << i;
    }
    return word | OURS;
}

/* Agrees on what is to be done, and does it. */
static ct_status agree_and_execute(ct_kept *kept, const ct_call *call, int *by_library) {
    uint64_t word = word_of(kept, call);
    ct_status status = CT_OK;
    kept->in_turn = 0;
    CT_TRY(ct_vote(kept->context, &word));
    if ((word & RIGHT) == 0) {
        return ct_agree(kept->context->comm,
                        call->wrong[0] != '\0'
                            ? ct_raise(CT_ERROR_ARGUMENT, "%s: %s", call->name, call->wrong)
                            : CT_OK);
    }
    *by_library = (word & OURS) == 0;
    if (*by_library) {
        return CT_OK;
    }
    int place = 0;
    while (place < kept->count && (word >> place & 1) == 0) {
        place++;
    }
    if (place < kept->count) {
        put_first(kept, place, &kept->plans[place]);
    } else {
        CT_TRY(add(kept, call));
    }
    kept->in_turn = 1;
    status = execute_latest(kept, call);
cleanup:
    return status;
}

/* Whether a call may begin with the latest plan: not in place, where ranks that it suits would have
 * lost what they want to send by the time they hear of one that it does not. */
static int may_try_latest(const ct_kept *kept) {
    return kept->in_turn && !kept->plans[0].shape.in_place;
}

ct_status ct_kept_execute(ct_kept *kept, ct_call *call, int *by_library) {
    *by_library = 0;
    call->shape.is_shared = looks_shared(kept, call);
    if (may_try_latest(kept)) {
        const kept_plan *latest = &kept->plans[0];
        const ct_status status = suits(kept, 0, call)
                                     ? execute_latest(kept, call)
                                     : ct_exchange_decline_by(latest->plan, way_of(latest));
        if (status != CT_ERROR_ARGUMENT) {
            return status;
        }
    }
    return agree_and_execute(kept, call, by_library);
}
