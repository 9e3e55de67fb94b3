/*
 * Memory locations of the blocks of messages. In an exchange, a scatter and a gather a block moves
 * from the send array through scratch into the receive array. In a broadcast and an all-gather a
 * token is a part of its origin's vector; every received token stays in the receive array and is
 * forwarded from there. Local.
 */
#ifndef CT_EXCHANGE_LOWER_LOCATION_H
#define CT_EXCHANGE_LOWER_LOCATION_H

#include "exchange/lower/lowering.h"
#include "exchange/lower/message.h"

/* Source or destination of a block of a message. */
typedef struct ct_location {
    ct_memory memory;
    ct_parts parts;
    ptrdiff_t bytes;
    ct_message_elements elements;
    int arrived;  /* of a sent block: the step in which it arrived, or -1 */
    int stays;    /* of a received block: it stays in the message's memory */
    int is_whole; /* from its origin's send array to its final place */
} ct_location;

/* Scratch reserved for those blocks of one receive that a later step forwards. */
typedef struct ct_reservation {
    int region; /* CT_NOBODY: there are none */
    ptrdiff_t base, bytes;
    int blocks; /* so far */
} ct_reservation;

/* Allocates the arrival steps of all tokens of the schedule. CT_ERROR_MEMORY. */
ct_status ct_location_prepare_tokens(ct_lowering *l);

/* The location of a block that a move sends. CT_ERROR_INTERNAL if this rank does not hold it. */
ct_status ct_location_sent(ct_lowering *l, int step, const ct_move *move, int origin, int second,
                           ct_location *location);

/* Reserves scratch for the blocks of a receive; then ct_location_received gives their locations in
 * order. `in_message` is the block's offset in the message. CT_ERROR_INTERNAL if this rank holds
 * the block already. */
ct_status ct_location_reserve(ct_lowering *l, int step, const ct_move *move,
                              ct_reservation *reserved);
ct_status ct_location_received(ct_lowering *l, int step, const ct_move *move, int origin,
                               int second, ptrdiff_t in_message, ct_reservation *reserved,
                               ct_location *location);

/* The location in its origin's array of a whole block received through a channel. */
ct_parts ct_location_at_sender(const ct_lowering *l, int channel, int second,
                               const ct_location *location);

#endif
