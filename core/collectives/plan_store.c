#include "collectives/plan_store.h"

#include "base/mpi.h"
#include <cornerturn/agree.h>

#include <stdlib.h>
#include <string.h>

/* The latest look-up, so that repeated calls on one communicator do not query MPI. */
static struct {
    MPI_Comm comm;
    ct_plan_store *store;
} asked;

static void destroy_plan(ct_stored_plan *stored) {
    ct_prepared_destroy(&stored->library);
    ct_exchange_plan_destroy(&stored->plan);
    free(stored->numbers);
}

static void destroy(void *attached) {
    ct_plan_store *store = attached;
    if (asked.store == store) {
        asked.store = NULL;
    }
    if (store->leave != NULL) {
        store->leave(store);
    }
    for (int i = 0; i < store->count; i++) {
        destroy_plan(&store->plans[i]);
    }
    free(store);
}

static ct_status create(ct_context *context, ct_plan_store **store) {
    ct_plan_store *created = calloc(1, sizeof *created);
    ct_status status = ct_agree(
        context->comm,
        created != NULL ? CT_OK
                        : ct_raise(CT_ERROR_MEMORY, "no memory for the plans of a communicator"));
    if (status != CT_OK || created == NULL) {
        free(created);
        return status;
    }
    *created = (ct_plan_store){.context = context};
    context->attached = created;
    context->detach = destroy;
    *store = created;
    return CT_OK;
}

ct_status ct_plan_store_of(MPI_Comm comm, ct_plan_store **store) {
    ct_context *context = NULL;
    int is_inter = 0;
    ct_status status = CT_OK;
    *store = NULL;
    if (asked.store != NULL && asked.comm == comm) {
        *store = asked.store;
        return CT_OK;
    }
    if (comm == MPI_COMM_NULL) {
        return ct_raise(CT_ERROR_ARGUMENT, "a collective call on MPI_COMM_NULL");
    }
    CT_MPI(MPI_Comm_test_inter(comm, &is_inter));
    if (!is_inter) {
        CT_TRY(ct_context_of(comm, &context));
        *store = context->attached;
        status = *store != NULL ? CT_OK : create(context, store);
    }
    if (*store != NULL && !ct_mpi_has_threads()) {
        asked.comm = comm;
        asked.store = *store;
    }
cleanup:
    return status;
}

int ct_plan_store_reads(ct_plan_store *store, const void *send) {
    const ct_context *context = store->context;
    if (send == NULL || context->node_size == 1) {
        return 1;
    }
    return ct_place_shared_by(&store->sent, send, context->comm, context->node_ranks,
                              context->node_size)
               .segment != 0;
}

void ct_plan_store_first(ct_plan_store *store, int place, const ct_stored_plan *plan) {
    ct_stored_plan first = *plan;
    memmove(&store->plans[1], &store->plans[0], (size_t)place * sizeof first);
    store->plans[0] = first;
}

ct_status ct_plan_store_add(ct_plan_store *store, const ct_call *call) {
    const ct_choice by_library = {.row = NULL};
    const ct_context *context = store->context;
    ct_stored_plan added = {.shape = call->shape};
    ct_status status = CT_OK;
    CT_TRY(ct_agree(context->comm, ct_call_shape_own(&added.shape, context->size, &added.numbers)));
    CT_TRY(ct_call_plan(context->comm, call, context->size, &added.plan));
    CT_TRY(ct_prepared_create(added.plan, &by_library, &added.library));
    if (store->count == CT_STORED_PLANS) {
        destroy_plan(&store->plans[--store->count]);
    }
    ct_plan_store_first(store, store->count++, &added);
    store->patience.made++;
    return CT_OK;
cleanup:
    destroy_plan(&added);
    return status;
}
