/* How a message's bytes get from memory to memory by pieces or tiles through a slot. Local. */
#ifndef CT_EXCHANGE_RUN_EXECUTION_COPIES_H
#define CT_EXCHANGE_RUN_EXECUTION_COPIES_H

#include "exchange/run/execution.h"

/* Bytes of a message that go through a ring in one slot. */
ptrdiff_t ct_piece_bytes(const ct_execution *run, const ct_ring *ring, ptrdiff_t left_bytes);

/* Copies the bytes first .. first+bytes-1 of a message between `piece`, which holds them, and their
 * memory. *next is the first copy not yet complete; it is updated. */
void ct_copy_piece(const ct_execution *run, const ct_transfer *transfer, int packs, ptrdiff_t first,
                   ptrdiff_t bytes, char *piece, int *next);

/* Sends, or receives, as many tiles (kernels/buffered/relay.h) as a slot has room for, from *next
 * on, which is updated. Both sides come to the same tiles. Returns their bytes in the message, of
 * those left: with the last tile all. */
ptrdiff_t ct_send_tiles(const ct_execution *run, const ct_transfer *transfer, ct_ring *ring,
                        ptrdiff_t left_bytes, ct_copy_place *next);
ptrdiff_t ct_receive_tiles(const ct_execution *run, const ct_transfer *transfer, ct_ring *ring,
                           ptrdiff_t left_bytes, const ct_slot *slot, ct_copy_place *next);

#endif
