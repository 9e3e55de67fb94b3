/* Transposes in place in which every element changes places with one other or none. */
#ifndef CT_REDISTRIBUTE_SWAP_H
#define CT_REDISTRIBUTE_SWAP_H

#include "kernels/conversion.h"
#include "node/context.h"
#include "redistribute/redistribution.h"

#include <cornerturn/exchange.h>

typedef struct ct_swap {
    const ct_context *context;
    const ct_redistribution *redistribution; /* the caller's; must outlive the swap */
    const ct_conversion *conversion;         /* likewise; NULL: elements are copied */
    void *buffers;                           /* two, for a tile each */
    ptrdiff_t buffer_bytes;                  /* of one */
    int by_messages;                         /* even inside a node */
} ct_swap;

/* Collective; all ranks fail together. */
ct_status ct_swap_create(const ct_context *context, const ct_redistribution *redistribution,
                         const ct_conversion *conversion, ct_transport transport, ct_swap *swap);
ct_status ct_swap_execute(const ct_swap *swap, void *array);

/* Local. */
void ct_swap_destroy(ct_swap *swap);

#endif
