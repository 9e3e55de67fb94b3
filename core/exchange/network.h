/* The network of an exchange: which ranks share a node, and the order in which algorithms number
 * the ranks. */
#ifndef CT_EXCHANGE_NETWORK_H
#define CT_EXCHANGE_NETWORK_H

#include <cornerturn/topology.h>
#include <mpi.h>

/* The network of ranks whose node is known, `leader` being the lowest rank on the node of each:
 * `nodes` when several nodes have equally many ranks, more than one each, else flat. *node_ranks is
 * the most on one node. `order` lists the ranks node by node or, where flat, as they are. `order`
 * and `workspace` have `size` numbers. Local. */
ct_status ct_network_of(const int *leader, int size, ct_topology *topology, int *node_ranks,
                        int *order, int *workspace);

/* The same of the ranks of a communicator; the caller frees *order. Collective; all ranks get the
 * same. CT_ERROR_MEMORY, CT_ERROR_MPI. */
ct_status ct_network_find(MPI_Comm comm, ct_topology *topology, int *node_ranks, int **order);

/* The lowest rank on the node of every rank; the caller frees it. Collective. CT_ERROR_MEMORY,
 * CT_ERROR_MPI. */
ct_status ct_network_leaders(MPI_Comm comm, int **leader);

#endif
