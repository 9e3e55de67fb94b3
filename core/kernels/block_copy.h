/* From one block to another, whatever their shapes: a prepared copy where the axes line up, else
 * through a small piece of contiguous memory. Local. */
#ifndef CT_KERNELS_BLOCK_COPY_H
#define CT_KERNELS_BLOCK_COPY_H

#include "kernels/strided.h"

enum { CT_ELEMENT_MOST_BYTES = 4096 };

typedef struct ct_block_copy {
    int lines_up;
    ct_strided first, second; /* the copy, and nothing; or pack and unpack */
    ptrdiff_t bytes, piece_bytes;
} ct_block_copy;

/* Prepares it for blocks of equally many elements, each of at most CT_ELEMENT_MOST_BYTES. It
 * writes past the cache if it `streams`, whether or not a piece comes in between. */
ct_block_copy ct_block_copy_prepare(const ct_block *from, const ct_block *into,
                                    ptrdiff_t element_bytes, int streams);

/* Runs it between arrays that do not overlap. */
void ct_block_copy_run(const ct_block_copy *copy, const void *from, void *into);

#endif
