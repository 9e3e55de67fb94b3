/*
 * A shared array of the plan in place of a send array that the other ranks of the node cannot
 * reach. Contiguous blocks of such arrays the kernel copies (node/process), rows go by pieces
 * through slots; but of transposed blocks a piece has no whole tiles, so lines of the result would
 * be written many times (4096 x 4096 doubles, two ranks: 20 times as long as from shared memory).
 * One copy more of what is sent inside the node, and it is read where it lies.
 */
#ifndef CT_EXCHANGE_STAGING_STAND_IN_H
#define CT_EXCHANGE_STAGING_STAND_IN_H

#include "exchange/run/prepared.h"
#include "node/segment.h"

typedef struct ct_stand_in {
    int pays;       /* it would; the same on all ranks */
    int is_decided; /* by all ranks in the first execution, whether some rank needs one */
    int by_blocks;  /* the other ranks' blocks alone are copied, not the whole array */
    void *memory;   /* as large as the send array; NULL: none */
    ct_place place; /* of the memory */
    int stands_in;  /* in the present execution */
} ct_stand_in;

/* Whether this rank sends or receives transposed blocks inside its node that are much of its send
 * array, and not small. Local. */
int ct_stand_in_pays(const ct_exchange_plan *plan);

/* Has it stand in for `send`, where the other ranks of the node read, if that is not shared and the
 * choice's exchange would be slow. `refused`: this rank has no array. Collective in the first
 * execution of a plan. CT_ERROR_MEMORY, CT_ERROR_MPI on all ranks. */
ct_status ct_stand_in_open(ct_exchange_plan *plan, const ct_prepared *prepared, int refused,
                           const void *send);
void ct_stand_in_destroy(ct_stand_in *stand_in);

#endif
