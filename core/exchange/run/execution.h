/*
 * The executor: one nonblocking execution of a lowered schedule.
 *
 * Posts as many receives as may be in flight before the first send. Then a step starts when the one
 * `steps_in_flight` before it has ended, and sends when the blocks it forwards have arrived.
 */
#ifndef CT_EXCHANGE_RUN_EXECUTION_H
#define CT_EXCHANGE_RUN_EXECUTION_H

#include "exchange/lower/lowered.h"
#include "node/context.h"
#include "trace/ring.h"

#include <stdint.h>

/* What the next step waits for before it may send. */
typedef enum ct_gate {
    CT_GATE_CLOSED,
    CT_GATE_FENCE,
    CT_GATE_FENCED,
    CT_GATE_PAIR,
    CT_GATE_OPEN
} ct_gate;

/* Counts of steps, each in order: posted (receive), started (send), arrived (receive complete and
 * unpacked), sent; pushed: sends handed over in full. */
typedef struct ct_execution {
    const ct_lowered *lowered;
    MPI_Comm comm;
    int tag; /* the plan's first */
    ct_channels *channels;
    char *memory[CT_MEMORIES];
    ct_place send_place; /* of the send array; segment 0: not shared */
    int posted, started, pushed, arrived, sent;
    int moved;          /* the last advance made progress */
    int has_core;       /* as the context's */
    int may_wait;       /* there are only messages, and other ranks do not need the core */
    int waits;          /* messages are waited for, not tested */
    ct_gate gate;       /* of the next step */
    int fence_distance; /* of the fence's next round */
    MPI_Request gate_requests[2];
    enum { CT_UNTRIED, CT_UNREADABLE, CT_READABLE } send_memory; /* by other processes */
    ct_status failed; /* to read another's: it goes on, or the others would wait for ever */
    int refused;      /* this rank or one that it received from lacks an array: it sends empty
                         messages */
    void *discard;    /* buffer for messages to a rank without a receive array */

    /* For traces. */
    uint64_t identity;   /* of this execution, the same on all ranks */
    const int *world;    /* ranks in MPI_COMM_WORLD by rank; NULL: nothing is told */
    int rank;            /* this one's */
    int traced;          /* steps told */
    double step_start_s; /* the end of the last of these */
} ct_execution;

/* Begins an execution of a plan, whose messages have these tags in the context's communicator.
 * Local. A NULL array is allowed only with `refused`. */
ct_execution ct_execution_begin(const ct_lowered *lowered, const ct_context *context, int tag,
                                ct_channels *channels, const void *send, void *receive,
                                int refused);

/* Starts what can start before the caller does something else. Local. */
ct_status ct_execution_start(ct_execution *run);

/* Progresses without waiting. Local. */
ct_status ct_execution_advance(ct_execution *run);

/* Calls MPI once so that it can progress its messages: an execution through channels makes no MPI
 * calls itself. Call while nothing moves. Local. */
ct_status ct_execution_progress(const ct_execution *run);

/* Whether all receives and sends are complete. */
int ct_execution_ended(const ct_execution *run);

/* Ends a complete execution: CT_ERROR_ARGUMENT if this rank, or one that it received from, lacked
 * an array; CT_ERROR_INTERNAL if the system has refused to read another's meanwhile. */
ct_status ct_execution_finish(ct_execution *run);

/* Waits for the first message where it may wait, before the caller does something else. Local. */
ct_status ct_execution_await_first(ct_execution *run);

/* Advances to the end, and finishes. Yields the core when idle for long, but where it may wait. */
ct_status ct_execution_complete(ct_execution *run);

/* What a trace is told, with ct_phase_is_recorded: that the execution began, with what is the
 * same on all its ranks and no other's, and its ranks in MPI_COMM_WORLD; steps that have ended;
 * whether the advance since now_s has ended a wait, that it began in or one before. */
void ct_execution_trace(ct_execution *run, uint64_t context, uint64_t plan, const int *world,
                        int rank);
void ct_execution_trace_steps(ct_execution *run);
void ct_execution_trace_wait(const ct_execution *run, double now_s, double *idle_since_s);

/* Some bytes of one side of a step, since start_s: the last of a message that was sent or received,
 * which then counts as a whole, or a copy of those before. */
void ct_execution_trace_side(const ct_execution *run, int step, ct_trace_kind kind,
                             const ct_transfer *transfer, ptrdiff_t bytes, double start_s);

/* Progresses the gate of the next step. */
ct_status ct_gate_pass(ct_execution *run, const ct_lowered_step *step);

/* Raises the error of a missing array. */
ct_status ct_execution_refuse(void);

/* Sides of a step, for either transport. *done: it has ended; for a send, its memory may be written
 * again. A push is complete when all of the message is handed over. */
ct_status ct_receive_post(ct_execution *run, int step);
ct_status ct_receive_advance(ct_execution *run, int step, int *done);
ct_status ct_send_start(ct_execution *run, int step);
int ct_send_push(ct_execution *run, int step);
ct_status ct_send_advance(ct_execution *run, int step, int *done);

#endif
