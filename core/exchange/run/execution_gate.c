/* What a step waits for before it may send: a barrier, its partners. */
#include "base/mpi.h"
#include "exchange/run/execution.h"
#include "exchange/run/simulated.h"

/* Starts the gate's zero-byte messages, to one rank and from another. */
static ct_status exchange_empty(ct_execution *run, int to, int from) {
    const int tag = run->tag + CT_TAG_GATE;
    ct_status status = CT_OK;
    CT_MPI(MPI_Irecv(NULL, 0, MPI_BYTE, from, tag, run->comm, &run->gate_requests[0]));
    CT_MPI(MPI_Isend(NULL, 0, MPI_BYTE, to, tag, run->comm, &run->gate_requests[1]));
cleanup:
    return status;
}

/* The barrier before a step, once all earlier steps have ended: a dissemination barrier.
 * MPI_Ibarrier would not do: ranks may reach the barriers of concurrent plans in different
 * orders. */
static ct_status pass_fence(ct_execution *run) {
    ct_status status = CT_OK;
    int rank = 0;
    int size = 1;
    int done = 1; /* SimGrid's MPI leaves it unset without requests */
    if (run->gate == CT_GATE_CLOSED) {
        if (run->arrived < run->started || run->sent < run->started) {
            return CT_OK;
        }
        if (ct_simulated_waits) { /* no other plan runs, and machines have their own barrier
                                   */
            CT_MPI(MPI_Barrier(run->comm));
            run->gate = CT_GATE_FENCED;
            return CT_OK;
        }
        run->fence_distance = 1;
        run->gate = CT_GATE_FENCE;
    }
    CT_MPI(MPI_Comm_rank(run->comm, &rank));
    CT_MPI(MPI_Comm_size(run->comm, &size));
    CT_MPI(MPI_Testall(2, run->gate_requests, &done, MPI_STATUSES_IGNORE));
    while (done && run->fence_distance < size) {
        CT_TRY(exchange_empty(run, (rank + run->fence_distance) % size,
                              (rank + size - run->fence_distance) % size));
        run->fence_distance *= 2;
        CT_MPI(MPI_Testall(2, run->gate_requests, &done, MPI_STATUSES_IGNORE));
    }
    run->gate = done ? CT_GATE_FENCED : CT_GATE_FENCE;
cleanup:
    return status;
}

/* The zero-byte exchange of a pairwise step before its data. */
static ct_status pass_pairing(ct_execution *run, const ct_lowered_step *step) {
    ct_status status = CT_OK;
    int done = 0;
    if (run->gate == CT_GATE_FENCED) {
        int to = step->pair_to == CT_NOBODY ? MPI_PROC_NULL : step->pair_to;
        int from = step->pair_from == CT_NOBODY ? MPI_PROC_NULL : step->pair_from;
        CT_TRY(exchange_empty(run, to, from));
        run->gate = CT_GATE_PAIR;
    }
    CT_MPI(MPI_Testall(2, run->gate_requests, &done, MPI_STATUSES_IGNORE));
    run->gate = done ? CT_GATE_OPEN : CT_GATE_PAIR;
cleanup:
    return status;
}

ct_status ct_gate_pass(ct_execution *run, const ct_lowered_step *step) {
    ct_status status = CT_OK;
    if (run->gate < CT_GATE_FENCED && (step->flags & CT_MOVE_FENCE) != 0) {
        CT_TRY(pass_fence(run));
    } else if (run->gate == CT_GATE_CLOSED) {
        run->gate = CT_GATE_FENCED;
    }
    if (run->gate >= CT_GATE_FENCED && run->gate < CT_GATE_OPEN) {
        if ((step->flags & CT_MOVE_PAIRWISE) != 0) {
            CT_TRY(pass_pairing(run, step));
        } else {
            run->gate = CT_GATE_OPEN;
        }
    }
cleanup:
    return status;
}
