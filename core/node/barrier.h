/*
 * Where the ranks of a node wait for each other and tell where their arrays are, in shared memory.
 */
#ifndef CT_NODE_BARRIER_H
#define CT_NODE_BARRIER_H

#include "node/segment.h"

#include <stdint.h>

enum { CT_BARRIER_ARRAYS = 2 };

typedef struct ct_node_barrier_line ct_node_barrier_line;

typedef struct ct_node_barrier {
    int rank, size, *ranks;
    MPI_Comm comm;
    void *memory;
    ct_node_barrier_line **line; /* of each rank */
    uint64_t times;              /* met */
    struct {
        const void *array;
        uint64_t version;
        ct_place place;
    } known[CT_BARRIER_ARRAYS];
} ct_node_barrier;

/* What a rank brings to an execution. */
typedef struct ct_node_barrier_entry {
    int is_refused; /* its arrays are wrong */
    int is_private; /* others cannot reach them */
    ct_place place[CT_BARRIER_ARRAYS];
} ct_node_barrier_entry;

/* *is_possible when all ranks of `comm` run on one node that has shared memory for it. Collective;
 * `comm` stays the caller's and must outlive the barrier. */
ct_status ct_node_barrier_create(MPI_Comm comm, ct_node_barrier *barrier, int *is_possible);
void ct_node_barrier_destroy(ct_node_barrier *barrier);

/* Waits until all ranks have come as often. What they wrote before is seen after. */
void ct_node_barrier_wait(ct_node_barrier *barrier);

/* Says this rank's word, without which arrays are looked up here, and hears everybody's: refused or
 * private when anybody's is. Collective. */
ct_node_barrier_entry ct_node_barrier_publish(ct_node_barrier *barrier, int is_refused,
                                              const void *const array[CT_BARRIER_ARRAYS],
                                              const ptrdiff_t bytes[CT_BARRIER_ARRAYS]);

/* The address here of a rank's array, as last told. */
char *ct_node_barrier_address(const ct_node_barrier *barrier, int rank, int array);

#endif
