/*
 * Shared segments: the memory behind ct_alloc, as ranks of one node find it in each other's arrays.
 */
#ifndef CT_NODE_SEGMENT_H
#define CT_NODE_SEGMENT_H

#include "node/context.h"

#include <cornerturn/memory.h>
#include <stdint.h>

/* An address, in words that every rank of the node that took part in its ct_alloc understands.
 * Segment 0: memory of one rank alone. */
typedef struct ct_place {
    uint64_t segment; /* never used again once freed */
    ptrdiff_t offset; /* from the start of the whole segment, not of the owner's part */
} ct_place;

/* The place of an address of this rank, anywhere inside memory of ct_alloc. Local. */
ct_place ct_place_of(const void *address);

/* Where that is for this rank; NULL when it took no part in the allocation. Local. */
void *ct_place_address(ct_place place);

/* Changes whenever this rank's segments do: what was looked up before may be kept as long as it
 * does not. Ranks count for themselves. Local. */
uint64_t ct_segments_version(void);

/* Whether all `count` ranks of `comm` listed in `ranks` took part in the allocation of segment
 * `id`; of segment 0 nobody did. Local. */
int ct_segment_reaches(uint64_t id, MPI_Comm comm, const int *ranks, int count);

/* Where an array of this rank lies, as it was looked up last. All zeros at first. */
typedef struct ct_place_lookup {
    const void *array;
    uint64_t version;
    ct_place place;
} ct_place_lookup;

/* The place of an array, if all `count` ranks of `comm` listed in `ranks` can read it there; else
 * segment 0. The same ranks each time: asks only where the array or the segments have changed.
 * Local. */
ct_place ct_place_shared_by(ct_place_lookup *last, const void *array, MPI_Comm comm,
                            const int *ranks, int count);

/* Memory shared by all ranks of the context's node: `bytes` of it for this rank, 0 or more. *part
 * stays NULL on all of them where there is no room for that. limit_bytes: as ct_shm_limit says.
 * Collective over the node. */
ct_status ct_segment_create(const ct_context *node, ptrdiff_t bytes, ptrdiff_t limit_bytes,
                            void **part);

/* Frees the segment in which `part` is this rank's; others keep theirs until they free it. False,
 * and nothing happens, when it is none. Local. */
int ct_segment_destroy(const void *part);

#endif
