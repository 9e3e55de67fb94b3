/*
 * Lowering: translates a schedule, which names blocks, into the executor's steps, which name bytes.
 * One pass, the same for all algorithms, decides where every block lies at every step.
 *
 * A rank's own block is sent from the user's send array. A block for this rank is received in the
 * receive array. A block that this rank only forwards waits in the plan's scratch. In broadcast and
 * all-gather every received block stays in the receive array and is forwarded from there.
 *
 * A message whose blocks are contiguous is sent and received in place, without a copy; any other is
 * packed and unpacked by copy runs. A message inside a node may use a shared-memory channel instead
 * of MPI: it is then packed into the channel, or the receiver copies the block from the sender's
 * array.
 */
#ifndef CT_EXCHANGE_LOWER_LOWERED_H
#define CT_EXCHANGE_LOWER_LOWERED_H

#include "exchange/block_copies.h"
#include "exchange/blocks.h"
#include "exchange/elements.h"
#include "node/channel.h"
#include <cornerturn/pattern.h>
#include <cornerturn/schedule.h>
#include <limits.h>
#include <mpi.h>
#include <stdint.h>

/* The memory that an offset refers to. */
typedef enum ct_memory { CT_SEND_ARRAY, CT_RECEIVE_ARRAY, CT_SCRATCH, CT_MEMORIES } ct_memory;

/* A copy between a memory and a message: a pack or an unpack. There may be one for each peer, so
 * the usual copy, units at equal distances, has this short form; others refer to a ct_strided. */
typedef struct ct_copy {
    ct_memory memory;
    int strided;                  /* index of the ct_strided; CT_NOBODY: units as below */
    ptrdiff_t in_message, bytes;  /* which bytes of the message */
    ptrdiff_t offset, unit_bytes, /* of the first unit in the memory; of each */
        stride_bytes;             /* from one to the next */
} ct_copy;

/* One side of a lowered move; without bytes the peer is CT_NOBODY. */
typedef struct ct_transfer {
    int peer;
    int channel;            /* index of its channel; CT_NOBODY: an MPI message */
    int turn;               /* number of the message to or from its peer in one execution, from 0 */
    int first_copy, copies; /* packs or unpacks; none if contiguous */
    int needs;              /* of a send: the step whose receive, and all earlier ones, must have
                               completed */
    int direct;        /* the first of direct_copies from the sender's array to the receiver's, or
                          CT_NOBODY */
    int direct_copies; /* their number. Of a send: 0 unless it may go by tiles */
    ptrdiff_t direct_bytes; /* in the sender's array */
    int row_bytes; /* mean length of what lies together in the sender's array, of a receive in both
                      arrays; 0: it is not copied as it is; at most INT_MAX */
    ct_memory memory; /* of an MPI message: where it lies */
    ptrdiff_t offset, bytes;
    MPI_Datatype type; /* of an MPI message: MPI_BYTE, or the transfer's own when int cannot count
                          its bytes */
} ct_transfer;

/* Of an MPI message: how many of `type` it is. No member: a plan has two transfers for each peer,
 * and where MPI's handles are pointers a member of 4 bytes more takes 8. */
static inline int ct_transfer_count(const ct_transfer *transfer) {
    return transfer->bytes <= INT_MAX ? (int)transfer->bytes : 1;
}

typedef struct ct_lowered_step {
    ct_transfer send, receive;
    int pair_to, pair_from; /* peers of the move, even without bytes */
    unsigned flags;         /* of ct_move_flags */
    ptrdiff_t held_bytes;   /* of blocks held by this rank after the step */
} ct_lowered_step;

/* The first copy of a message that is not yet complete, and its first tile. */
typedef struct ct_copy_place {
    int copy;
    ptrdiff_t tile;
} ct_copy_place;

/* The state of a step in flight. */
typedef struct ct_flight {
    MPI_Request receive, send;
    ptrdiff_t received_bytes, sent_bytes; /* through channels */
    ct_copy_place receive_next, send_next;
    uint64_t awaited; /* slots that the peer must empty before the step ends */
} ct_flight;

typedef struct ct_lowered {
    ct_lowered_step *steps;
    int count;
    int sends_in_flight;    /* steps whose sends may be under way at once */
    int receives_in_flight; /* steps whose receives may, 1 .. count: more with ready sends
                             */
    ct_copy *copies;
    int copy_count, copy_capacity;
    ct_strided *strided; /* of copies that are not just units; offsets from the message's start */
    int strided_count, strided_capacity;
    ct_block_copies direct_copies; /* from array to array */
    void *scratch;
    ptrdiff_t scratch_bytes;
    ptrdiff_t element_bytes; /* at multiples of which messages may be cut */
    ct_flight *flights;      /* a ring of `receives_in_flight` */
} ct_lowered;

/* Input of lowering. */
typedef struct ct_lowering_problem {
    MPI_Comm comm;
    ct_pattern pattern; /* that the schedule delivers */
    ct_blocks send, receive;
    const ct_elements *elements; /* outlive what is lowered */
    const int *leader;           /* the lowest rank on the node of each; NULL: no block is narrow */
    ptrdiff_t block_elements;    /* of every block of every rank, or -1: they differ */
    int steps_in_flight;         /* 0: all */
    const int *channels;         /* the channel to and from each rank, or CT_NOBODY; NULL: none */
    const ct_parts *peer_blocks; /* by channel: blocks in the sender's array */
    const ct_parts *peer_receives; /* by channel: blocks in the receiver's; NULL: no tiles */
    int streams;                   /* copies from there use streaming stores */
} ct_lowering_problem;

/* Lowers `schedule`. Collective where block sizes differ and blocks are forwarded, since forwarding
 * ranks must learn the sizes. May fail on one rank only: the caller agrees. */
ct_status ct_lowered_create(const ct_schedule *schedule, const ct_lowering_problem *problem,
                            ct_lowered *lowered);
void ct_lowered_destroy(ct_lowered *lowered);

/* A copy as a ct_strided; `units` is storage for the short form. Local. */
const ct_strided *ct_copy_strided(const ct_lowered *lowered, const ct_copy *copy, int packs,
                                  ct_strided *units);

/* Bytes of memory, scratch included. Local. */
double ct_lowered_bytes(const ct_lowered *lowered);

#endif
