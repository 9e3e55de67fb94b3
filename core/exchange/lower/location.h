/*
 * Where the blocks of messages lie. In an exchange, a scatter and a gather a block moves: out of
 * the send array, through scratch, into the receive array. In a broadcast and an all-gather a token
 * is a part of its origin's vector; every token received stays in the receive array and is
 * forwarded from there. Local.
 */
#ifndef CT_EXCHANGE_LOWER_LOCATION_H
#define CT_EXCHANGE_LOWER_LOCATION_H

#include "exchange/lower/lowering.h"

/* Where a block of a message is taken from, or put. */
typedef struct ct_location {
    ct_memory memory;
    ct_parts parts;
    ptrdiff_t bytes;
    int arrived;  /* of one taken: the step that brought it, or -1 */
    int stays;    /* of one put: it stays in the message */
    int is_whole; /* from its origin's send array to where it is wanted */
} ct_location;

/* Scratch reserved for those blocks of one receive that a later step forwards. */
typedef struct ct_reservation {
    int region; /* CT_NOBODY: there are none */
    ptrdiff_t base, bytes;
    int blocks; /* so far */
} ct_reservation;

/* Memory for the arrival of as many tokens as the schedule has. CT_ERROR_MEMORY. */
ct_status ct_location_prepare_tokens(ct_lowering *l);

/* The location of a block that a move sends. CT_ERROR_INTERNAL where it is not on this rank. */
ct_status ct_location_sent(ct_lowering *l, int step, const ct_move *move, int origin, int second,
                           ct_location *location);

/* Reserves what the blocks of a receive need, before their locations are asked for in order.
 * `in_message` is where the block begins in the message. CT_ERROR_INTERNAL where the block is here
 * already. */
ct_status ct_location_reserve(ct_lowering *l, int step, const ct_move *move,
                              ct_reservation *reserved);
ct_status ct_location_received(ct_lowering *l, int step, const ct_move *move, int origin,
                               int second, ptrdiff_t in_message, ct_reservation *reserved,
                               ct_location *location);

/* Of a whole block that comes through a channel: where it lies in its origin's array. */
ct_parts ct_location_at_sender(const ct_lowering *l, int channel, int second,
                               const ct_location *location);

#endif
