/* Lowering, inside: the state of the pass, one side of a move, and where blocks lie meanwhile. */
#ifndef CT_EXCHANGE_LOWER_LOWERING_H
#define CT_EXCHANGE_LOWER_LOWERING_H

#include "exchange/lower/lowered.h"
#include "exchange/lower/transit.h"
#include "exchange/sizes.h"

typedef struct ct_lowering {
    const ct_schedule *schedule;
    const ct_problem *problem;
    ct_lowered *lowered;
    ct_transit transit;
    ct_sizes sizes;
    int *turns; /* messages so far to each channel */
    int *came;  /* where senders keep their tokens: the step that brought each, or CT_NOBODY */
} ct_lowering;

/* Lowers a side of a move. Local. */
ct_status ct_lower_send(ct_lowering *l, int step, const ct_move *move, ct_transfer *transfer);
ct_status ct_lower_receive(ct_lowering *l, int step, const ct_move *move, ct_transfer *transfer);

/* The channel that serves a peer, or CT_NOBODY. */
int ct_lowering_channel(const ct_lowering *l, int peer);

/* Where a block of a message is taken from, or put. */
typedef struct ct_spot {
    ct_memory memory;
    ct_block block;
    ptrdiff_t bytes;
    int arrived;  /* of one taken: the step that brought it, or -1 */
    int stays;    /* of one put: it stays in the message */
    int is_whole; /* from its origin's send array to where it is wanted */
} ct_spot;

/* Scratch for the blocks of a receive that go on from here. */
typedef struct ct_parking {
    int region; /* CT_NOBODY: there are none */
    ptrdiff_t base, bytes;
    int blocks; /* so far */
} ct_parking;

/* Room for as many tokens as the schedule has, where senders keep them. */
ct_status ct_tokens_create(ct_lowering *l);

/* The spot of a block that a move sends. */
ct_status ct_spot_sent(ct_lowering *l, int step, const ct_move *move, int origin, int second,
                       ct_spot *spot);

/* Sets aside what the blocks of a receive need, then gives the spot of each in order; in_message is
 * where it begins in the message. */
ct_status ct_parking_open(ct_lowering *l, int step, const ct_move *move, ct_parking *parking);
ct_status ct_spot_received(ct_lowering *l, int step, const ct_move *move, int origin, int second,
                           ptrdiff_t in_message, ct_parking *parking, ct_spot *spot);

/* Of a block put through a channel that is whole: where it is in its origin's array. */
ct_block ct_spot_there(const ct_lowering *l, int channel, int second, const ct_spot *spot);

#endif
