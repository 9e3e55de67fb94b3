/* A machine that MPI is made to take for several nodes. */
#ifndef CT_TESTS_TOLD_NODES_H
#define CT_TESTS_TOLD_NODES_H

#include <mpi.h>
#include <stdlib.h>

/* The number of nodes that MPI is made to see, dealing ranks out to them in turn; 0: all on one. */
static inline int told_nodes(void) {
    const char *text = getenv("CT_TEST_NODES");
    return text != NULL ? (int)strtol(text, NULL, 10) : 0;
}

/* All ranks: dealt out to the nodes in turn as they are, or else node by node. The caller frees it.
 * Collective over MPI_COMM_WORLD. */
static inline MPI_Comm told_world(int in_turn) {
    const int nodes = told_nodes();
    MPI_Comm world = MPI_COMM_NULL;
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, 0, nodes > 0 && !in_turn ? rank % nodes : 0, &world);
    return world;
}

#endif
