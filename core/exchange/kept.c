#include "exchange/kept.h"

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
    MPI_Comm users, comm; /* where it is kept, and its own */
    int rank, size;
    kept_plan plans[PLANS]; /* the latest first: the same on all ranks */
    int count;
    int in_turn; /* the latest call was the latest plan's */
    ct_kept *next;
};

static int keyval = MPI_KEYVAL_INVALID;
static ct_kept *all; /* the latest first: ranks destroy those they share in the same order */

static void destroy_plan(kept_plan *kept) {
    ct_exchange_plan_destroy(&kept->plan);
    free(kept->numbers);
}

static void destroy(ct_kept *kept) {
    for (int i = 0; i < kept->count; i++) {
        destroy_plan(&kept->plans[i]);
    }
    if (kept->comm != MPI_COMM_NULL) {
        (void)MPI_Comm_free(&kept->comm);
    }
    free(kept);
}

/* MPI calls this when the communicator is freed. */
static int forget(MPI_Comm comm, int key, void *value, void *extra) {
    ct_kept **link = &all;
    (void)comm;
    (void)key;
    (void)extra;
    while (*link != NULL && *link != value) {
        link = &(*link)->next;
    }
    if (*link != NULL) {
        *link = (*link)->next;
    }
    destroy(value);
    return MPI_SUCCESS;
}

/* MPI_Finalize calls this first of all, while communication still works: frees what is kept with
 * communicators that nobody freed. What is kept with MPI_COMM_SELF goes by itself. */
static int forget_all(MPI_Comm self, int key, void *value, void *extra) {
    (void)key;
    (void)value;
    (void)extra;
    for (ct_kept *kept = all; kept != NULL;) {
        ct_kept *next = kept->next;
        if (kept->users != self) {
            (void)MPI_Comm_delete_attr(kept->users, keyval);
        }
        kept = next;
    }
    return MPI_SUCCESS;
}

/* Once in a program. */
static ct_status prepare(void) {
    int at_end = MPI_KEYVAL_INVALID;
    ct_status status = CT_OK;
    if (keyval != MPI_KEYVAL_INVALID) {
        return CT_OK;
    }
    CT_MPI(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget_all, &at_end, NULL));
    CT_MPI(MPI_Comm_set_attr(MPI_COMM_SELF, at_end, NULL));
    CT_MPI(MPI_Comm_free_keyval(&at_end));
    CT_MPI(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget, &keyval, NULL));
cleanup:
    return status;
}

static ct_status create(MPI_Comm comm, ct_kept **kept) {
    ct_status status = prepare();
    ct_kept *created = calloc(1, sizeof *created);
    if (created == NULL) {
        status = ct_raise(CT_ERROR_MEMORY, "no memory for the plans of a communicator");
    } else {
        created->comm = MPI_COMM_NULL;
        created->users = comm;
    }
    status = ct_agree(comm, status);
    if (status != CT_OK || created == NULL) {
        goto cleanup;
    }
    CT_TRY(ct_comm_own(comm, &created->comm, &created->rank, &created->size));
    CT_MPI(MPI_Comm_set_attr(comm, keyval, created));
    created->next = all;
    all = created;
    *kept = created;
    return CT_OK;
cleanup:
    if (created != NULL) {
        destroy(created);
    }
    return status;
}

ct_status ct_kept_of(MPI_Comm comm, ct_kept **kept) {
    int found = 0;
    int is_inter = 0;
    void *value = NULL;
    ct_status status = CT_OK;
    *kept = NULL;
    if (comm == MPI_COMM_NULL) {
        return ct_raise(CT_ERROR_ARGUMENT, "a collective call on MPI_COMM_NULL");
    }
    if (keyval != MPI_KEYVAL_INVALID) {
        CT_MPI(MPI_Comm_get_attr(comm, keyval, &value, &found));
    }
    if (found) {
        *kept = value;
        return CT_OK;
    }
    CT_MPI(MPI_Comm_test_inter(comm, &is_inter));
    status = is_inter ? CT_OK : create(comm, kept);
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
