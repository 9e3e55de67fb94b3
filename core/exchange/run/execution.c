#include "exchange/run/execution.h"

#include "base/mpi.h"
#include "base/threads/poll.h"
#include "exchange/run/simulated.h"
#include "trace/phase.h"

#include <stdlib.h>

/* Idle advances for which a rank keeps its core: some tens of microseconds. */
enum { POLLS = 2000 };

/* A buffer that discards messages for a rank without a receive array, as large as the largest;
 * messages in flight may overwrite each other there. NULL without memory: messages are then
 * truncated. */
static void *allocate_discard(const ct_lowered *lowered) {
    ptrdiff_t most = 1;
    for (int step = 0; step < lowered->count; step++) {
        const ct_transfer *receive = &lowered->steps[step].receive;
        if (receive->peer != CT_NOBODY && receive->channel == CT_NOBODY && receive->bytes > most) {
            most = receive->bytes;
        }
    }
    return malloc((size_t)most);
}

void (*ct_simulated_work)(ct_work work, ptrdiff_t bytes) = NULL;
int ct_simulated_waits = 0;

ct_execution ct_execution_begin(const ct_lowered *lowered, const ct_context *context, int tag,
                                ct_channels *channels, const void *send, void *receive,
                                int refused) {
    ct_execution run = {.lowered = lowered,
                        .comm = context->comm,
                        .tag = tag,
                        .channels = channels,
                        .has_core = context->has_core,
                        .may_wait =
                            ct_simulated_waits || (channels->count == 0 && context->has_core),
                        .refused = refused,
                        .gate_requests = {MPI_REQUEST_NULL, MPI_REQUEST_NULL}};
    run.memory[CT_SEND_ARRAY] = (char *)send; /* only read */
    run.memory[CT_RECEIVE_ARRAY] = receive;
    run.memory[CT_SCRATCH] = lowered->scratch;
    if (refused && receive == NULL) {
        run.discard = allocate_discard(lowered);
    }
    if (channels->count > 0) {
        run.send_place = ct_channels_place(channels, send);
        for (int c = 0; c < channels->count; c++) {
            channels->channel[c].out_turn = 0;
        }
    }
    return run;
}

static int smaller(int a, int b) {
    return a < b ? a : b;
}

static ct_status post_receives(ct_execution *run) {
    ct_status status = CT_OK;
    int end = smaller(run->lowered->count,
                      smaller(run->arrived, run->sent) + run->lowered->receives_in_flight);
    for (; run->posted < end; run->posted++) {
        CT_TRY(ct_receive_post(run, run->posted));
        run->moved = 1;
    }
cleanup:
    return status;
}

/* Counts a step whose receive is complete. */
static void count_arrival(ct_execution *run) {
    const ct_lowered_step *step = &run->lowered->steps[run->arrived++];
    if ((step->flags & CT_MOVE_SHUFFLE) != 0) {
        ct_work_done(CT_WORK_SHUFFLE, step->held_bytes);
    }
    run->moved = 1;
}

static ct_status take_arrivals(ct_execution *run) {
    ct_status status = CT_OK;
    int done = 1;
    while (done && run->arrived < run->posted) {
        CT_TRY(ct_receive_advance(run, run->arrived, &done));
        if (done) {
            count_arrival(run);
        }
    }
cleanup:
    return status;
}

static ct_status start_sends(ct_execution *run) {
    ct_status status = CT_OK;
    while (run->started < run->posted &&
           run->started < smaller(run->arrived, run->sent) + run->lowered->sends_in_flight) {
        const ct_lowered_step *step = &run->lowered->steps[run->started];
        if (run->gate != CT_GATE_OPEN) {
            CT_TRY(ct_gate_pass(run, step));
        }
        if (run->gate != CT_GATE_OPEN || run->arrived <= step->send.needs) {
            break;
        }
        CT_TRY(ct_send_start(run, run->started++));
        run->gate = CT_GATE_CLOSED;
        run->moved = 1;
    }
cleanup:
    return status;
}

static ct_status finish_sends(ct_execution *run) {
    ct_status status = CT_OK;
    int done = 1;
    for (int step = run->pushed; step < run->started; step++) { /* other channels may have free
                                                                   slots */
        done = ct_send_push(run, step);
        run->pushed += done && step == run->pushed;
    }
    for (done = 1; done && run->sent < run->pushed;) {
        CT_TRY(ct_send_advance(run, run->sent, &done));
        run->sent += done;
        run->moved |= done;
    }
cleanup:
    return status;
}

/* Gives MPI the messages that may be in flight, and tests none. For messages only. */
static ct_status hand_over(ct_execution *run) {
    ct_status status = CT_OK;
    CT_TRY(post_receives(run));
    CT_TRY(start_sends(run));
    run->pushed = run->started;
cleanup:
    return status;
}

ct_status ct_execution_start(ct_execution *run) {
    return run->may_wait ? hand_over(run) : ct_execution_advance(run);
}

int ct_execution_ended(const ct_execution *run) {
    return run->arrived == run->lowered->count && run->sent == run->lowered->count;
}

ct_status ct_execution_advance(ct_execution *run) {
    ct_status status = CT_OK;
    run->moved = 0;
    CT_TRY(post_receives(run));
    CT_TRY(start_sends(run));
    CT_TRY(finish_sends(run));
    CT_TRY(take_arrivals(run));
    if (ct_phase_is_recorded) {
        ct_execution_trace_steps(run);
    }
cleanup:
    return status;
}

ct_status ct_execution_progress(const ct_execution *run) {
    int found = 0;
    ct_status status = CT_OK;
    CT_MPI(MPI_Iprobe(MPI_ANY_SOURCE, CT_TAG_NEVER_SENT, run->comm, &found, MPI_STATUS_IGNORE));
cleanup:
    return status;
}

ct_status ct_execution_refuse(void) {
    return ct_raise(CT_ERROR_ARGUMENT,
                    "an exchange was given no array where it has blocks to send or receive, or "
                    "arrays that overlap (two with in_place)");
}

ct_status ct_execution_finish(ct_execution *run) {
    free(run->discard);
    run->discard = NULL;
    return run->failed != CT_OK ? run->failed : run->refused ? ct_execution_refuse() : CT_OK;
}

/* Whether the next step waits for a receive, of a block it forwards or of an earlier step, and not
 * for a send. */
static int receive_is_next(const ct_execution *run) {
    const ct_lowered *lowered = run->lowered;
    return (run->started < lowered->count &&
            run->arrived <= lowered->steps[run->started].send.needs) ||
           run->arrived <= run->sent;
}

/* Waits for the next message: the gate's, else one side of a step. */
static ct_status wait_inside(ct_execution *run) {
    ct_status status = CT_OK;
    int done = 0;
    run->waits = 1;
    if (run->gate == CT_GATE_FENCE || run->gate == CT_GATE_PAIR) {
        CT_MPI(MPI_Waitall(2, run->gate_requests, MPI_STATUSES_IGNORE));
    } else if (receive_is_next(run)) {
        CT_TRY(ct_receive_advance(run, run->arrived, &done));
        count_arrival(run);
    } else {
        CT_TRY(ct_send_advance(run, run->sent++, &done));
    }
cleanup:
    run->waits = 0;
    return status;
}

/* Progress by MPI's waits. For messages only. */
static ct_status advance_waiting(ct_execution *run) {
    ct_status status = CT_OK;
    CT_TRY(hand_over(run));
    CT_TRY(wait_inside(run));
cleanup:
    return status;
}

/* Simulated time passes only inside MPI's waits. A trace is told of waits where it polls. */
static int waits(const ct_execution *run) {
    return run->may_wait && (ct_simulated_waits || !ct_phase_is_recorded);
}

ct_status ct_execution_await_first(ct_execution *run) {
    const int has_messages = run->lowered->count > 0;
    return waits(run) && has_messages && !ct_simulated_waits ? wait_inside(run) : CT_OK;
}

ct_status ct_execution_complete(ct_execution *run) {
    double idle_since_s = 0; /* of a trace; 0: not idle */
    ct_status status = CT_OK;
    while (waits(run) && status == CT_OK && !ct_execution_ended(run)) {
        status = advance_waiting(run);
    }
    for (int idle = 0; status == CT_OK && !ct_execution_ended(run);) {
        const double now_s = ct_trace_now_s();
        status = ct_execution_advance(run);
        if (ct_phase_is_recorded) {
            ct_execution_trace_wait(run, now_s, &idle_since_s);
        }
        if (run->moved) {
            idle = 0;
        } else if (status == CT_OK && ct_poll_gives_way(&idle, POLLS, run->has_core)) {
            status = ct_execution_progress(run);
        }
    }
    return status != CT_OK ? status : ct_execution_finish(run);
}
