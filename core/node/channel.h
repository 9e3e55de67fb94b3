/*
 * Channels: messages between two ranks of one node through shared memory, without the MPI library.
 *
 * Each direction is a ring of slots that the sender fills and numbers and the receiver empties and
 * counts. A slot carries a piece of a message, or says where in shared memory the whole block lies,
 * which the receiver then copies itself. The number is written last and sits in the cache line of
 * the first bytes, so that a small message costs one line from core to core.
 */
#ifndef CT_NODE_CHANNEL_H
#define CT_NODE_CHANNEL_H

#include "node/segment.h"
#include <stdatomic.h>
#include <stdint.h>

/* What a slot carries, if not a place in a segment. */
enum { CT_SLOT_PIECE = 0 };
#define CT_SLOT_REFUSED UINT64_MAX /* the sender has nothing to send */

typedef struct ct_slot {
    _Atomic uint64_t number; /* which fill of the ring this is, from 1 */
    uint64_t segment;        /* a segment, CT_SLOT_PIECE or CT_SLOT_REFUSED */
    ptrdiff_t offset;        /* in the segment; pieces begin here */
} ct_slot;

/* One direction. */
typedef struct ct_ring {
    char *slots;
    ptrdiff_t piece_bytes, pitch;
    uint64_t done;             /* slots filled, or emptied, by this rank */
    uint64_t seen;             /* of a sender: slots known to be emptied */
    _Atomic uint64_t *emptied; /* written by the receiver */
} ct_ring;

typedef struct ct_channel {
    ct_ring out, in;
    int out_turn; /* messages of this execution that have been handed over */
} ct_channel;

typedef struct ct_channels {
    int count;
    ct_channel *channel;
    int *of_rank; /* the channel of each rank of the communicator, or CT_NOBODY */
    int *ranks;   /* of the channels */
    MPI_Comm comm;
    void *memory;
    ptrdiff_t bytes; /* of memory, this rank's part */
    ct_place_lookup latest;
} ct_channels;

/* Channels to all ranks of `comm` on this node, for messages of up to `largest_bytes` from this
 * rank (larger ones go in pieces), which no element exceeds. None where the node has no shared
 * memory to give. Collective. */
ct_status ct_channels_create(MPI_Comm comm, ptrdiff_t largest_bytes, ct_channels *channels);

/* Collective. */
void ct_channels_destroy(ct_channels *channels);

/* Where an array lies, if all ranks with channels can read it there; else segment 0. Local. */
ct_place ct_channels_place(ct_channels *channels, const void *array);

/* Sending: the next slot's piece_bytes to fill, NULL while the ring is full; then publishing it
 * with what it carries (`offset` is ignored for a piece). */
void *ct_ring_next_piece(ct_ring *ring);
void ct_ring_post(ct_ring *ring, uint64_t segment, ptrdiff_t offset);

/* Whether the receiver has emptied the first `slots` slots that were ever posted. */
int ct_ring_emptied(ct_ring *ring, uint64_t slots);

/* Receiving: the next full slot, or NULL; its piece; giving it back. */
const ct_slot *ct_ring_peek(const ct_ring *ring);
const void *ct_slot_piece(const ct_slot *slot);
void ct_ring_pop(ct_ring *ring);

#endif
