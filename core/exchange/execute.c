/* The executor: walks a lowered schedule with a window of steps in flight. */
#include "base/mpi.h"
#include "exchange/lowered.h"
#include "exchange/work.h"

#include <string.h>

enum { TAG = 1, TAG_PAIR = 2 };

void (*ct_work_hook)(ct_work work, ptrdiff_t bytes) = NULL;

/* One execution: the three memories, and how many steps' receives have come and are unpacked. */
typedef struct run {
    const ct_lowered *lowered;
    MPI_Comm comm;
    char *memory[CT_MEMORIES];
    int arrived;
} run;

/* Requests of a step while it is in flight: its receive, then its send. */
static MPI_Request *slot(const run *r, int step) {
    return r->lowered->requests + 2 * (ptrdiff_t)(step % r->lowered->window);
}

/* Brings the blocks of a message together in scratch. */
static void pack(const run *r, const ct_transfer *transfer) {
    const ct_copy *copy = r->lowered->copies + transfer->first_copy;
    for (int i = 0; i < transfer->copies; i++, copy++) {
        const char *from = r->memory[copy->memory] + copy->offset;
        char *into = r->memory[CT_SCRATCH] + copy->in_message;
        for (ptrdiff_t k = 0; k < copy->count; k++) {
            memcpy(into + k * copy->bytes, from + k * copy->stride, (size_t)copy->bytes);
        }
        ct_work_done(CT_WORK_COPY, copy->count * copy->bytes);
    }
}

/* Takes them to their places. */
static void unpack(const run *r, const ct_transfer *transfer) {
    const ct_copy *copy = r->lowered->copies + transfer->first_copy;
    for (int i = 0; i < transfer->copies; i++, copy++) {
        const char *from = r->memory[CT_SCRATCH] + copy->in_message;
        char *into = r->memory[copy->memory] + copy->offset;
        for (ptrdiff_t k = 0; k < copy->count; k++) {
            memcpy(into + k * copy->stride, from + k * copy->bytes, (size_t)copy->bytes);
        }
        ct_work_done(CT_WORK_COPY, copy->count * copy->bytes);
    }
}

static ct_status post_receive(const run *r, int step) {
    const ct_transfer *transfer = &r->lowered->steps[step].receive;
    MPI_Request *requests = slot(r, step);
    ct_status status = CT_OK;
    requests[0] = requests[1] = MPI_REQUEST_NULL;
    if (transfer->peer != CT_NOBODY) {
        CT_MPI(MPI_Irecv(r->memory[transfer->memory] + transfer->offset, transfer->count,
                         transfer->type, transfer->peer, TAG, r->comm, &requests[0]));
    }
cleanup:
    return status;
}

/* Waits until the receives of all steps before `end` have come. */
static ct_status arrive(run *r, int end) {
    ct_status status = CT_OK;
    for (; r->arrived < end; r->arrived++) {
        CT_MPI(MPI_Wait(slot(r, r->arrived), MPI_STATUS_IGNORE));
        const ct_step *step = &r->lowered->steps[r->arrived];
        unpack(r, &step->receive);
        if (step->flags & CT_MOVE_SHUFFLE) {
            ct_work_done(CT_WORK_SHUFFLE, step->held_bytes);
        }
    }
cleanup:
    return status;
}

/* Ends all steps before `step`, then waits for all ranks. */
static ct_status fence(run *r, int step) {
    int first = step > r->lowered->window ? step - r->lowered->window : 0;
    ct_status status = CT_OK;
    CT_TRY(arrive(r, step));
    for (int i = first; i < step; i++) {
        CT_MPI(MPI_Wait(slot(r, i) + 1, MPI_STATUS_IGNORE));
    }
    CT_MPI(MPI_Barrier(r->comm));
cleanup:
    return status;
}

/* The empty exchange between partners before their data. */
static ct_status pair_up(const run *r, const ct_step *step) {
    int to = step->pair_to == CT_NOBODY ? MPI_PROC_NULL : step->pair_to;
    int from = step->pair_from == CT_NOBODY ? MPI_PROC_NULL : step->pair_from;
    ct_status status = CT_OK;
    CT_MPI(MPI_Sendrecv(NULL, 0, MPI_BYTE, to, TAG_PAIR, NULL, 0, MPI_BYTE, from, TAG_PAIR, r->comm,
                        MPI_STATUS_IGNORE));
cleanup:
    return status;
}

static ct_status start_send(run *r, int step) {
    const ct_transfer *transfer = &r->lowered->steps[step].send;
    ct_status status = CT_OK;
    if (transfer->peer == CT_NOBODY) {
        return CT_OK;
    }
    CT_TRY(arrive(r, transfer->needs + 1));
    pack(r, transfer);
    CT_MPI(MPI_Isend(r->memory[transfer->memory] + transfer->offset, transfer->count,
                     transfer->type, transfer->peer, TAG, r->comm, slot(r, step) + 1));
cleanup:
    return status;
}

/* A whole window of receives is posted before the first send; from then on a step starts when the
 * one `window` before it has ended, and sends when what it passes on has come. */
ct_status ct_lowered_execute(const ct_lowered *lowered, MPI_Comm comm, const void *send,
                             void *receive) {
    run r = {.lowered = lowered, .comm = comm};
    ct_status status = CT_OK;
    r.memory[CT_SEND_ARRAY] = (char *)send; /* only read */
    r.memory[CT_RECEIVE_ARRAY] = receive;
    r.memory[CT_SCRATCH] = lowered->scratch;
    for (int step = 0; step < lowered->window; step++) {
        CT_TRY(post_receive(&r, step));
    }
    for (int step = 0; step < lowered->count; step++) {
        const ct_step *now = &lowered->steps[step];
        if (step >= lowered->window) {
            CT_TRY(arrive(&r, step - lowered->window + 1));
            CT_MPI(MPI_Wait(slot(&r, step) + 1, MPI_STATUS_IGNORE));
            CT_TRY(post_receive(&r, step));
        }
        if (now->flags & CT_MOVE_FENCE) {
            CT_TRY(fence(&r, step));
        }
        if (now->flags & CT_MOVE_PAIRWISE) {
            CT_TRY(pair_up(&r, now));
        }
        CT_TRY(start_send(&r, step));
    }
    CT_TRY(arrive(&r, lowered->count));
    CT_MPI(MPI_Waitall(2 * lowered->window, lowered->requests, MPI_STATUSES_IGNORE));
cleanup:
    return status;
}
