/* The inside of a transpose plan. */
#ifndef CT_REDISTRIBUTE_PLAN_H
#define CT_REDISTRIBUTE_PLAN_H

#include "kernels/passage.h"
#include "node/context.h"
#include "redistribute/relayout.h"

#include <cornerturn/transpose.h>

/* Pairs of ranks that swap: two buffers for a tile each. */
typedef struct ct_swap {
    void *buffers;          /* NULL: an exchange it is */
    ptrdiff_t buffer_bytes; /* of one */
    int by_messages;        /* even inside a node */
} ct_swap;

struct ct_transpose_plan {
    ct_context *context;
    MPI_Comm comm; /* of it */
    int rank, size;
    ct_relayout relayout;
    ptrdiff_t sign_byte; /* of the elements to conjugate, or -1 */
    ct_exchange_plan *exchange;
    ct_swap swap;
    double total_bytes;
};

/* Collective. */
ct_status ct_swap_create(ct_transpose_plan *plan, ct_transport transport);
ct_status ct_swap_execute(const ct_transpose_plan *plan, void *array);

/* Conjugates the elements of a block. Local. */
void ct_conjugate(char *array, const ct_block *block, ptrdiff_t sign_byte);

#endif
