/* One side of a step: as an MPI message, or through a channel. */
#include "base/mpi.h"
#include "exchange/run/execution.h"
#include "exchange/run/execution_copies.h"
#include "exchange/run/execution_reads.h"
#include "exchange/run/simulated.h"
#include "trace/phase.h"

#include <stdint.h>

static ct_flight *flight_of(const ct_execution *run, int step) {
    return &run->lowered->flights[step % run->lowered->receives_in_flight];
}

/* Requests are not persistent: those took 1.00 to 1.06 times as long between two ranks of a node, 8
 * bytes to 256 KiB (MPICH 4.0.2). */
ct_status ct_receive_post(ct_execution *run, int step) {
    const ct_transfer *transfer = &run->lowered->steps[step].receive;
    ct_flight *flight = flight_of(run, step);
    ct_status status = CT_OK;
    *flight = (ct_flight){.receive = MPI_REQUEST_NULL, .send = MPI_REQUEST_NULL};
    if (transfer->peer != CT_NOBODY && transfer->channel == CT_NOBODY) {
        char *memory = run->memory[transfer->memory];
        char *message = memory != NULL ? memory + transfer->offset : run->discard;
        CT_MPI(MPI_Irecv(message, message != NULL ? ct_transfer_count(transfer) : 0, transfer->type,
                         transfer->peer, run->tag + CT_TAG_DATA, run->comm, &flight->receive));
    }
cleanup:
    return status;
}

/* Progresses the receive of an MPI message. */
static ct_status receive_message(ct_execution *run, const ct_transfer *transfer, ct_flight *flight,
                                 int *done) {
    ct_status status = CT_OK;
    MPI_Status told;
    int count = 0;
    int next = 0;
    *done = 1;
    CT_MPI(run->waits ? MPI_Wait(&flight->receive, &told)
                      : MPI_Test(&flight->receive, done, &told));
    if (*done) {
        CT_MPI(MPI_Get_count(&told, transfer->type, &count));
        run->refused = run->refused || count == 0;
        if (transfer->copies > 0 && !run->refused) {
            ct_copy_piece(run, transfer, 0, 0, transfer->bytes,
                          run->memory[transfer->memory] + transfer->offset, &next);
        }
    }
cleanup:
    return status;
}

/* Progresses a receive through a channel. */
static void receive_slots(ct_execution *run, const ct_transfer *transfer, ct_flight *flight,
                          int *done) {
    ct_channel *channel = &run->channels->channel[transfer->channel];
    const ct_slot *slot = NULL;
    while (flight->received_bytes < transfer->bytes &&
           (slot = ct_ring_peek(&channel->in)) != NULL) {
        ptrdiff_t left = transfer->bytes - flight->received_bytes;
        ptrdiff_t bytes = left;
        if (slot->segment == CT_SLOT_REFUSED) {
            run->refused = 1;
        } else if (slot->segment == CT_SLOT_PROCESS) {
            if (!run->refused) {
                run->failed = ct_read_process(run, transfer, &channel->in, slot);
                run->refused = run->failed != CT_OK; /* nobody is sent what has not come */
            }
        } else if (slot->segment == CT_SLOT_TILES) {
            bytes =
                ct_receive_tiles(run, transfer, &channel->in, left, slot, &flight->receive_next);
        } else if (slot->segment != CT_SLOT_PIECE) {
            if (!run->refused) {
                ct_place place = {slot->segment, slot->offset};
                ct_block_copies_run(&run->lowered->direct_copies, transfer->direct,
                                    transfer->direct_copies, ct_place_address(place),
                                    run->memory[CT_RECEIVE_ARRAY]);
            }
        } else {
            bytes = ct_piece_bytes(run, &channel->in, left);
            if (!run->refused) {
                ct_copy_piece(run, transfer, 0, flight->received_bytes, bytes,
                              (char *)ct_slot_piece(slot),
                              &flight->receive_next.copy); /* only read */
            }
        }
        flight->received_bytes += bytes;
        ct_ring_pop(&channel->in);
        run->moved = 1;
    }
    *done = flight->received_bytes == transfer->bytes;
}

ct_status ct_receive_advance(ct_execution *run, int step, int *done) {
    const ct_transfer *transfer = &run->lowered->steps[step].receive;
    ct_flight *flight = flight_of(run, step);
    if (transfer->peer == CT_NOBODY) {
        *done = 1;
        return CT_OK;
    }
    const double start_s = ct_trace_now_s();
    const ptrdiff_t before_bytes = flight->received_bytes;
    ct_status status = CT_OK;
    if (transfer->channel == CT_NOBODY) {
        status = receive_message(run, transfer, flight, done);
    } else {
        receive_slots(run, transfer, flight, done);
    }
    if (ct_phase_is_recorded && status == CT_OK && *done) {
        ct_execution_trace_side(run, step, CT_TRACE_RECEIVE, transfer, transfer->bytes, start_s);
    } else if (ct_phase_is_recorded && flight->received_bytes > before_bytes) {
        ct_execution_trace_side(run, step, CT_TRACE_COPY, transfer,
                                flight->received_bytes - before_bytes, start_s);
    }
    return status;
}

ct_status ct_send_start(ct_execution *run, int step) {
    const ct_lowered_step *now = &run->lowered->steps[step];
    const ct_transfer *transfer = &now->send;
    ct_flight *flight = flight_of(run, step);
    ct_status status = CT_OK;
    int next = 0;
    if (transfer->peer == CT_NOBODY || transfer->channel != CT_NOBODY) {
        return CT_OK;
    }
    const double start_s = ct_trace_now_s();
    char *message = run->refused ? NULL : run->memory[transfer->memory] + transfer->offset;
    if (transfer->copies > 0 && !run->refused) {
        ct_copy_piece(run, transfer, 1, 0, transfer->bytes, message, &next);
    }
    int count = run->refused ? 0 : ct_transfer_count(transfer);
    if ((now->flags & CT_MOVE_READY) != 0) {
        CT_MPI(MPI_Irsend(message, count, transfer->type, transfer->peer, run->tag + CT_TAG_DATA,
                          run->comm, &flight->send));
    } else {
        CT_MPI(MPI_Isend(message, count, transfer->type, transfer->peer, run->tag + CT_TAG_DATA,
                         run->comm, &flight->send));
    }
    if (ct_phase_is_recorded) {
        ct_execution_trace_side(run, step, CT_TRACE_SEND, transfer, transfer->bytes, start_s);
    }
cleanup:
    return status;
}

/* Fills slots while there is room. */
static int push_slots(ct_execution *run, const ct_transfer *transfer, ct_flight *flight) {
    ct_channel *channel = &run->channels->channel[transfer->channel];
    ct_ring *ring = &channel->out;
    char *piece = NULL;
    if (channel->out_turn != transfer->turn) {
        return 0;
    }
    while (flight->sent_bytes < transfer->bytes && (piece = ct_ring_next_piece(ring)) != NULL) {
        ptrdiff_t bytes = transfer->bytes - flight->sent_bytes;
        if (run->refused && flight->sent_bytes == 0) {
            ct_ring_post(ring, CT_SLOT_REFUSED, 0);
        } else if (transfer->direct != CT_NOBODY && run->send_place.segment != 0) {
            ct_ring_post(ring, run->send_place.segment, run->send_place.offset);
            flight->awaited = ring->done;
        } else if (ct_is_read_by_process(run, transfer)) {
            ct_ring_post(ring, CT_SLOT_PROCESS, (ptrdiff_t)(uintptr_t)run->memory[CT_SEND_ARRAY]);
            flight->awaited = ring->done;
        } else if (transfer->direct_copies > 0) {
            bytes = ct_send_tiles(run, transfer, ring, bytes, &flight->send_next);
        } else {
            bytes = ct_piece_bytes(run, ring, bytes);
            ct_copy_piece(run, transfer, 1, flight->sent_bytes, bytes, piece,
                          &flight->send_next.copy);
            ct_ring_post(ring, CT_SLOT_PIECE, 0);
        }
        flight->sent_bytes += bytes;
        run->moved = 1;
    }
    if (flight->sent_bytes < transfer->bytes) {
        return 0;
    }
    channel->out_turn++;
    return 1;
}

int ct_send_push(ct_execution *run, int step) {
    const ct_transfer *transfer = &run->lowered->steps[step].send;
    ct_flight *flight = flight_of(run, step);
    if (transfer->peer == CT_NOBODY || transfer->channel == CT_NOBODY ||
        flight->sent_bytes == transfer->bytes) {
        return 1;
    }
    const double start_s = ct_trace_now_s();
    const ptrdiff_t before_bytes = flight->sent_bytes;
    const int done = push_slots(run, transfer, flight);
    if (ct_phase_is_recorded && done) {
        ct_execution_trace_side(run, step, CT_TRACE_SEND, transfer, transfer->bytes, start_s);
    } else if (ct_phase_is_recorded && flight->sent_bytes > before_bytes) {
        ct_execution_trace_side(run, step, CT_TRACE_COPY, transfer,
                                flight->sent_bytes - before_bytes, start_s);
    }
    return done;
}

ct_status ct_send_advance(ct_execution *run, int step, int *done) {
    const ct_transfer *transfer = &run->lowered->steps[step].send;
    ct_flight *flight = flight_of(run, step);
    ct_status status = CT_OK;
    *done = 1;
    if (transfer->peer == CT_NOBODY) {
        return CT_OK;
    }
    if (transfer->channel == CT_NOBODY) {
        CT_MPI(run->waits ? MPI_Wait(&flight->send, MPI_STATUS_IGNORE)
                          : MPI_Test(&flight->send, done, MPI_STATUS_IGNORE));
    } else {
        *done = flight->sent_bytes == transfer->bytes &&
                ct_ring_emptied(&run->channels->channel[transfer->channel].out, flight->awaited);
    }
cleanup:
    return status;
}
