/* Chunks that suit both who writes and who reads. Private to io. */
#ifndef CT_IO_ARRAY_CHUNKS_CHOOSE_H
#define CT_IO_ARRAY_CHUNKS_CHOOSE_H

#include "io/array/layout.h"

/* Where the boxes of ranks begin. */
typedef struct ct_chunk_cuts {
    int axes;                     /* of the boxes: the last ones of a dataset */
    ptrdiff_t block[CT_MAX_AXES]; /* all boxes begin at multiples of it; 0: the axis is not cut */
} ct_chunk_cuts;

/* Collective. CT_ERROR_MEMORY. */
ct_status ct_chunks_cuts(MPI_Comm comm, const ct_box *box, ct_chunk_cuts *cuts);

/* Sets the chunk of a dataset: of the layout, or of some 1 MiB with sides as even as the extents
 * allow, within the blocks of `cuts` unless that leaves it too small. 1 along axes that boxes do
 * not have. Local. */
void ct_chunks_choose(const ct_array_layout *layout, const ct_chunk_cuts *cuts, int axes,
                      const ptrdiff_t *extent, ptrdiff_t element_bytes, ptrdiff_t *chunk);

#endif
