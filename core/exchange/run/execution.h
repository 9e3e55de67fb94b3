/*
 * The executor: one execution of a lowered schedule, in slices.
 *
 * As many receives as may be in flight are posted before the first send. From then on a step starts
 * when the one so many steps before it has ended, and sends when what it forwards has come.
 */
#ifndef CT_EXCHANGE_RUN_EXECUTION_H
#define CT_EXCHANGE_RUN_EXECUTION_H

#include "exchange/lower/lowered.h"
#include "node/context.h"

/* What a step waits for before it may send. */
typedef enum ct_gate {
    CT_GATE_CLOSED,
    CT_GATE_FENCE,
    CT_GATE_FENCED,
    CT_GATE_PAIR,
    CT_GATE_OPEN
} ct_gate;

/* Steps are posted (their receive), started (their send), then arrived (what they receive is in its
 * place) and sent, each in order; pushed are those whose sends have been handed over in full. */
typedef struct ct_execution {
    const ct_lowered *lowered;
    MPI_Comm comm;
    int tag; /* the plan's first */
    ct_channels *channels;
    char *memory[CT_MEMORIES];
    ct_place send_place; /* of the send array; segment 0: others cannot read it there */
    int posted, started, pushed, arrived, sent;
    int moved;          /* whether the last advance did anything */
    int waits;          /* whether receives and sends of messages are waited for, not tested */
    ct_gate gate;       /* of the step to be started */
    int fence_distance; /* to the rank that the fence's next round tells */
    MPI_Request gate_requests[2];
    int refused;   /* this rank or one that it heard from lacks an array: it sends empty messages */
    void *discard; /* where messages go that a rank without a receive array is sent */
} ct_execution;

/* Begins an execution of a plan, whose messages have these tags in `comm`. Local. A NULL array is
 * allowed only with `refused`. */
ct_execution ct_execution_begin(const ct_lowered *lowered, MPI_Comm comm, int tag,
                                ct_channels *channels, const void *send, void *receive,
                                int refused);

/* Does what can be done without waiting. Local. */
ct_status ct_execution_advance(ct_execution *run);

/* Gives the MPI library a call in which to progress its messages, of this execution or others: an
 * execution through channels makes none itself. To be called while nothing moves. Local. */
ct_status ct_execution_progress(const ct_execution *run);

/* Whether everything has arrived and been sent. */
int ct_execution_ended(const ct_execution *run);

/* Leaves an ended run: CT_ERROR_ARGUMENT when this rank, or one that it heard from, lacked an
 * array. */
ct_status ct_execution_finish(ct_execution *run);

/* Advances to the end, giving the core away when nothing moves for long, and finishes. */
ct_status ct_execution_complete(ct_execution *run);

/* Raises what a missing array is refused with. */
ct_status ct_execution_refuse(void);

/* Sides of a step in either transport; *done when it has ended. A send is handed over when nothing
 * of it is left to be written; it has ended when its memory may be written again. */
ct_status ct_receive_post(ct_execution *run, int step);
ct_status ct_receive_advance(ct_execution *run, int step, int *done);
ct_status ct_send_start(ct_execution *run, int step);
int ct_send_push(ct_execution *run, int step);
ct_status ct_send_advance(ct_execution *run, int step, int *done);

#endif
