/* Builds a message: blocks are appended one after the other and merged into as few copy runs as
 * possible. Local. */
#ifndef CT_EXCHANGE_LOWER_MESSAGE_H
#define CT_EXCHANGE_LOWER_MESSAGE_H

#include "exchange/lower/lowered.h"

/* Blocks of one shape at equal distances in a memory, one after the other in the message. */
typedef struct ct_block_run {
    ct_memory memory;
    ct_block block; /* the first; without axes that a copy does not need */
    ptrdiff_t repeats, stride, in_message;
} ct_block_run;

typedef struct ct_message {
    ct_lowered *lowered; /* keeps the copies */
    int packs;           /* it is sent; else it is received */
    ptrdiff_t element_bytes;
    int first_copy;
    ptrdiff_t bytes;        /* so far */
    int gaps;               /* blocks that stay in it */
    ct_block_run run, open; /* not yet copies: what is repeated, and what is being merged */
} ct_message;

ct_message ct_message_begin(ct_lowered *lowered, int packs, ptrdiff_t element_bytes);

/* Appends what lies in `memory`; or what stays in the message. */
ct_status ct_message_add(ct_message *message, ct_memory memory, const ct_parts *parts);
void ct_message_skip(ct_message *message, ptrdiff_t bytes);

/* Ends the message: its copies, and how many bytes it has. */
ct_status ct_message_end(ct_message *message, ct_transfer *transfer);

/* Of an ended message: when it is one piece side by side, drops the copies and lets the transfer
 * lie there. Whether it did (or there is nothing to transfer). */
int ct_message_in_place(ct_message *message, ct_transfer *transfer);

#endif
