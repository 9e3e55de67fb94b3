/*
 * Copies between users' arrays, of one rank or of ranks of one node: one for each pair of blocks.
 * Local.
 */
#ifndef CT_EXCHANGE_BLOCK_COPIES_H
#define CT_EXCHANGE_BLOCK_COPIES_H

#include "exchange/blocks.h"
#include "kernels/buffered/block_copy.h"

typedef struct ct_block_copies {
    ct_block_copy *list;
    int count, capacity;
} ct_block_copies;

/* Adds the copies of blocks of a send array, with elements of `element_bytes`, to blocks of a
 * receive array, in pairs of equally many elements; `conversion` is borrowed, or NULL.
 * CT_ERROR_MEMORY. */
ct_status ct_block_copies_add(ct_block_copies *copies, const ct_parts *from, const ct_parts *into,
                              ptrdiff_t element_bytes, const ct_conversion *conversion,
                              int streams);
void ct_block_copies_destroy(ct_block_copies *copies);

/* Runs `count` of them from number `first` on, between arrays that do not overlap. */
void ct_block_copies_run(const ct_block_copies *copies, int first, int count, const void *send,
                         void *receive);

#endif
