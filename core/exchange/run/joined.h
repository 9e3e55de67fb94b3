/*
 * The exchange of several arrays at once, each as in one plan: what goes to a rank of all of them
 * is one message. Each array is packed into memory that the exchange sends from, and unpacked from
 * where it receives, so nothing is copied more often than by messages of each.
 */
#ifndef CT_EXCHANGE_RUN_JOINED_H
#define CT_EXCHANGE_RUN_JOINED_H

#include "exchange/block_copies.h"
#include <cornerturn/exchange.h>

typedef struct ct_joined_end {
    ct_block_copies *copies; /* of an array, by peer as the plan numbers them */
    ptrdiff_t *first;        /* byte of the message with each peer */
    ptrdiff_t *array_bytes;  /* of an array in it */
    void *memory;            /* of all messages */
} ct_joined_end;

typedef struct ct_joined {
    int arrays; /* 0: it is not there */
    int peers;
    ct_exchange_plan *exchange;
    ct_joined_end sent, received;
} ct_joined;

/* Whether it would have fewer messages: not where ranks of one node copy from array to array, nor
 * in place. Local; the same on all ranks. */
int ct_joined_pays(const ct_exchange_plan *each);

/* For so many arrays; `each` must outlive it. Collective over the plan's ranks; all fail together,
 * and *joined is then not there. CT_ERROR_MEMORY and as ct_exchange_plan_create. */
ct_status ct_joined_create(const ct_exchange_plan *each, int arrays, ct_joined *joined);
void ct_joined_destroy(ct_joined *joined);

/* Executes it on arrays that are all there. Collective. */
ct_status ct_joined_execute(const ct_exchange_plan *each, const ct_joined *joined,
                            const void *const send[], void *const receive[]);

/* Bytes of memory on this rank. Local. */
double ct_joined_bytes(const ct_joined *joined);

#endif
