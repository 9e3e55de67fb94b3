/* Builds a message: blocks are appended one after the other and merged into as few copy runs as
 * possible. Local. */
#ifndef CT_EXCHANGE_LOWER_MESSAGE_H
#define CT_EXCHANGE_LOWER_MESSAGE_H

#include "exchange/lower/lowered.h"

/* Bytes of an element in the memory and in the message; between them it is converted, or (NULL)
 * copied. */
typedef struct ct_message_elements {
    ptrdiff_t memory_bytes, message_bytes;
    const ct_conversion *conversion;
} ct_message_elements;

/* Blocks of one shape at equal distances in a memory, consecutive in the message. */
typedef struct ct_block_run {
    ct_memory memory;
    ct_message_elements elements;
    ct_block block; /* the first, simplified */
    ptrdiff_t repeats, stride, in_message;
} ct_block_run;

typedef struct ct_message {
    ct_lowered *lowered; /* owns the copies */
    int packs;           /* 1: sent; 0: received */
    int first_copy;
    ptrdiff_t bytes;        /* so far */
    int gaps;               /* blocks that stay in the message's memory */
    ct_block_run run, open; /* not yet copies: the run, and the block being merged */
} ct_message;

ct_message ct_message_begin(ct_lowered *lowered, int packs);

/* Appends blocks in `memory`, which take `bytes` in the message; or bytes that stay in the
 * message's memory. */
ct_status ct_message_add(ct_message *message, ct_memory memory, const ct_parts *parts,
                         const ct_message_elements *elements, ptrdiff_t bytes);
void ct_message_skip(ct_message *message, ptrdiff_t bytes);

/* Ends the message: sets its copies and bytes. */
ct_status ct_message_end(ct_message *message, ct_transfer *transfer);

/* If the ended message is contiguous in one memory, drops the copies and transfers in place.
 * Returns whether it did or the message is empty. */
int ct_message_in_place(ct_message *message, ct_transfer *transfer);

#endif
