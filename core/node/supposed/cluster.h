/*
 * Clusters that are only supposed: so many nodes with so many ranks each, of which this process
 * alone is there, as rank 0. A plan on such a communicator is made by the same code as on the real
 * one, as far as rank 0 can do that: grids, methods and exchanges are chosen as CT_PLAN_ESTIMATE
 * would there, and memory is counted instead of allocated. It cannot be executed.
 *
 * Ranks are numbered node by node. MPI itself sees one process, so sums over ranks are those of
 * rank 0 unless a planner knows better.
 */
#ifndef CT_NODE_SUPPOSED_CLUSTER_H
#define CT_NODE_SUPPOSED_CLUSTER_H

#include "node/context.h"

typedef struct ct_cluster {
    int nodes, node_ranks; /* both at least 1 */
} ct_cluster;

enum { CT_CLUSTER_RANKS_MOST = 1 << 20 };

/* A communicator that stands for the cluster's ranks, which ct_context_of knows. The caller frees
 * it by MPI_Comm_free, after all plans on it. Local. CT_ERROR_ARGUMENT for less than a node or a
 * rank, or more than CT_CLUSTER_RANKS_MOST ranks; CT_ERROR_MEMORY, CT_ERROR_MPI. */
ct_status ct_cluster_create(const ct_cluster *cluster, MPI_Comm *comm);

/* The ranks that a communicator has or stands for. Collective. */
ct_status ct_cluster_size(MPI_Comm comm, int *size);

/* Whether it only stands for them. Local. */
int ct_cluster_is_supposed(MPI_Comm comm);

/* As ct_context_split, where every rank knows the colours of all: those of this rank's, in
 * ascending order. Collective; all ranks fail together. */
ct_status ct_cluster_part(ct_context *context, const int *colour, ct_context **part);

#endif
