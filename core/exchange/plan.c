#include "exchange/plan.h"

#include "base/mpi.h"
#include "exchange/check.h"
#include "exchange/choose/choose.h"
#include "exchange/network.h"
#include "exchange/staging/tiles.h"
#include "kernels/cache.h"
#include "node/supposed/cluster.h"
#include <cornerturn/agree.h>

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Sets the plan's network: the one given, or the one found. Collective. */
static ct_status take_topology(ct_exchange_plan *plan, const ct_topology *given) {
    ct_status status = CT_OK;
    int givers[2] = {given != NULL, given == NULL};
    CT_TRY(ct_network_find(plan->comm, &plan->topology, &plan->node_ranks, &plan->order));
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, givers, 2, MPI_INT, MPI_SUM, plan->comm));
    if (givers[0] > 0 && givers[1] > 0) { /* the same on all ranks */
        CT_FAIL(CT_ERROR_ARGUMENT,
                "exchange options differ between ranks: %d of %d were given a network", givers[0],
                plan->size);
    }
    if (given != NULL) {
        plan->topology = *given;
        for (int rank = 0; rank < plan->size; rank++) {
            plan->order[rank] = rank;
        }
        if (given->size != plan->size) {
            status = ct_raise(CT_ERROR_ARGUMENT, "a network of %d ranks was given to %d ranks",
                              given->size, plan->size);
        }
    }
    status = ct_agree(plan->comm, status);
cleanup:
    return status;
}

/* Renumbers the ranks node by node for the algorithm. Collective. */
static ct_status renumber(ct_exchange_plan *plan) {
    ct_status status = CT_OK;
    int place = 0;
    int moves = 0;
    int root = plan->root;
    for (int rank = 0; rank < plan->size; rank++) {
        place = plan->order[rank] == plan->rank ? rank : place;
        plan->root = plan->order[rank] == root ? rank : plan->root;
        moves = moves || plan->order[rank] != rank;
    }
    if (!moves) { /* the same on all ranks */
        return CT_OK;
    }
    CT_TRY(ct_context_split(plan->context, 0, place, &plan->ordered));
    plan->comm = plan->ordered->comm;
    plan->rank = place;
cleanup:
    return status;
}

/* Opens channels inside nodes unless only messages are wanted. Collective. */
static ct_status open_channels(ct_exchange_plan *plan) {
    const double element_bytes = (double)plan->send.element_bytes; /* elements are not split */
    double bytes = element_bytes + ct_blocks_bytes(&plan->send) -
                   element_bytes * (double)ct_blocks_elements(&plan->send, plan->rank);
    const ptrdiff_t tile_bytes = ct_tiles_wanted(plan);
    ct_status status = CT_OK;
    if (plan->options.transport == CT_TRANSPORT_MESSAGES) {
        return CT_OK;
    }
    if (plan->movement != CT_EXCHANGE) { /* in which a rank may forward more than it sends */
        bytes = plan->total_bytes;
    }
    /* A rank with little data may forward much. */
    double most[2] = {bytes, (double)tile_bytes};
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, most, 2, MPI_DOUBLE, MPI_MAX, plan->comm));
    CT_TRY(ct_channels_create(plan->comm, most[0] < 1e9 ? (ptrdiff_t)most[0] : 1000000000,
                              (ptrdiff_t)most[1], &plan->channels));
    plan->has_shared = plan->channels.count > 0;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &plan->has_shared, 1, MPI_INT, MPI_MAX, plan->comm));
    if (plan->has_shared) {
        CT_TRY(ct_peer_blocks_create(plan->comm, &plan->channels, &plan->send, &plan->receive,
                                     &plan->peer_blocks));
    }
    if (plan->has_shared && most[1] > 0) {
        status = ct_peer_blocks_create(plan->comm, &plan->channels, &plan->receive, &plan->send,
                                       &plan->peer_receives);
    }
cleanup:
    return status;
}

/* Whether the received and sent bytes exceed this rank's share of the cache. */
static int streams(const ct_exchange_plan *plan) {
    const int busy = 1 + plan->channels.count;
    return 2 * ct_blocks_bytes(&plan->receive) > (double)ct_cache_share_bytes(busy);
}

/* Sets up the ranks: their network, numbering and tags. Collective. */
static ct_status find_ranks(ct_exchange_plan *plan, const ct_exchange_options *options) {
    ct_status status = CT_OK;
    CT_TRY(take_topology(plan, options->topology));
    CT_TRY(renumber(plan));
    CT_TRY(ct_agree(plan->comm, ct_context_take_tags(ct_exchange_context(plan), &plan->tag)));
cleanup:
    return status;
}

/* Sets up channels inside the node and the copies of this rank's own block. Collective. */
static ct_status prepare_memory(ct_exchange_plan *plan) {
    ct_status status = CT_OK;
    CT_TRY(open_channels(plan));
    plan->streams = streams(plan);
    const ct_parts from = ct_blocks_parts(&plan->send, plan->rank);
    const ct_parts into = ct_blocks_parts(&plan->receive, plan->rank);
    CT_TRY(ct_agree(plan->comm,
                    ct_block_copies_add(&plan->own, &from, &into, plan->send.element_bytes,
                                        ct_elements_direct(&plan->elements), plan->streams)));
cleanup:
    return status;
}

/* Completes the requested choice with the plan's transport and root. */
static void complete(const ct_exchange_plan *plan, ct_choice *asked) {
    asked->transport = plan->options.transport; /* already taken from the text */
    if (asked->transport != CT_TRANSPORT_MESSAGES) {
        asked->transport = plan->has_shared ? CT_TRANSPORT_SHARED : CT_TRANSPORT_AUTO;
    }
    ct_choice_root(asked, plan->root);
}

/* The stages of a plan: check, choose, lower; run/ then executes it. Collective. */
static ct_status build(ct_exchange_plan *plan, const ct_blocks *send, const ct_blocks *receive,
                       const ct_conversion *conversion, const ct_exchange_options *options) {
    int automatic = 0;
    ct_choice asked;
    ct_choice taken;
    ct_status status = CT_OK;
    CT_TRY(find_ranks(plan, options));
    CT_TRY(ct_exchange_check(plan, send, receive, conversion, options, &automatic, &asked));
    CT_TRY(prepare_memory(plan));
    complete(plan, &asked);
    CT_TRY(ct_exchange_choose(plan, automatic ? NULL : &asked, options->tuning_file, &taken));
    CT_TRY(ct_prepared_create(plan, &taken, &plan->prepared));
    plan->elements.rounding = (ct_rounding){.worst = 0}; /* trials were no executions */
cleanup:
    return status;
}

ct_status ct_movement_plan_create(MPI_Comm comm, ct_pattern_kind movement, int root,
                                  const ct_blocks *send, const ct_blocks *receive,
                                  const ct_conversion *conversion,
                                  const ct_exchange_options *options, ct_exchange_plan **plan) {
    static const ct_exchange_options defaults = {.algorithm = NULL};
    ct_status status = CT_OK;
    ct_context *context = NULL;
    ct_exchange_plan *created = ct_context_begin_plan(comm, sizeof *created, &context, &status);
    *plan = NULL;
    if (created == NULL) {
        return status;
    }
    created->tag = -1;
    created->alive = CT_PLAN_ALIVE;
    created->movement = movement;
    created->root = root;
    created->context = context;
    created->comm = created->context->comm;
    created->rank = created->context->rank;
    created->size = created->context->size;
    CT_TRY(build(created, send, receive, conversion, options != NULL ? options : &defaults));
    *plan = created;
    return CT_OK;
cleanup:
    ct_exchange_plan_destroy(&created);
    return status;
}

ct_status ct_exchange_plan_create(MPI_Comm comm, const ct_layout *send, const ct_layout *receive,
                                  const ct_exchange_options *options, ct_exchange_plan **plan) {
    ct_status status = CT_OK;
    int size = 1;
    *plan = NULL;
    CT_TRY(ct_comm_check(comm));
    CT_TRY(ct_cluster_size(comm, &size));
    const ct_blocks sent = ct_blocks_of(send, size);
    const ct_blocks received = ct_blocks_of(receive, size);
    status = ct_movement_plan_create(comm, CT_EXCHANGE, 0, &sent, &received, NULL, options, plan);
cleanup:
    return status;
}

#ifdef NDEBUG

static void release(ct_exchange_plan *plan) {
    free(plan);
}

#else

typedef struct grave {
    ct_exchange_plan *plan;
    struct grave *next;
} grave;

/* Debug builds do not free the struct, so that use after destroy is detected. */
static void release(ct_exchange_plan *plan) {
    static _Atomic(grave *) graves; /* of all threads */
    grave *made = malloc(sizeof *made);
    memset(plan, 0, sizeof *plan);
    if (made != NULL) {
        *made = (grave){plan, atomic_load(&graves)};
        while (!atomic_compare_exchange_weak(&graves, &made->next, made)) {
        }
    }
}

#endif

void ct_exchange_plan_destroy(ct_exchange_plan **plan) {
    if (plan == NULL || *plan == NULL || (*plan)->alive != CT_PLAN_ALIVE) {
        return;
    }
    (void)ct_exchange_wait(*plan); /* nothing may arrive in memory that is freed */
    ct_prepared_destroy(&(*plan)->prepared);
    ct_staging_destroy(&(*plan)->staging);
    ct_channels_destroy(&(*plan)->channels);
    if ((*plan)->tag >= 0) {
        ct_context_give_tags(ct_exchange_context(*plan), (*plan)->tag);
    }
    ct_context_release(&(*plan)->ordered);
    ct_context_release(&(*plan)->context);
    free((*plan)->scores);
    ct_blocks_destroy(&(*plan)->send);
    ct_blocks_destroy(&(*plan)->receive);
    ct_peer_blocks_destroy(&(*plan)->peer_blocks);
    ct_peer_blocks_destroy(&(*plan)->peer_receives);
    ct_block_copies_destroy(&(*plan)->own);
    free((*plan)->order);
    release(*plan);
    *plan = NULL;
}

double ct_exchange_plan_bytes(const ct_exchange_plan *plan) {
    return (double)sizeof *plan + (double)plan->score_count * (double)sizeof *plan->scores +
           (double)plan->size * (double)sizeof *plan->order +
           (double)ct_blocks_held_bytes(&plan->send) +
           (double)ct_blocks_held_bytes(&plan->receive) + ct_staging_bytes(plan) +
           ct_lowered_bytes(&plan->prepared.lowered) + (double)plan->channels.bytes +
           ct_peer_blocks_bytes(&plan->peer_blocks, &plan->channels) +
           ct_peer_blocks_bytes(&plan->peer_receives, &plan->channels) +
           (double)plan->own.count * (double)sizeof *plan->own.list;
}

ct_status ct_exchange(MPI_Comm comm, const ct_layout *send_layout, const void *send,
                      const ct_layout *receive_layout, void *receive,
                      const ct_exchange_options *options) {
    ct_exchange_plan *plan = NULL;
    ct_status status = ct_exchange_plan_create(comm, send_layout, receive_layout, options, &plan);
    if (status == CT_OK) {
        status = ct_exchange_execute(plan, send, receive);
    }
    ct_exchange_plan_destroy(&plan);
    return status;
}
