/* The nodes of a context, and collectives of the ranks of one by messages of its communicator. */
#include "node/context.h"

#include "base/cores.h"
#include "base/mpi.h"
#include "base/threads/poll.h"
#include <cornerturn/agree.h>

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Polls before this core is given away and MPI called for its progress: some microseconds. */
enum { POLLS = 2000 };

void ct_members_release(ct_members **members) {
    if (*members != NULL && --(*members)->references == 0) {
        if ((*members)->group != MPI_GROUP_NULL) {
            (void)MPI_Group_free(&(*members)->group);
        }
        free(*members);
    }
    *members = NULL;
}

/* The lowest rank of this rank's node, by a temporary communicator. */
static ct_status find_leader(const ct_context *context, int *leader) {
    MPI_Comm node = MPI_COMM_NULL;
    ct_status status = CT_OK;
    *leader = context->rank;
    CT_MPI(MPI_Comm_split_type(context->comm, MPI_COMM_TYPE_SHARED, context->rank, MPI_INFO_NULL,
                               &node));
    CT_MPI(MPI_Bcast(leader, 1, MPI_INT, 0, node));
cleanup:
    if (node != MPI_COMM_NULL) {
        (void)MPI_Comm_free(&node);
    }
    return status;
}

/* Lists the ranks with this rank's leader. Local. */
static ct_status list_node(ct_context *context) {
    const int *leader = context->leader;
    MPI_Group group = MPI_GROUP_NULL;
    ct_status status = CT_OK;
    for (int rank = 0; rank < context->size; rank++) {
        context->node_size += leader[rank] == leader[context->rank];
    }
    context->node_ranks = malloc((size_t)context->node_size * sizeof *context->node_ranks);
    context->members = calloc(1, sizeof *context->members);
    if (context->node_ranks == NULL || context->members == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for the %d ranks of a node", context->node_size);
    }
    *context->members = (ct_members){.group = MPI_GROUP_NULL, .references = 1};
    for (int rank = 0, place = 0; rank < context->size; rank++) {
        if (leader[rank] == leader[context->rank]) {
            context->place = rank == context->rank ? place : context->place;
            context->node_ranks[place++] = rank;
        }
    }
    CT_MPI(MPI_Comm_group(context->comm, &group));
    CT_MPI(
        MPI_Group_incl(group, context->node_size, context->node_ranks, &context->members->group));
cleanup:
    if (group != MPI_GROUP_NULL) {
        (void)MPI_Group_free(&group);
    }
    return status;
}

/* What the ranks tell each other to find their nodes. */
typedef struct place {
    int leader;
    uint32_t cores; /* ct_cores_identity */
} place;

/* Fills what is known from the places of all ranks. Local. */
static ct_status take_places(ct_context *context, const place *places) {
    int sharers = 0; /* of this rank's cores */
    for (int rank = 0; rank < context->size; rank++) {
        context->leader[rank] = places[rank].leader;
        sharers += places[rank].cores == places[context->rank].cores;
    }
    context->has_core = ct_cores_suffice(sharers);
    return list_node(context);
}

ct_status ct_context_find_nodes(ct_context *context) {
    const size_t size = (size_t)context->size;
    place mine = {.cores = ct_cores_identity()};
    place *places = NULL;
    ct_status status = CT_OK;
    CT_TRY(ct_agree(context->comm, find_leader(context, &mine.leader)));
    context->leader = malloc(size * sizeof *context->leader);
    places = malloc(size * sizeof *places);
    CT_TRY(ct_agree(context->comm,
                    context->leader != NULL && places != NULL
                        ? CT_OK
                        : ct_raise(CT_ERROR_MEMORY, "no memory for %d ranks", context->size)));
    CT_MPI(
        MPI_Allgather(&mine, sizeof mine, MPI_BYTE, places, sizeof mine, MPI_BYTE, context->comm));
    CT_TRY(ct_agree(context->comm, take_places(context, places)));
cleanup:
    free(places);
    return status;
}

/* Through the first rank of the node. */
ct_status ct_context_node_allgather(const ct_context *context, const void *mine, int bytes,
                                    void *all) {
    const int *ranks = context->node_ranks;
    const int total_bytes = context->node_size * bytes;
    ct_status status = CT_OK;
    if (context->place > 0) {
        CT_MPI(MPI_Send(mine, bytes, MPI_BYTE, ranks[0], CT_TAG_NODE, context->comm));
        CT_MPI(MPI_Recv(all, total_bytes, MPI_BYTE, ranks[0], CT_TAG_NODE, context->comm,
                        MPI_STATUS_IGNORE));
        return CT_OK;
    }
    memcpy(all, mine, (size_t)bytes);
    for (int k = 1; k < context->node_size; k++) {
        CT_MPI(MPI_Recv((char *)all + (size_t)k * (size_t)bytes, bytes, MPI_BYTE, ranks[k],
                        CT_TAG_NODE, context->comm, MPI_STATUS_IGNORE));
    }
    for (int k = 1; k < context->node_size; k++) {
        CT_MPI(MPI_Send(all, total_bytes, MPI_BYTE, ranks[k], CT_TAG_NODE, context->comm));
    }
cleanup:
    return status;
}

ct_status ct_context_node_all(const ct_context *context, int mine, int *all) {
    const int *ranks = context->node_ranks;
    ct_status status = CT_OK;
    *all = mine;
    if (context->place > 0) {
        CT_MPI(MPI_Send(&mine, 1, MPI_INT, ranks[0], CT_TAG_NODE, context->comm));
        CT_MPI(MPI_Recv(all, 1, MPI_INT, ranks[0], CT_TAG_NODE, context->comm, MPI_STATUS_IGNORE));
        return CT_OK;
    }
    for (int k = 1; k < context->node_size; k++) {
        int theirs = 0;
        CT_MPI(
            MPI_Recv(&theirs, 1, MPI_INT, ranks[k], CT_TAG_NODE, context->comm, MPI_STATUS_IGNORE));
        *all = *all && theirs;
    }
    for (int k = 1; k < context->node_size; k++) {
        CT_MPI(MPI_Send(all, 1, MPI_INT, ranks[k], CT_TAG_NODE, context->comm));
    }
cleanup:
    return status;
}

ct_status ct_context_progress(const ct_context *context) {
    ct_status status = CT_OK;
    int found = 0;
    CT_MPI(MPI_Iprobe(MPI_ANY_SOURCE, CT_TAG_NEVER_SENT, context->comm, &found, MPI_STATUS_IGNORE));
cleanup:
    return status;
}

ct_status ct_context_await(const ct_context *context, const _Atomic uint64_t *count,
                           uint64_t least) {
    ct_status status = CT_OK;
    int polls = 0;
    while (atomic_load_explicit(count, memory_order_acquire) < least) {
        if (ct_poll_gives_way(&polls, POLLS, context->has_core)) {
            CT_TRY(ct_context_progress(context));
        }
    }
cleanup:
    return status;
}
