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
    uint64_t times; /* number of waits of this rank */
    ct_place_lookup latest[CT_BARRIER_ARRAYS];
} ct_node_barrier;

/* A rank's published record. */
typedef struct ct_node_barrier_entry {
    int is_refused; /* its arrays are wrong */
    int is_private; /* not shared with the other ranks */
    ct_place place[CT_BARRIER_ARRAYS];
} ct_node_barrier_entry;

/* *is_possible: all ranks of `comm` are on one node, and it has enough shared memory. Collective;
 * `comm` must outlive the barrier. */
ct_status ct_node_barrier_create(MPI_Comm comm, ct_node_barrier *barrier, int *is_possible);
void ct_node_barrier_destroy(ct_node_barrier *barrier);

/* The barrier: earlier writes of all ranks are visible after it. */
void ct_node_barrier_wait(ct_node_barrier *barrier);

/* The same in two parts: a rank arrives, and waits for the arrivals of all so many times, of which
 * the former returns the latest. */
uint64_t ct_node_barrier_arrive(ct_node_barrier *barrier);
void ct_node_barrier_wait_for(ct_node_barrier *barrier, uint64_t times);

/* Publishes the locations of this rank's arrays (of empty ones, anything) and waits. Returns this
 * rank's entry, refused or private if any rank's is. Collective. */
ct_node_barrier_entry ct_node_barrier_publish(ct_node_barrier *barrier, int is_refused,
                                              const void *const array[CT_BARRIER_ARRAYS],
                                              const ptrdiff_t bytes[CT_BARRIER_ARRAYS]);

/* The address in this process of a rank's latest published array. */
char *ct_node_barrier_address(const ct_node_barrier *barrier, int rank, int array);

#endif
