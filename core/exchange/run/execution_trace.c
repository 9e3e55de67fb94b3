/* What a trace is told of executions. */
#include "exchange/run/execution.h"
#include "trace/phase.h"

#include <stdint.h>
#include <stdio.h>

/* Mixes bits so that different words become different, with all but certainty. */
static uint64_t mix(uint64_t word) { /* the finaliser of splitmix64 */
    word = (word ^ word >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    word = (word ^ word >> 27) * UINT64_C(0x94D049BB133111EB);
    return word ^ word >> 31;
}

void ct_execution_trace(ct_execution *run, uint64_t context, uint64_t plan, const int *world,
                        int rank) {
    run->identity = mix(context) + plan;
    run->world = world;
    run->rank = rank;
    run->step_start_s = ct_clock_s();
}

static void add(ct_trace_event *event, double start_s, double end_s) {
    event->start_s = start_s;
    event->end_s = end_s;
    ct_trace_add(event);
}

void ct_execution_trace_steps(ct_execution *run) {
    const int ended = run->arrived < run->sent ? run->arrived : run->sent;
    if (run->world == NULL || run->traced >= ended) {
        return;
    }
    const double now_s = ct_clock_s();
    for (; run->traced < ended; run->traced++) {
        ct_trace_event event = {.bytes = run->lowered->steps[run->traced].send.bytes,
                                .kind = CT_TRACE_STEP,
                                .peer = -1,
                                .step = run->traced};
        (void)snprintf(event.name, sizeof event.name, "step %d", run->traced + 1);
        add(&event, run->step_start_s, now_s);
        run->step_start_s = now_s;
    }
}

void ct_execution_trace_wait(const ct_execution *run, double now_s, double *idle_since_s) {
    if (!run->moved && *idle_since_s == 0) {
        *idle_since_s = now_s;
    } else if (run->moved && *idle_since_s > 0) {
        ct_trace_event event = {.bytes = -1,
                                .kind = CT_TRACE_WAIT,
                                .peer = -1,
                                .step = -1,
                                .name = "wait for messages"};
        add(&event, *idle_since_s, now_s);
        *idle_since_s = 0;
    }
}

static uint64_t pair_of(int from, int to) {
    return (uint64_t)(uint32_t)from << 32 | (uint32_t)to;
}

static const char *const names[CT_TRACE_KINDS] = {
    [CT_TRACE_SEND] = "send", [CT_TRACE_RECEIVE] = "receive", [CT_TRACE_COPY] = "copy"};

/* Both ends count the messages between two ranks in an execution alike. */
static uint64_t identity_of(const ct_execution *run, const ct_transfer *transfer, int is_sent) {
    const int mine = run->world[run->rank];
    const int other = run->world[transfer->peer];
    const uint64_t ends = is_sent ? pair_of(mine, other) : pair_of(other, mine);
    const uint64_t identity = mix(mix(mix(run->identity) + ends) + (uint64_t)transfer->turn);
    return identity != 0 ? identity : 1;
}

void ct_execution_trace_side(const ct_execution *run, int step, ct_trace_kind kind,
                             const ct_transfer *transfer, ptrdiff_t bytes, double start_s) {
    ct_trace_event event = {.bytes = bytes, .kind = (int32_t)kind, .peer = -1, .step = step};
    if (run->world == NULL || run->refused) {
        return;
    }
    event.peer = run->world[transfer->peer];
    if (kind != CT_TRACE_COPY) {
        event.message = identity_of(run, transfer, kind == CT_TRACE_SEND);
    }
    (void)snprintf(event.name, sizeof event.name, "%s", names[kind]);
    add(&event, start_s, ct_clock_s());
}
