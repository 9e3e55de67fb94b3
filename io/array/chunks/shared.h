/*
 * Reading in which each chunk is read and decompressed by one rank, for all ranks that want part of
 * it. Without this, a chunk across the boxes of n ranks is decompressed n times. Private to io.
 */
#ifndef CT_IO_ARRAY_CHUNKS_SHARED_H
#define CT_IO_ARRAY_CHUNKS_SHARED_H

#include "io/array/chunks/tiles.h"
#include "io/array/storage/source.h"
#include "io/array/storage/transfer.h"

/* Ranks read tiles in rounds into `staging`, and send each other what the others want. */
typedef struct ct_shared {
    ct_tiles tiles;
    ptrdiff_t tiles_a_round;
    ptrdiff_t element_bytes; /* in memory */
    int rank, size;
    ct_box *boxes; /* of all ranks */
    char *staging; /* of the tiles of a round */
} ct_shared;

/* Bytes that this takes at most on a rank whose part has `part_bytes`, with balanced parts of the
 * whole array on `size` ranks; 0 where chunks are too large for it. Local. */
double ct_shared_bytes(const ct_array_info *info, ptrdiff_t element_bytes, ptrdiff_t most_elements,
                       double part_bytes, int size);

/* Plans this where some chunk is wanted by several ranks; else, and where a chunk has more than
 * `most_elements`, *is_shared is false. The caller frees with ct_shared_free, after a failure too.
 * Collective. CT_ERROR_MEMORY. */
ct_status ct_shared_plan(MPI_Comm comm, const ct_source *source, const ct_box *box,
                         ptrdiff_t element_bytes, ptrdiff_t most_elements, ct_shared *shared,
                         bool *is_shared);
void ct_shared_free(ct_shared *shared);

/* Reads this rank's box into `elements`. The `move` of `transfer` fills shared->staging.
 * Collective; all ranks fail together. */
ct_status ct_shared_read(ct_shared *shared, ct_transfer *transfer, const char *file_name,
                         char *elements);

#endif
