#include "exchange/network.h"

#include "base/fail.h"
#include "node/context.h"
#include <cornerturn/agree.h>

#include <stdlib.h>
#include <string.h>

/* Ranks per node, if equal on several nodes, else 0; *most: the largest number. `count` is
 * workspace of one a rank. */
static int ranks_per_node(const int *leader, int size, int *count, int *most) {
    *most = 0;
    for (int rank = 0; rank < size; rank++) {
        count[rank] = 0;
    }
    for (int rank = 0; rank < size; rank++) {
        const int here = ++count[leader[rank]];
        *most = here > *most ? here : *most;
    }
    for (int rank = 0; rank < size; rank++) {
        if (count[rank] != 0 && count[rank] != count[leader[0]]) {
            return 0;
        }
    }
    return count[leader[0]] > 1 && count[leader[0]] < size ? count[leader[0]] : 0;
}

/* Lists the ranks node by node; `next` is workspace of one a rank. */
static void list_by_node(const int *leader, int size, int each, int *next, int *order) {
    int nodes = 0;
    for (int rank = 0; rank < size; rank++) {
        if (leader[rank] == rank) {
            next[rank] = each * nodes++;
        }
        order[next[leader[rank]]++] = rank;
    }
}

ct_status ct_network_of(const int *leader, int size, ct_topology *topology, int *node_ranks,
                        int *order, int *workspace) {
    for (int rank = 0; rank < size; rank++) {
        order[rank] = rank;
    }
    *topology = ct_topology_flat(size);
    const int each = ranks_per_node(leader, size, workspace, node_ranks);
    if (each > 0) {
        const int extent[2] = {each, size / each};
        list_by_node(leader, size, each, workspace, order);
        return ct_topology_create(CT_NODES, 2, extent, topology);
    }
    return CT_OK;
}

ct_status ct_network_leaders(MPI_Comm comm, int **leader) {
    ct_context *context = NULL;
    ct_status status = CT_OK;
    *leader = NULL;
    CT_TRY(ct_context_of(comm, &context));
    const size_t size = (size_t)context->size;
    *leader = malloc(size * sizeof **leader);
    if (*leader != NULL) {
        memcpy(*leader, context->leader, size * sizeof **leader);
    } else {
        status = ct_raise(CT_ERROR_MEMORY, "no memory for %zu ranks", size);
    }
    CT_TRY(ct_agree(context->comm, status));
    return CT_OK;
cleanup:
    free(*leader);
    *leader = NULL;
    return status;
}

ct_status ct_network_find(MPI_Comm comm, ct_topology *topology, int *node_ranks, int **order) {
    ct_context *context = NULL;
    ct_status status = CT_OK;
    int *workspace = NULL;
    *order = NULL;
    CT_TRY(ct_context_of(comm, &context));
    const int size = context->size;
    workspace = malloc((size_t)size * sizeof *workspace);
    *order = malloc((size_t)size * sizeof **order);
    status = workspace != NULL && *order != NULL
                 ? ct_network_of(context->leader, size, topology, node_ranks, *order, workspace)
                 : ct_raise(CT_ERROR_MEMORY, "no memory for %d ranks", size);
    status = ct_agree(context->comm, status);
cleanup:
    free(workspace);
    if (status != CT_OK) {
        free(*order);
        *order = NULL;
    }
    return status;
}
