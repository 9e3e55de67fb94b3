/*
 * Lowering: from a schedule, which speaks of blocks, to what the executor walks, which speaks of
 * bytes. One pass, the same for all algorithms, decides where every block lies at every step.
 *
 * A rank's own block is sent from the user's send array. A block for this rank is received in the
 * receive array. A block that this rank only forwards waits in the plan's scratch. In broadcast and
 * all-gather every received block stays in the receive array and is forwarded from there.
 *
 * A message whose blocks lie side by side is sent and received in place, without a copy; any other
 * is packed and unpacked by copy runs. Messages inside a node may go through a channel of shared
 * memory instead of the MPI library: then they are packed into the channel, or the receiver copies
 * the block from the sender's array.
 */
#ifndef CT_EXCHANGE_LOWER_LOWERED_H
#define CT_EXCHANGE_LOWER_LOWERED_H

#include "exchange/block_copies.h"
#include "exchange/blocks.h"
#include "node/channel.h"
#include <cornerturn/pattern.h>
#include <cornerturn/schedule.h>
#include <mpi.h>
#include <stdint.h>

/* Where bytes lie. */
typedef enum ct_memory { CT_SEND_ARRAY, CT_RECEIVE_ARRAY, CT_SCRATCH, CT_MEMORIES } ct_memory;

/* A copy between a memory and a message: packs what is sent, unpacks what is received. There may be
 * one a rank, so the usual copy, units at one distance, is kept in this short form; others refer to
 * a ct_strided. */
typedef struct ct_copy {
    ct_memory memory;
    int strided;                  /* index of the prepared copy; CT_NOBODY: there are units */
    ptrdiff_t in_message, bytes;  /* which bytes of the message */
    ptrdiff_t offset, unit_bytes, /* of the first unit in the memory; of each */
        stride_bytes;             /* from one to the next */
} ct_copy;

/* One side of a lowered move. Nothing to transfer is peer CT_NOBODY. */
typedef struct ct_transfer {
    int peer;
    int channel;            /* index of its channel; CT_NOBODY: an MPI message */
    int turn;               /* of a send: which message of the channel in one execution, from 0 */
    int first_copy, copies; /* before sending, or after receiving; none when it needs no packing */
    int needs;              /* of a send: the step whose receive, and all before, must have come */
    int direct; /* of a receive: the first copy from the peer's send array, or CT_NOBODY. Of a
                   send: whether the peer has one */
    int direct_copies; /* how many there are */
    ct_memory memory;  /* of an MPI message: where it lies */
    ptrdiff_t offset, bytes;
    int count;         /* of an MPI message: in `type` */
    MPI_Datatype type; /* MPI_BYTE, or the transfer's own when int cannot count its bytes */
} ct_transfer;

typedef struct ct_lowered_step {
    ct_transfer send, receive;
    int pair_to, pair_from; /* the ranks of the move, whether or not there are bytes */
    unsigned flags;         /* of ct_move_flags */
    ptrdiff_t held_bytes;   /* of blocks that are at this rank after the step */
} ct_lowered_step;

/* The state of a step in flight. */
typedef struct ct_flight {
    MPI_Request receive, send;
    ptrdiff_t received_bytes, sent_bytes; /* through channels */
    int receive_copy, send_copy;          /* the first copy that is not done */
    uint64_t awaited; /* slots that the peer must have emptied before the step has ended */
} ct_flight;

typedef struct ct_lowered {
    ct_lowered_step *steps;
    int count;
    int sends_in_flight;    /* steps whose sends may be under way at once */
    int receives_in_flight; /* steps whose receives may, 1 .. count: more where sends rely on them
                             */
    ct_copy *copies;
    int copy_count, copy_capacity;
    ct_strided *strided; /* of copies that are more than units, counting from the message's start */
    int strided_count, strided_capacity;
    ct_block_copies direct_copies; /* that read senders' arrays */
    void *scratch;
    ptrdiff_t scratch_bytes;
    ptrdiff_t element_bytes;
    ct_flight *flights; /* `receives_in_flight` of them: step s has number s mod that */
} ct_lowered;

/* What lowering needs to know of a plan. */
typedef struct ct_lowering_problem {
    MPI_Comm comm;
    ct_pattern pattern; /* that the schedule delivers */
    ct_blocks send, receive;
    ptrdiff_t block_elements;    /* of every block of every rank, or -1: they differ */
    int steps_in_flight;         /* 0: all */
    const int *channels;         /* the channel to and from each rank, or CT_NOBODY; NULL: none */
    const ct_parts *peer_blocks; /* what the rank of each channel sends me, in its own array */
    int streams;                 /* what is read there is written past the cache */
} ct_lowering_problem;

/* Lowers `schedule`. Collective where block sizes differ and blocks travel through third ranks,
 * which are then told the sizes. Failures are this rank's own: agree on them. */
ct_status ct_lowered_create(const ct_schedule *schedule, const ct_lowering_problem *problem,
                            ct_lowered *lowered);
void ct_lowered_destroy(ct_lowered *lowered);

/* A copy as kernels have it, in `units` where it is no more than units. Local. */
const ct_strided *ct_copy_strided(const ct_lowered *lowered, const ct_copy *copy, int packs,
                                  ct_strided *units);

/* Bytes of memory it holds, scratch included. Local. */
double ct_lowered_bytes(const ct_lowered *lowered);

#endif
