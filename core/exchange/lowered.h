/*
 * Lowering: from a schedule, which speaks of blocks, to what the executor walks, which speaks of
 * bytes. One pass, the same for all algorithms, decides where every block lies at every step.
 *
 * A block that this rank sends first lies in the user's send array, one that has arrived for good
 * in the receive array, and one in transit stays where its message arrived, in the plan's scratch.
 * A message whose blocks lie side by side travels from or to that very place; any other is packed
 * or unpacked by copy runs through scratch.
 */
#ifndef CT_EXCHANGE_LOWERED_H
#define CT_EXCHANGE_LOWERED_H

#include <cornerturn/exchange.h>
#include <cornerturn/schedule.h>
#include <mpi.h>

/* Where bytes lie. */
typedef enum ct_memory { CT_SEND_ARRAY, CT_RECEIVE_ARRAY, CT_SCRATCH, CT_MEMORIES } ct_memory;

/* `count` pieces of `bytes` each, `stride` apart in the memory that blocks lie in, side by side in
 * the message, which is in scratch. */
typedef struct ct_copy {
    ct_memory memory;
    ptrdiff_t offset, stride, in_message, bytes, count;
} ct_copy;

/* One side of a lowered move. Nothing to transfer is peer CT_NOBODY. */
typedef struct ct_transfer {
    int peer, count;
    MPI_Datatype type; /* MPI_BYTE, or the transfer's own when int cannot count its bytes */
    ct_memory memory;  /* where the message begins */
    ptrdiff_t offset;
    int first_copy, copies; /* before sending, or after receiving; none when it needs no packing */
    int needs;              /* of a send: the step whose receive, and all before, must have come */
} ct_transfer;

typedef struct ct_step {
    ct_transfer send, receive;
    int pair_to, pair_from; /* the ranks of the move, whether or not there are bytes */
    unsigned flags;         /* of ct_move_flags */
    ptrdiff_t held_bytes;   /* of blocks that are at this rank after the step */
} ct_step;

typedef struct ct_lowered {
    ct_step *steps;
    int count, window; /* window: steps in flight, 1 .. count */
    ct_copy *copies;
    int copy_count, copy_room;
    void *scratch;
    ptrdiff_t scratch_bytes;
    MPI_Request *requests; /* a pair for each step in flight: receive, send */
} ct_lowered;

/* What lowering needs to know of a plan. */
typedef struct ct_problem {
    MPI_Comm comm;
    ct_layout send, receive;
    ptrdiff_t block_bytes; /* of every block of every rank, or -1: they differ */
    int window;            /* 0: all steps */
} ct_problem;

/* Lowers `schedule`. Collective where block sizes differ and blocks travel through third ranks,
 * which are then told the sizes. Failures are this rank's own: agree on them. */
ct_status ct_lowered_create(const ct_schedule *schedule, const ct_problem *problem,
                            ct_lowered *lowered);
void ct_lowered_destroy(ct_lowered *lowered);

/* Runs it. Collective over `comm`. */
ct_status ct_lowered_execute(const ct_lowered *lowered, MPI_Comm comm, const void *send,
                             void *receive);

/* A committed type of `bytes` bytes from `offset` on, whatever their number. The caller frees it.
 */
ct_status ct_bytes_type(ptrdiff_t offset, ptrdiff_t bytes, MPI_Datatype *type);

#endif
