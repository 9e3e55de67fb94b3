#include "exchange/lowered.h"

#include "base/mpi.h"
#include "exchange/message.h"
#include "exchange/transit.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <stdlib.h>

/* The state of the pass. Where sizes differ, `told` has those of the blocks in transit that the
 * move at hand sends, and `heard` of those it receives, in the order of the blocks. */
typedef struct lowering {
    const ct_schedule *schedule;
    const ct_problem *problem;
    ct_lowered *lowered;
    ct_transit transit;
    ptrdiff_t *told, *heard;
    int told_count, heard_count;
    ptrdiff_t held_bytes; /* after the moves so far */
} lowering;

static int64_t key_of(const lowering *l, int origin, int destination) {
    return (int64_t)origin * l->schedule->size + destination + 1;
}

/* The blocks of a send: from the send array, or taken out of transit. */
static ct_status lower_send(lowering *l, int step, const ct_move *move, ct_transfer *transfer) {
    ct_message message = ct_message_begin(l->lowered);
    ct_block_walk walk = ct_blocks_sent(l->schedule, move);
    ct_status status = CT_OK;
    int region = 0;
    for (int origin, destination; ct_block_next(&walk, &origin, &destination);) {
        ct_memory memory = CT_SEND_ARRAY;
        ct_parked block = {.arrived = -1};
        if (origin == l->schedule->rank) {
            block.offset = l->problem->send.offset[destination];
            block.bytes = l->problem->send.bytes[destination];
        } else {
            memory = CT_SCRATCH;
            CT_TRY(ct_transit_take(&l->transit, key_of(l, origin, destination), step, &block));
        }
        transfer->needs = block.arrived > transfer->needs ? block.arrived : transfer->needs;
        if (l->told != NULL && destination != move->send_to) {
            l->told[l->told_count++] = block.bytes;
        }
        CT_TRY(ct_message_add(&message, memory, block.offset, block.bytes));
    }
    if (!ct_message_in_place(&message, transfer)) {
        CT_TRY(ct_transit_region(&l->transit, message.bytes, step, l->lowered->window, &region));
        ct_message_in_scratch(&message, l->transit.regions[region].offset, transfer);
    }
    l->held_bytes -= message.bytes;
    status = ct_message_address(&message, move->send_to, transfer);
cleanup:
    return status;
}

/* How many blocks of a move are in transit at their receiver. */
static int count_transit(ct_block_walk walk, int receiver) {
    int count = 0;
    for (int origin, destination; ct_block_next(&walk, &origin, &destination);) {
        count += destination != receiver;
    }
    return count;
}

/* Tells the receiver the sizes of what it will pass on, and hears those from the sender. Goes on
 * after a failure of this rank, with any numbers, so that no other waits. */
static ct_status tell_sizes(lowering *l, const ct_move *move) {
    enum { TAG_SIZES = 3 };
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    ct_status status = CT_OK;
    int out = move->send_to == CT_NOBODY
                  ? 0
                  : count_transit(ct_blocks_sent(l->schedule, move), move->send_to);
    l->heard_count = count_transit(ct_blocks_received(l->schedule, move), l->schedule->rank);
    if (l->heard_count > 0) {
        CT_MPI(MPI_Irecv(l->heard, l->heard_count * (int)sizeof *l->heard, MPI_BYTE,
                         move->receive_from, TAG_SIZES, l->problem->comm, &requests[0]));
    }
    if (out > 0) {
        CT_MPI(MPI_Isend(l->told, out * (int)sizeof *l->told, MPI_BYTE, move->send_to, TAG_SIZES,
                         l->problem->comm, &requests[1]));
    }
    CT_MPI(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    l->told_count = 0;
cleanup:
    return status;
}

/* Size of a block that a move receives, `transit` being the number of those in transit before it.
 */
static ptrdiff_t received_bytes(const lowering *l, int origin, int destination, int transit) {
    if (destination == l->schedule->rank) {
        return l->problem->receive.bytes[origin];
    }
    return l->heard != NULL ? l->heard[transit] : l->problem->block_bytes;
}

/* Total of a receive; *transit is the number of its blocks that go on from here. */
static ptrdiff_t total_received(const lowering *l, const ct_move *move, int *transit) {
    ct_block_walk walk = ct_blocks_received(l->schedule, move);
    ptrdiff_t total = 0;
    *transit = 0;
    for (int origin, destination; ct_block_next(&walk, &origin, &destination);) {
        total += received_bytes(l, origin, destination, *transit);
        *transit += destination != l->schedule->rank;
    }
    return total;
}

/* The blocks of a receive: into the receive array, or parked where the message lies. */
static ct_status lower_receive(lowering *l, int step, const ct_move *move, ct_transfer *transfer) {
    ct_message message = ct_message_begin(l->lowered);
    ct_block_walk walk = ct_blocks_received(l->schedule, move);
    ct_status status = CT_OK;
    int in_transit = 0;
    int passed = 0;
    int region = -1;
    ptrdiff_t base = 0;
    ptrdiff_t total = total_received(l, move, &in_transit);
    if (in_transit > 0) {
        CT_TRY(ct_transit_region(&l->transit, total, step, l->lowered->window, &region));
        base = l->transit.regions[region].offset;
    }
    for (int origin, destination; ct_block_next(&walk, &origin, &destination);) {
        ptrdiff_t bytes = received_bytes(l, origin, destination, passed);
        if (destination == l->schedule->rank) {
            CT_TRY(ct_message_add(&message, CT_RECEIVE_ARRAY, l->problem->receive.offset[origin],
                                  bytes));
            continue;
        }
        ct_parked block = {
            .offset = base + message.bytes, .bytes = bytes, .region = region, .arrived = step};
        CT_TRY(ct_transit_park(&l->transit, key_of(l, origin, destination), &block));
        ct_message_skip(&message, bytes);
        passed++;
    }
    if (in_transit > 0 || !ct_message_in_place(&message, transfer)) {
        if (region < 0) {
            CT_TRY(ct_transit_region(&l->transit, total, step, l->lowered->window, &region));
            base = l->transit.regions[region].offset;
        }
        ct_message_in_scratch(&message, base, transfer);
    }
    l->held_bytes += message.bytes;
    status = ct_message_address(&message, move->receive_from, transfer);
cleanup:
    return status;
}

/* Room for the sizes of the largest message's blocks, if ranks need to tell them. Local. */
static ct_status prepare_sizes(lowering *l) {
    ptrdiff_t largest = 1;
    if (l->problem->block_bytes >= 0) {
        return CT_OK;
    }
    for (int i = 0; i < l->schedule->move_count; i++) {
        ptrdiff_t sent = ct_schedule_sent(l->schedule, &l->schedule->moves[i]);
        ptrdiff_t received = ct_schedule_received(l->schedule, &l->schedule->moves[i]);
        largest = sent > largest ? sent : largest;
        largest = received > largest ? received : largest;
    }
    l->told = calloc((size_t)largest, sizeof *l->told);
    l->heard = calloc((size_t)largest, sizeof *l->heard);
    return l->told != NULL && l->heard != NULL
               ? CT_OK
               : ct_raise(CT_ERROR_MEMORY, "no memory for the sizes of %td blocks", largest);
}

static ct_status allocate(ct_lowered *lowered, int moves, int window) {
    lowered->window = window == 0 || window > moves ? moves : window;
    lowered->steps = calloc((size_t)moves + 1, sizeof *lowered->steps); /* never of no bytes */
    lowered->requests = malloc((2 * (size_t)lowered->window + 1) * sizeof *lowered->requests);
    if (lowered->steps == NULL || lowered->requests == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for an exchange of %d steps", moves);
    }
    for (int i = 0; i < moves; i++) {
        ct_transfer nothing = {.peer = CT_NOBODY, .type = MPI_BYTE, .needs = -1};
        lowered->steps[i].send = lowered->steps[i].receive = nothing;
    }
    lowered->count = moves;
    return CT_OK;
}

ct_status ct_lowered_create(const ct_schedule *schedule, const ct_problem *problem,
                            ct_lowered *lowered) {
    lowering l = {.schedule = schedule, .problem = problem, .lowered = lowered};
    ct_status status = CT_OK;
    ct_status failure = CT_OK; /* kept until everybody has heard the sizes */
    *lowered = (ct_lowered){.count = 0};
    if (problem->block_bytes >= 0 && schedule->move_count == 0) {
        return CT_OK;
    }
    status = prepare_sizes(&l);
    if (status == CT_OK) {
        status = allocate(lowered, schedule->move_count, problem->window);
    }
    if (problem->block_bytes < 0) { /* nobody tells sizes to one who has left */
        status = ct_agree(problem->comm, status);
    }
    CT_TRY(status);
    for (int peer = 0; peer < schedule->size; peer++) {
        l.held_bytes += problem->send.bytes[peer];
    }
    for (int i = 0; i < schedule->move_count; i++) {
        const ct_move *move = &schedule->moves[i];
        ct_step *step = &lowered->steps[i];
        step->flags = move->flags;
        step->pair_to = move->send_to;
        step->pair_from = move->receive_from;
        if (failure == CT_OK && move->send_to != CT_NOBODY) {
            failure = lower_send(&l, i, move, &step->send);
        }
        if (l.told != NULL) {
            CT_TRY(tell_sizes(&l, move));
        }
        if (failure == CT_OK && move->receive_from != CT_NOBODY) {
            failure = lower_receive(&l, i, move, &step->receive);
        }
        step->held_bytes = l.held_bytes;
    }
    CT_TRY(failure);
    lowered->scratch_bytes = l.transit.scratch_bytes;
    CT_TRY(ct_alloc(lowered->scratch_bytes, &lowered->scratch));
cleanup:
    ct_transit_destroy(&l.transit);
    free(l.told);
    free(l.heard);
    if (status != CT_OK) {
        ct_lowered_destroy(lowered);
    }
    return status;
}

static void free_transfer(ct_transfer *transfer) {
    if (transfer->type != MPI_BYTE && transfer->type != MPI_DATATYPE_NULL) {
        (void)MPI_Type_free(&transfer->type);
    }
}

void ct_lowered_destroy(ct_lowered *lowered) {
    for (int i = 0; lowered->steps != NULL && i < lowered->count; i++) {
        free_transfer(&lowered->steps[i].send);
        free_transfer(&lowered->steps[i].receive);
    }
    free(lowered->steps);
    free(lowered->copies);
    free(lowered->requests);
    ct_free(lowered->scratch);
    *lowered = (ct_lowered){.count = 0};
}
