/* Transposes in place in which every element changes places with one other or none. */
#ifndef CT_REDISTRIBUTE_SWAP_SWAP_H
#define CT_REDISTRIBUTE_SWAP_SWAP_H

#include "kernels/conversion.h"
#include "node/barrier.h"
#include "redistribute/redistribution.h"

#include <cornerturn/exchange.h>

typedef struct ct_swap {
    const ct_context *context;
    const ct_redistribution *redistribution; /* the caller's; must outlive the swap */
    const ct_conversion *conversion;         /* likewise; NULL: elements are copied */
    void *memory;         /* shared, where the node has any: counters and slots for tiles */
    ptrdiff_t tile_bytes; /* the most of a tile */
    ptrdiff_t slot_bytes; /* those and gaps between rows */
    int streams;          /* slots are written past the cache */
    int by_messages;      /* even inside a node */
    int has_barrier;      /* all ranks are on one node */
    ct_node_barrier barrier;
} ct_swap;

/* Collective; all ranks fail together. */
ct_status ct_swap_create(const ct_context *context, const ct_redistribution *redistribution,
                         const ct_conversion *conversion, ct_transport transport, ct_swap *swap);
/* `input` is the array too, or NULL. */
ct_status ct_swap_execute(ct_swap *swap, const void *input, void *array);

/* Whether these cannot be an execution's arrays: one is missing, or they are two. Local. */
int ct_swap_refuses(const ct_swap *swap, const void *input, const void *array);

/* Local. */
void ct_swap_destroy(ct_swap *swap);

/* Bytes of memory besides the struct. Local. */
double ct_swap_bytes(const ct_swap *swap);

#endif
