#include "node/supposed/cluster.h"

#include "base/mpi.h"

#include <stdlib.h>

/* Has a context of one process stand for ranks whose leaders these are; owns `leader` from now on,
 * after a failure too. */
static ct_status suppose(ct_context *context, int *leader, int size) {
    int count = 0;
    for (int rank = 0; leader != NULL && rank < size; rank++) {
        count += leader[rank] == 0;
    }
    int *here = malloc(((size_t)count + 1) * sizeof *here);
    if (leader == NULL || here == NULL) {
        free(leader);
        free(here);
        return ct_raise(CT_ERROR_MEMORY, "no memory for %d ranks", size);
    }
    count = 0;
    for (int rank = 0; rank < size; rank++) {
        if (leader[rank] == 0) {
            here[count++] = rank;
        }
    }
    free(context->leader);
    free(context->node_ranks);
    context->leader = leader;
    context->node_ranks = here;
    context->node_size = count;
    context->size = size;
    context->is_supposed = 1;
    return CT_OK;
}

ct_status ct_cluster_create(const ct_cluster *cluster, MPI_Comm *comm) {
    ct_context *context = NULL;
    ct_status status = CT_OK;
    *comm = MPI_COMM_NULL;
    if (cluster->nodes < 1 || cluster->node_ranks < 1 ||
        cluster->nodes > CT_CLUSTER_RANKS_MOST / cluster->node_ranks) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "%d nodes of %d ranks; allowed: at least one of each, and up to %d ranks",
                        cluster->nodes, cluster->node_ranks, CT_CLUSTER_RANKS_MOST);
    }
    const int size = cluster->nodes * cluster->node_ranks;
    CT_MPI(MPI_Comm_dup(MPI_COMM_SELF, comm));
    CT_TRY(ct_context_of(*comm, &context));
    int *leader = malloc((size_t)size * sizeof *leader);
    for (int rank = 0; leader != NULL && rank < size; rank++) {
        leader[rank] = rank - rank % cluster->node_ranks;
    }
    CT_TRY(suppose(context, leader, size));
    return CT_OK;
cleanup:
    if (*comm != MPI_COMM_NULL) {
        (void)MPI_Comm_free(comm);
    }
    return status;
}

ct_status ct_cluster_size(MPI_Comm comm, int *size) {
    ct_context *context = NULL;
    ct_status status = CT_OK;
    CT_TRY(ct_context_of(comm, &context));
    *size = context->size;
cleanup:
    return status;
}

int ct_cluster_is_supposed(MPI_Comm comm) {
    ct_context *context = NULL;
    return ct_context_of(comm, &context) == CT_OK && context->is_supposed;
}

/* The leaders of the ranks with rank 0's colour, numbered from 0 on. */
static int *leaders_of(const ct_context *context, const int *colour, int *count) {
    int *leader = malloc((size_t)context->size * sizeof *leader);
    int *first = malloc((size_t)context->size * sizeof *first); /* by leader: the part's first */
    *count = 0;
    for (int rank = 0; leader != NULL && first != NULL && rank < context->size; rank++) {
        first[rank] = -1;
    }
    for (int rank = 0; leader != NULL && first != NULL && rank < context->size; rank++) {
        if (colour[rank] == colour[0]) {
            int *found = &first[context->leader[rank]];
            *found = *found < 0 ? *count : *found;
            leader[(*count)++] = *found;
        }
    }
    free(first);
    return leader;
}

ct_status ct_cluster_part(ct_context *context, const int *colour, ct_context **part) {
    static int
        parts; /* each split makes another one: that of one process tells nothing of others */
    int count = 0;
    ct_status status = CT_OK;
    if (!context->is_supposed) {
        return ct_context_split(context, colour[context->rank], context->rank, part);
    }
    CT_TRY(ct_context_split(context, parts++, 0, part));
    int *leader = leaders_of(context, colour, &count);
    status = suppose(*part, leader, count);
    if (status != CT_OK) {
        ct_context_release(part);
    }
cleanup:
    return status;
}
