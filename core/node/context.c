#include "node/context.h"

#include "base/mpi.h"
#include <cornerturn/agree.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* never held while MPI communicates */
static atomic_int keyval = MPI_KEYVAL_INVALID;
static ct_context *all; /* of users' communicators, the latest first; under the lock */

static void unlink_context(ct_context **list, const ct_context *context) {
    while (*list != NULL && *list != context) {
        list = &(*list)->next;
    }
    if (*list != NULL) {
        *list = context->next;
    }
}

static void destroy(ct_context *context) {
    ct_context *parent = context->parent;
    if (parent != NULL) {
        unlink_context(&parent->parts, context);
    }
    if (context->comm != MPI_COMM_NULL) {
        (void)MPI_Comm_free(&context->comm);
    }
    if (context->ballot != NULL) {
        context->destroy_ballot(&context->ballot);
    }
    ct_members_release(&context->members);
    free(context->world);
    free(context->leader);
    free(context->node_ranks);
    free(context->taken);
    free(context);
    ct_context_release(&parent);
}

void ct_context_release(ct_context **context) {
    if (*context != NULL && --(*context)->references == 0) {
        destroy(*context);
    }
    *context = NULL;
}

/* Attribute callback when the user's or the private communicator is freed. Attached data may
 * reference the context, so it is freed first. */
static int forget(MPI_Comm comm, int key, void *value, void *extra) {
    ct_context *context = value;
    (void)key;
    (void)extra;
    if (comm == context->comm) {
        return MPI_SUCCESS;
    }
    (void)pthread_mutex_lock(&mutex);
    unlink_context(&all, context);
    (void)pthread_mutex_unlock(&mutex);
    context->users = MPI_COMM_NULL;
    if (context->detach != NULL) {
        context->detach(context->attached);
    }
    ct_context_release(&context);
    return MPI_SUCCESS;
}

/* MPI_Finalize calls this first, while communication still works: frees the contexts of
 * communicators not freed. That of MPI_COMM_SELF is freed by its own attribute. */
static int forget_all(MPI_Comm self, int key, void *value, void *extra) {
    (void)key;
    (void)value;
    (void)extra;
    for (ct_context *context = all; context != NULL;) {
        ct_context *next = context->next;
        if (context->users != self) {
            (void)MPI_Comm_delete_attr(context->users, keyval);
        }
        context = next;
    }
    return MPI_SUCCESS;
}

/* Creates the attribute keys, once a process. */
static ct_status prepare(void) {
    int at_end = MPI_KEYVAL_INVALID;
    int made = MPI_KEYVAL_INVALID;
    ct_status status = CT_OK;
    (void)pthread_mutex_lock(&mutex);
    if (keyval != MPI_KEYVAL_INVALID) {
        goto cleanup;
    }
    CT_MPI(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget_all, &at_end, NULL));
    CT_MPI(MPI_Comm_set_attr(MPI_COMM_SELF, at_end, NULL));
    CT_MPI(MPI_Comm_free_keyval(&at_end));
    CT_MPI(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget, &made, NULL));
    keyval = made;
cleanup:
    (void)pthread_mutex_unlock(&mutex);
    return status;
}

/* Duplicates the user's communicator, with MPI_ERRORS_RETURN: its own handler may abort. */
static ct_status duplicate(MPI_Comm comm, ct_context *made) {
    MPI_Errhandler users = MPI_ERRHANDLER_NULL;
    ct_status status = CT_OK;
    CT_MPI(MPI_Comm_get_errhandler(comm, &users));
    CT_MPI(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
    status = ct_comm_duplicate(comm, &made->comm, &made->rank, &made->size);
    (void)MPI_Comm_set_errhandler(comm, users);
    (void)MPI_Errhandler_free(&users);
cleanup:
    return status;
}

static ct_context *allocate(void) {
    ct_context *made = calloc(1, sizeof *made);
    if (made != NULL) {
        made->comm = made->users = MPI_COMM_NULL;
        made->references = 1;
    }
    return made;
}

static ct_status no_memory(void) {
    return ct_raise(CT_ERROR_MEMORY, "no memory for what belongs to a communicator");
}

/* Fills a context that has its communicator. Collective over that. */
static ct_status fill(ct_context *made) {
    ct_status status = CT_OK;
    int *tags_most = NULL;
    int found = 0;
    CT_TRY(ct_context_find_nodes(made));
    CT_TRY(ct_context_number(made));
    CT_MPI(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, (void *)&tags_most, &found));
    made->tags_most = found ? *tags_most : 32767; /* the least upper bound that MPI allows */
    CT_MPI(MPI_Comm_set_attr(made->comm, keyval, made));
cleanup:
    return status;
}

static ct_status create(MPI_Comm comm, ct_context **context) {
    ct_context *made = allocate();
    ct_status status = made != NULL ? prepare() : no_memory();
    status = ct_agree(comm, status);
    if (status != CT_OK || made == NULL) {
        goto cleanup;
    }
    CT_TRY(duplicate(comm, made));
    CT_TRY(ct_agree(made->comm, fill(made)));
    CT_MPI(MPI_Comm_set_attr(comm, keyval, made));
    made->users = comm;
    (void)pthread_mutex_lock(&mutex);
    made->next = all;
    all = made;
    (void)pthread_mutex_unlock(&mutex);
    *context = made;
    return CT_OK;
cleanup:
    ct_context_release(&made);
    return status;
}

ct_status ct_context_of(MPI_Comm comm, ct_context **context) {
    int found = 0;
    void *value = NULL;
    ct_status status = CT_OK;
    *context = NULL;
    if (comm != MPI_COMM_NULL && keyval != MPI_KEYVAL_INVALID) {
        CT_MPI(MPI_Comm_get_attr(comm, keyval, (void *)&value, &found));
    }
    if (found) {
        *context = value;
        return CT_OK;
    }
    CT_TRY(ct_comm_check(comm));
    CT_TRY(create(comm, context));
cleanup:
    return status;
}

ct_status ct_context_acquire(MPI_Comm comm, ct_context **context) {
    ct_status status = ct_context_of(comm, context);
    if (status == CT_OK && *context != NULL) {
        (*context)->references++;
    }
    return status;
}

void *ct_context_begin_plan(MPI_Comm comm, size_t bytes, ct_context **context, ct_status *status) {
    void *plan = calloc(1, bytes);
    *context = NULL;
    *status = plan != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for a plan");
    *status = ct_agree(comm, *status);
    *status = *status == CT_OK ? ct_context_acquire(comm, context) : *status;
    if (*status != CT_OK) {
        free(plan);
        return NULL;
    }
    return plan;
}

ct_status ct_node_ranks(MPI_Comm comm, int **ranks, int *count) {
    ct_context *context = NULL;
    ct_status status = CT_OK;
    *ranks = NULL;
    status = ct_context_of(comm, &context);
    if (status != CT_OK || context == NULL) {
        return status;
    }
    *count = context->node_size;
    *ranks = malloc((size_t)*count * sizeof **ranks);
    CT_TRY(ct_agree(context->comm, *ranks != NULL
                                       ? CT_OK
                                       : ct_raise(CT_ERROR_MEMORY,
                                                  "no memory for the %d ranks of a node", *count)));
    if (*ranks != NULL) { /* always true; for the static analyser */
        memcpy(*ranks, context->node_ranks, (size_t)*count * sizeof **ranks);
    }
    return CT_OK;
cleanup:
    free(*ranks);
    *ranks = NULL;
    return status;
}

/* The part of an equal earlier split on all ranks, or NULL. Collective. */
static ct_status find_part(const ct_context *context, int colour, int key, ct_context **found) {
    enum { PARTS = 32 }; /* the latest */
    uint32_t alike = 0;
    ct_status status = CT_OK;
    *found = NULL;
    int place = 0;
    for (ct_context *part = context->parts; part != NULL && place < PARTS; part = part->next) {
        alike |= (uint32_t)(part->colour == colour && part->key == key) << place++;
    }
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &alike, 1, MPI_UINT32_T, MPI_BAND, context->comm));
    *found = alike != 0 ? context->parts : NULL;
    for (; *found != NULL && (alike & 1) == 0; alike >>= 1) {
        *found = (*found)->next;
    }
cleanup:
    return status;
}

static ct_status split(const ct_context *context, int colour, int key, ct_context *made) {
    ct_status status = CT_OK;
    CT_MPI(MPI_Comm_split(context->comm, colour, key, &made->comm));
    if (made->comm != MPI_COMM_NULL) {
        CT_MPI(MPI_Comm_set_errhandler(made->comm, MPI_ERRORS_RETURN));
        CT_MPI(MPI_Comm_rank(made->comm, &made->rank));
        CT_MPI(MPI_Comm_size(made->comm, &made->size));
        CT_TRY(fill(made));
    }
cleanup:
    return status;
}

ct_status ct_context_split(ct_context *context, int colour, int key, ct_context **part) {
    ct_context *made = NULL;
    ct_status status = CT_OK;
    *part = NULL;
    CT_TRY(find_part(context, colour, key, part));
    if (*part != NULL) {
        (*part)->references++;
        return CT_OK;
    }
    made = allocate();
    status = ct_agree(context->comm, made != NULL ? CT_OK : no_memory());
    if (status != CT_OK || made == NULL) {
        goto cleanup;
    }
    CT_TRY(ct_agree(context->comm, split(context, colour, key, made)));
    made->colour = colour;
    made->key = key;
    made->parent = context;
    context->references++;
    made->next = context->parts;
    context->parts = made;
    *part = made;
    return CT_OK;
cleanup:
    ct_context_release(&made);
    return status;
}
