#include "exchange/kept.h"

#include "base/context.h"
#include "base/mpi.h"
#include "exchange/plan.h"
#include <cornerturn/agree.h>

#include <stdlib.h>
#include <string.h>

enum { PLANS = 8 };

typedef struct kept_plan {
    ct_exchange_plan *plan;
    ct_shape shape;
    int *numbers; /* of the shape */
} kept_plan;

struct ct_kept {
    MPI_Comm comm; /* of the context with which it goes */
    int rank, size;
    kept_plan plans[PLANS]; /* the latest first: the same on all ranks */
    int count;
    int in_turn; /* the latest call was the latest plan's */
};

static void destroy_plan(kept_plan *kept) {
    ct_exchange_plan_destroy(&kept->plan);
    free(kept->numbers);
}

static void destroy(void *attached) {
    ct_kept *kept = attached;
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
    *created = (ct_kept){.comm = context->comm, .rank = context->rank, .size = context->size};
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
    if (comm == MPI_COMM_NULL) {
        return ct_raise(CT_ERROR_ARGUMENT, "a collective call on MPI_COMM_NULL");
    }
    CT_MPI(MPI_Comm_test_inter(comm, &is_inter));
    if (!is_inter) {
        CT_TRY(ct_context_of(comm, &context));
        *kept = context->attached;
        status = *kept != NULL ? CT_OK : create(context, kept);
    }
cleanup:
    return status;
}

int ct_kept_rank(const ct_kept *kept) {
    return kept->rank;
}

int ct_kept_size(const ct_kept *kept) {
    return kept->size;
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
    kept_plan added = {.shape = call->shape};
    ct_status status = CT_OK;
    CT_TRY(ct_agree(kept->comm, copy_numbers(kept->size, &added)));
    CT_TRY(ct_call_plan(kept->comm, call, kept->size, &added.plan));
    if (kept->count == PLANS) {
        destroy_plan(&kept->plans[--kept->count]);
    }
    put_first(kept, kept->count++, &added);
    return CT_OK;
cleanup:
    destroy_plan(&added);
    return status;
}

/* The word that ranks agree by: a bit for each kept plan that suits, and these. */
enum { RIGHT = 1 << PLANS, OURS = 2 << PLANS };

static unsigned word_of(const ct_kept *kept, const ct_call *call) {
    unsigned word = RIGHT;
    if (call->wrong[0] != '\0') {
        return 0;
    }
    if (call->is_foreign) {
        return word;
    }
    for (int i = 0; i < kept->count; i++) {
        word |= (unsigned)ct_shape_equal(&kept->plans[i].shape, &call->shape, kept->size) << i;
    }
    return word | OURS;
}

/* Agrees on what is to be done, and does it. */
static ct_status agree_and_execute(ct_kept *kept, const ct_call *call, int *by_library) {
    unsigned word = word_of(kept, call);
    ct_status status = CT_OK;
    kept->in_turn = 0;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &word, 1, MPI_UNSIGNED, MPI_BAND, kept->comm));
    if ((word & RIGHT) == 0) {
        return ct_agree(kept->comm, call->wrong[0] != '\0' ? ct_raise(CT_ERROR_ARGUMENT, "%s: %s",
                                                                      call->name, call->wrong)
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
    status = ct_exchange_execute(kept->plans[0].plan, call->send, call->receive);
cleanup:
    return status;
}

/* Whether a call may begin with the latest plan: not in place, where ranks that it suits would have
 * lost what they want to send by the time they hear of one that it does not. */
static int may_try_latest(const ct_kept *kept) {
    return kept->in_turn && !kept->plans[0].shape.in_place;
}

ct_status ct_kept_execute(ct_kept *kept, const ct_call *call, int *by_library) {
    *by_library = 0;
    if (may_try_latest(kept)) {
        ct_exchange_plan *latest = kept->plans[0].plan;
        ct_status status = (word_of(kept, call) & 1) != 0
                               ? ct_exchange_execute(latest, call->send, call->receive)
                               : ct_exchange_decline(latest);
        if (status != CT_ERROR_ARGUMENT) {
            return status;
        }
    }
    return agree_and_execute(kept, call, by_library);
}
