/* Copies between blocks of any shapes: a strided copy where the axes match, else through a small
 * contiguous buffer. Local. */
#ifndef CT_KERNELS_BUFFERED_BLOCK_COPY_H
#define CT_KERNELS_BUFFERED_BLOCK_COPY_H

#include "kernels/strided.h"

enum { CT_ELEMENT_MOST_BYTES = 4096 };

typedef struct ct_block_copy {
    int lines_up;
    ct_strided first, second; /* the copy; or pack and unpack */
    ptrdiff_t bytes, piece_bytes;
} ct_block_copy;

/* Prepares the copy of blocks of equally many elements, each of at most CT_ELEMENT_MOST_BYTES and
 * of `element_bytes` in `from`; `conversion` is borrowed, or NULL. `streams`: writes with streaming
 * stores. */
ct_block_copy ct_block_copy_prepare(const ct_block *from, const ct_block *into,
                                    ptrdiff_t element_bytes, const ct_conversion *conversion,
                                    int streams);

/* Executes the copy between arrays that do not overlap. */
void ct_block_copy_run(const ct_block_copy *copy, const void *from, void *into);

#endif
