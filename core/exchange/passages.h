/*
 * Copies from one user's array to another: of a rank's own, or of ranks of one node. There is one
 * for each two parts that meet. Local.
 */
#ifndef CT_EXCHANGE_PASSAGES_H
#define CT_EXCHANGE_PASSAGES_H

#include "exchange/blocks.h"
#include "kernels/passage.h"

typedef struct ct_passages {
    ct_passage *list;
    int count, capacity;
} ct_passages;

/* Adds what takes parts of a send array to as many of a receive array, one by one of as many
 * elements. CT_ERROR_MEMORY. */
ct_status ct_passages_add(ct_passages *passages, const ct_parts *from, const ct_parts *into,
                          ptrdiff_t element_bytes, int streams);
void ct_passages_destroy(ct_passages *passages);

/* Runs `count` of them from number `first` on, between arrays that do not overlap. */
void ct_passages_run(const ct_passages *passages, int first, int count, const void *send,
                     void *receive);

#endif
