/* Whether all ranks have the same, and plans for blocks of one size to ask it of. */
#ifndef CT_TESTS_ALIKE_H
#define CT_TESTS_ALIKE_H

#include "expect.h"

#include <cornerturn/exchange.h>
#include <stdlib.h>

enum { ALIKE_RANKS_MOST = 16 };

/* Whether all ranks have the same bytes as rank 0. Collective over MPI_COMM_WORLD, as below. */
static inline int is_same_everywhere(const void *mine, size_t bytes) {
    void *first = malloc(bytes);
    memcpy(first, mine, bytes);
    MPI_Bcast(first, (int)bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    int same = memcmp(first, mine, bytes) == 0;
    free(first);
    MPI_Allreduce(MPI_IN_PLACE, &same, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return same;
}

/* A plan for blocks of one size; the caller destroys it. */
static inline ct_exchange_plan *make_plan(ptrdiff_t block_bytes, ct_exchange_options options) {
    ct_block block[ALIKE_RANKS_MOST];
    ct_exchange_plan *plan = NULL;
    int size = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int peer = 0; peer < size; peer++) {
        block[peer] = ct_block_contiguous(peer * block_bytes, block_bytes, 1);
    }
    ct_layout layout = {1, block};
    EXPECT_INT(ct_exchange_plan_create(MPI_COMM_WORLD, &layout, &layout, &options, &plan), CT_OK);
    return plan;
}

#endif
