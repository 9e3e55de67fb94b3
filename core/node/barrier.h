/*
 * A barrier of the ranks of one node, in shared memory, at which each rank can publish where its
 * arrays are.
 */
#ifndef CT_NODE_BARRIER_H
#define CT_NODE_BARRIER_H

#include "node/records.h"
#include "node/segment.h"

#include <stdint.h>

enum { CT_BARRIER_ARRAYS = 2 };

typedef struct ct_node_barrier {
    const ct_context *context; /* of a communicator that outlives the barrier */
    ct_records lines;
    uint64_t times; /* that this rank has waited */
    ct_place_lookup latest[CT_BARRIER_ARRAYS];
} ct_node_barrier;

/* What a rank publishes. */
typedef struct ct_node_barrier_entry {
    int is_refused; /* its arrays are wrong */
    int is_private; /* others cannot reach them */
    ct_place place[CT_BARRIER_ARRAYS];
} ct_node_barrier_entry;

/* *is_possible when all ranks of `comm` run on one node that has shared memory for it. Collective;
 * `comm` stays the caller's and must outlive the barrier. */
ct_status ct_node_barrier_create(MPI_Comm comm, ct_node_barrier *barrier, int *is_possible);
void ct_node_barrier_destroy(ct_node_barrier *barrier);

/* Waits until all ranks have waited as often. What they wrote before is seen after. */
void ct_node_barrier_wait(ct_node_barrier *barrier);

/* Publishes where this rank's arrays are, empty ones anywhere, and waits. Returns this rank's
 * entry, but refused or private when any rank's is. Collective. */
ct_node_barrier_entry ct_node_barrier_publish(ct_node_barrier *barrier, int is_refused,
                                              const void *const array[CT_BARRIER_ARRAYS],
                                              const ptrdiff_t bytes[CT_BARRIER_ARRAYS]);

/* The address here of a rank's array, as published last. */
char *ct_node_barrier_address(const ct_node_barrier *barrier, int rank, int array);

#endif
