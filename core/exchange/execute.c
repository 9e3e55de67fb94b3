/* The executor: walks a lowered schedule with a window of steps in flight. */
#include "base/mpi.h"
#include "exchange/plan.h"

#include <string.h>

enum { TAG = 1 };

/* Requests of step i while it is in flight: its receive, then its send. */
static MPI_Request *slot(const ct_lowered *lowered, int step) {
    return lowered->requests + 2 * (ptrdiff_t)(step % lowered->window);
}

static ct_status post_receive(const ct_exchange_plan *plan, int step, char *array) {
    const ct_transfer *transfer = &plan->lowered.steps[step].receive;
    MPI_Request *request = slot(&plan->lowered, step);
    ct_status status = CT_OK;
    *request = MPI_REQUEST_NULL;
    if (transfer->peer != CT_NOBODY) {
        CT_MPI(MPI_Irecv(array + transfer->offset, transfer->count, transfer->type, transfer->peer,
                         TAG, plan->comm, request));
    }
cleanup:
    return status;
}

static ct_status post_send(const ct_exchange_plan *plan, int step, const char *array) {
    const ct_transfer *transfer = &plan->lowered.steps[step].send;
    MPI_Request *request = slot(&plan->lowered, step) + 1;
    ct_status status = CT_OK;
    *request = MPI_REQUEST_NULL;
    if (transfer->peer != CT_NOBODY) {
        CT_MPI(MPI_Isend(array + transfer->offset, transfer->count, transfer->type, transfer->peer,
                         TAG, plan->comm, request));
    }
cleanup:
    return status;
}

/* A whole window of receives is posted before the first send; from then on a step starts when the
 * one `window` before it has ended. */
static ct_status run_schedule(ct_exchange_plan *plan, const char *send, char *receive) {
    const ct_lowered *lowered = &plan->lowered;
    ct_status status = CT_OK;
    for (int step = 0; step < lowered->window; step++) {
        CT_TRY(post_receive(plan, step, receive));
    }
    for (int step = 0; step < lowered->count; step++) {
        if (step >= lowered->window) {
            CT_MPI(MPI_Waitall(2, slot(lowered, step), MPI_STATUSES_IGNORE));
            CT_TRY(post_receive(plan, step, receive));
        }
        CT_TRY(post_send(plan, step, send));
    }
    ptrdiff_t mine = plan->send.bytes[plan->rank];
    if (mine > 0) {
        memcpy(receive + plan->receive.offset[plan->rank], send + plan->send.offset[plan->rank],
               (size_t)mine);
    }
    CT_MPI(MPI_Waitall(2 * lowered->window, lowered->requests, MPI_STATUSES_IGNORE));
cleanup:
    return status;
}

ct_status ct_exchange_execute(ct_exchange_plan *plan, const void *send, void *receive) {
    if (ct_exchange_row(plan->chosen) == NULL) {
        return ct_library_execute(plan, send, receive);
    }
    return run_schedule(plan, send, receive);
}
