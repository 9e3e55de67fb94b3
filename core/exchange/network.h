/* The network of an exchange: which ranks share a node, and the order in which algorithms number
 * the ranks. */
#ifndef CT_EXCHANGE_NETWORK_H
#define CT_EXCHANGE_NETWORK_H

#include <cornerturn/topology.h>
#include <mpi.h>

/* The network of ranks, `leader` being the lowest rank on each one's node: CT_NODES where several
 * nodes have the same number of ranks, more than one, else flat. *node_ranks is the most on one
 * node. `order` lists the ranks node by node or, if flat, ascending. `order` and `workspace` have
 * `size` entries. Local. */
ct_status ct_network_of(const int *leader, int size, ct_topology *topology, int *node_ranks,
                        int *order, int *workspace);

/* The same for the ranks of a communicator; the caller frees *order. Collective; all ranks get the
 * same. CT_ERROR_MEMORY, CT_ERROR_MPI. */
ct_status ct_network_find(MPI_Comm comm, ct_topology *topology, int *node_ranks, int **order);

/* The lowest rank on the node of every rank; the caller frees it. Collective. CT_ERROR_MEMORY,
 * CT_ERROR_MPI. */
ct_status ct_network_leaders(MPI_Comm comm, int **leader);

#endif
