/*
 * Shared segments: the memory of ct_alloc, and its addresses in the ranks of a node.
 */
#ifndef CT_NODE_SEGMENT_H
#define CT_NODE_SEGMENT_H

#include "node/context.h"

#include <cornerturn/memory.h>
#include <stdatomic.h>
#include <stdint.h>

/* An address that is valid on every rank of the node that took part in its ct_alloc. Segment 0:
 * memory of one rank alone. */
typedef struct ct_place {
    uint64_t segment; /* never reused */
    ptrdiff_t offset; /* from the start of the whole segment, not of the owner's part */
} ct_place;

/* The place of an address of this rank, anywhere inside memory of ct_alloc. Local. */
ct_place ct_place_of(const void *address);

/* The address of a place on this rank; NULL if it took no part in the allocation. Local. */
void *ct_place_address(ct_place place);

extern _Atomic uint64_t ct_segments_changes; /* for the following alone */

/* A counter that changes with this rank's segments: look-ups stay valid while it does not.
 * Local. */
static inline uint64_t ct_segments_version(void) {
    return atomic_load_explicit(&ct_segments_changes, memory_order_acquire);
}

/* Whether all `count` ranks of `comm` in `ranks` took part in the allocation of segment `id`; false
 * for segment 0. Local. */
int ct_segment_reaches(uint64_t id, MPI_Comm comm, const int *ranks, int count);

/* The latest look-up of an array's place. Zeroed at first. */
typedef struct ct_place_lookup {
    const void *array;
    uint64_t version;
    ct_place place;
} ct_place_lookup;

/* The place of an array, if all `count` ranks of `comm` in `ranks`, the same at each call, can read
 * it; else segment 0. Looks up only if array or segments changed. Local. */
ct_place ct_place_shared_by(ct_place_lookup *last, const void *array, MPI_Comm comm,
                            const int *ranks, int count);

/* Memory shared by all ranks of the context's node; `bytes` >= 0 for this rank. *part stays NULL on
 * all of them if it does not fit. limit_bytes: of ct_shm_limit. Collective over the node. */
ct_status ct_segment_create(const ct_context *node, ptrdiff_t bytes, ptrdiff_t limit_bytes,
                            void **part);

/* Makes a segment of `bytes` that are mapped at `base` here, and under the same id elsewhere: of
 * one rank of the context's node, all of which do so. They stay mapped, and the caller's. False
 * where there is no memory. Local. */
int ct_segment_adopt(const ct_context *node, uint64_t id, void *base, ptrdiff_t bytes);

/* Forgets an adopted segment; returns where it is mapped, NULL where it is none. Local. */
void *ct_segment_abandon(uint64_t id);

/* Frees this rank's mapping of the segment with `part`; other ranks' stay. False if there is none.
 * Local. */
int ct_segment_destroy(const void *part);

#endif
