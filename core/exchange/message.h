/* A message while it is lowered: its blocks one after the other, as copy runs. Local. */
#ifndef CT_EXCHANGE_MESSAGE_H
#define CT_EXCHANGE_MESSAGE_H

#include "exchange/lowered.h"

typedef struct ct_message {
    ct_lowered *lowered; /* keeps the copies */
    int first_copy;
    ptrdiff_t bytes; /* so far */
    int one_piece;   /* all of it lies side by side where its first copy says */
} ct_message;

ct_message ct_message_begin(ct_lowered *lowered);

/* Appends a block that lies at `offset` of `memory`; or one that stays in the message. */
ct_status ct_message_add(ct_message *message, ct_memory memory, ptrdiff_t offset, ptrdiff_t bytes);
void ct_message_skip(ct_message *message, ptrdiff_t bytes);

/* Whether the message needs no copies: then they are dropped and `transfer` says where it lies. */
int ct_message_in_place(ct_message *message, ct_transfer *transfer);

/* Ends a message that lies at `offset` of scratch and has its copies. */
void ct_message_in_scratch(ct_message *message, ptrdiff_t offset, ct_transfer *transfer);

/* Sets peer, count and type for the bytes of the message. */
ct_status ct_message_address(const ct_message *message, int peer, ct_transfer *transfer);

#endif
