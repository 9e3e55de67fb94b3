/* The network of an exchange, and the order in which its algorithms number the ranks. */
#include "exchange/plan.h"

#include "base/mpi.h"
#include <cornerturn/agree.h>

#include <stdlib.h>

/* The lowest rank of this rank's node. Collective. */
static ct_status find_leader(MPI_Comm comm, int *leader) {
    MPI_Comm node = MPI_COMM_NULL;
    ct_status status = CT_OK;
    int rank = 0;
    CT_MPI(MPI_Comm_rank(comm, &rank));
    CT_MPI(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node));
    *leader = rank;
    CT_MPI(MPI_Bcast(leader, 1, MPI_INT, 0, node));
cleanup:
    if (node != MPI_COMM_NULL) {
        (void)MPI_Comm_free(&node);
    }
    return status;
}

/* Ranks a node, if that is the same number on all of several nodes, else 0; *most: of the fullest.
 * `count` is room for a number a rank. */
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

/* Lists the ranks node by node; `next` is room for a number a rank. */
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
                        int *order, int *room) {
    for (int rank = 0; rank < size; rank++) {
        order[rank] = rank;
    }
    *topology = ct_topology_flat(size);
    const int each = ranks_per_node(leader, size, room, node_ranks);
    if (each > 0) {
        const int extent[2] = {each, size / each};
        list_by_node(leader, size, each, room, order);
        return ct_topology_create(CT_NODES, 2, extent, topology);
    }
    return CT_OK;
}

ct_status ct_network_leaders(MPI_Comm comm, int **leader) {
    ct_status status = CT_OK;
    int size = 1;
    int mine = 0;
    CT_MPI(MPI_Comm_size(comm, &size));
    CT_TRY(find_leader(comm, &mine));
    *leader = malloc((size_t)size * sizeof **leader);
    CT_TRY(ct_agree(
        comm, *leader != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for %d ranks", size)));
    CT_MPI(MPI_Allgather(&mine, 1, MPI_INT, *leader, 1, MPI_INT, comm));
    return CT_OK;
cleanup:
    free(*leader);
    *leader = NULL;
    return status;
}

ct_status ct_network_find(MPI_Comm comm, ct_topology *topology, int *node_ranks, int **order) {
    ct_status status = CT_OK;
    int size = 1;
    int *leader = NULL;
    int *room = NULL;
    *order = NULL;
    CT_MPI(MPI_Comm_size(comm, &size));
    CT_TRY(ct_network_leaders(comm, &leader));
    room = malloc((size_t)size * sizeof *room);
    *order = malloc((size_t)size * sizeof **order);
    status = room != NULL && *order != NULL
                 ? ct_network_of(leader, size, topology, node_ranks, *order, room)
                 : ct_raise(CT_ERROR_MEMORY, "no memory for %d ranks", size);
    status = ct_agree(comm, status);
cleanup:
    free(leader);
    free(room);
    if (status != CT_OK) {
        free(*order);
        *order = NULL;
    }
    return status;
}
