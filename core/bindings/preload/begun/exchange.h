/*
 * One rank's part in one exchange on a board. A rank that has begun has published its blocks;
 * whoever comes by while both ends of a block have begun claims it and copies it, so nothing is
 * needed of a rank but that it has begun. Complete is a rank when all blocks that it receives are
 * there and all that it sends are taken. Nothing here waits. Local.
 */
#ifndef CT_BINDINGS_PRELOAD_BEGUN_EXCHANGE_H
#define CT_BINDINGS_PRELOAD_BEGUN_EXCHANGE_H

#include "bindings/preload/begun/blocks.h"

typedef struct ct_begun_exchange {
    ct_board *board;
    const pid_t *processes; /* of the ranks */
    int index, rank, ranks; /* index: on the board */
    ct_board_exchange on;
    ct_begun_blocks sides[CT_SIDES];
    int left;                                         /* blocks, of both sides */
    unsigned char has_begun[CT_BOARD_RANKS];          /* peers */
    unsigned char is_there[CT_SIDES][CT_BOARD_RANKS]; /* blocks to and from them */
} ct_begun_exchange;

/* Begins this rank's part; in place the send side's array is MPI_IN_PLACE. MPI's code. */
int ct_begun_exchange_begin(ct_begun_exchange *exchange, ct_board *board, int index, int rank,
                            const pid_t *processes, const ct_begun_blocks_given given[CT_SIDES]);

/* Copies what can be copied. Whether the rank's part is complete. */
int ct_begun_exchange_advance(ct_begun_exchange *exchange);

/* Unpacks what needs it, and leaves the board. MPI's code. */
int ct_begun_exchange_end(ct_begun_exchange *exchange);

#endif
