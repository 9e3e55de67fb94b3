/*
 * Channels: messages between two ranks of one node through shared memory, without the MPI library.
 *
 * Each direction is a ring of slots that the sender fills and numbers and the receiver empties and
 * counts. A slot has a piece of a message, or the place in shared memory of the whole block, which
 * the receiver then copies. The number is written last and shares the cache line of the first
 * bytes, so that a small message transfers one cache line between cores. Of a block in memory that
 * is not shared a slot may have the array's address, from where the receiver has the kernel copy
 * the block, or tiles, of one that is strided.
 *
 * What is relied on of the memory order, wherever ranks of a node or threads share memory. Nothing
 * needs store buffering ruled out (seq_cst): no rank decides anything by not having seen what
 * another wrote at the same time, but looks again. Most is message passing, a release store read
 * by an acquire load:
 *
 *   word                  released by              acquired by               orders
 *   ct_slot.number        ct_ring_post             ct_ring_peek              the piece, or place
 *                                                                            and block
 *   *ct_ring.emptied      ct_ring_pop              ct_ring_emptied           their reads before
 *                                                                            they are overwritten
 *   *ct_ring.takes        ct_way_times_learn       ct_way_choose             nothing: relaxed
 *   barrier: times        ct_node_barrier_wait     the same, all ranks       entries and arrays,
 *                                                                            both ways
 *   vote: votes[]         ct_vote_cast             ct_vote_count             the word; reads of
 *                                                                            those two votes ago
 *   vote: objected[]      ct_vote_object           ct_vote_was_objected      itself, by messages
 *                                                                            in between
 *   ct_board_part.begun   ct_begun_exchange_begin  ct_begun_exchange_advance where blocks are
 *   ct_board.past[]       ct_board_decide          the same, other ranks     how far a rank is
 *   swap: filled          ct_swap_by_slots         the same, other rank      the slot's tile
 *   swap: emptied         ct_swap_by_slots         the same, other rank      reads of the slot, and
 *                                                                            its next tile
 *   kept rows (poisson)   ct_poisson_kept_row      the same, other threads   the row
 *
 * What one of several decides is an exchange or compare-exchange that acquires, ended by a store
 * that releases: the locks of a board and of its decisions, which order all else of it (switch_at
 * and give_up_at are relaxed), and who claims a block (CT_BLOCK_CLAIMED, then CT_BLOCK_THERE).
 * Sums of threads, and switches, are relaxed: what is read after threads have joined, or any time.
 *
 * Segments, and arrays that are swapped in place, are handed over by messages of MPI, which
 * promises nothing of loads and stores of other memory: its libraries order stores before a message
 * and loads after it; where loads before it matter (redistribute/swap/) fences stand round it.
 * Copies past the cache (kernels/stream.h) are not ordered by a release on x86: ct_stream_fence
 * first. Releases and acquires are free on x86, stlr and ldar or ldapr on arm64.
 */
#ifndef CT_NODE_CHANNEL_H
#define CT_NODE_CHANNEL_H

#include "kernels/buffered/ways.h"
#include "node/process/process.h"
#include "node/segment.h"
#include <stdatomic.h>
#include <stdint.h>

/* Slots of a ring. */
enum { CT_CHANNEL_SLOTS = 4 };

/* Contents of a slot other than a place in a segment. */
enum { CT_SLOT_PIECE = 0 };
#define CT_SLOT_REFUSED UINT64_MAX       /* the sender has nothing to send */
#define CT_SLOT_PROCESS (UINT64_MAX - 1) /* the offset is its array's address in its process */
#define CT_SLOT_TILES                                                                              \
    (UINT64_MAX - 2) /* tiles (kernels/buffered/relay.h) from the slot's next line on; the offset  \
                        is the way of a slot that is timed */

typedef struct ct_slot {
    _Atomic uint64_t number; /* sequence number in the ring, from 1 */
    uint64_t segment;        /* a segment, CT_SLOT_PIECE or CT_SLOT_REFUSED */
    ptrdiff_t offset;        /* in the segment; pieces begin here */
} ct_slot;

/* One direction. */
typedef struct ct_ring {
    char *slots;
    ptrdiff_t piece_bytes, tile_bytes, pitch;
    uint64_t done;             /* slots filled, or emptied, by this rank */
    uint64_t seen;             /* sender: slots known to be emptied */
    _Atomic uint64_t *emptied; /* written by the receiver */
    ct_way_times *takes;       /* likewise, of tiles */
    ct_way_choices ways;       /* sender: of tiles */
} ct_ring;

typedef struct ct_channel {
    ct_ring out, in;
    int out_turn; /* messages of this execution handed over */
} ct_channel;

typedef struct ct_channels {
    int count;
    ct_channel *channel;
    int *of_rank; /* the channel of each rank of the communicator, or CT_NOBODY */
    int *ranks;   /* of the channels */
    int reads; /* ranks of a node can read each other's memory (process/process.h), on all nodes */
    pid_t *processes;     /* of the channels' ranks, if they do */
    const void *readable; /* memory of this rank that they were found to; NULL: none yet */
    MPI_Comm comm;
    void *memory;
    ptrdiff_t bytes; /* of this rank's part of the memory */
    ct_place_lookup latest;
} ct_channels;

/* Channels to all ranks of `comm` on this node. Slots are sized for messages of `largest_bytes`
 * (larger ones go in pieces), at least one element, and for `tile_bytes` of tiles (0: there are
 * none). None without shared memory. Finds out whether ranks can read each other's memory, if
 * messages may be so large. Arguments are the same on all ranks. Collective. */
ct_status ct_channels_create(MPI_Comm comm, ptrdiff_t largest_bytes, ptrdiff_t tile_bytes,
                             ct_channels *channels);

/* Collective. */
void ct_channels_destroy(ct_channels *channels);

/* The place of an array, if all ranks with channels can read it; else segment 0. Local. */
ct_place ct_channels_place(ct_channels *channels, const void *array);

/* Sending: the next slot's buffer of piece_bytes, NULL while the ring is full; then ct_ring_post
 * publishes the slot (`offset` is ignored for a piece). */
void *ct_ring_next_piece(ct_ring *ring);
void *ct_ring_next_tiles(ct_ring *ring); /* likewise, of tile_bytes */
void ct_ring_post(ct_ring *ring, uint64_t segment, ptrdiff_t offset);

/* Whether the receiver has emptied the first `slots` slots that were ever posted. */
int ct_ring_emptied(ct_ring *ring, uint64_t slots);

/* Receiving: the next full slot, or NULL; its piece; marking it empty. */
const ct_slot *ct_ring_peek(const ct_ring *ring);
const void *ct_slot_piece(const ct_slot *slot);
const void *ct_slot_tiles(const ct_slot *slot);
void ct_ring_pop(ct_ring *ring);

#endif
