#include "exchange/lowered.h"

#include "base/mpi.h"
#include "exchange/message.h"
#include "exchange/sizes.h"
#include "exchange/transit.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <limits.h>
#include <stdlib.h>

/* The state of the pass. */
typedef struct lowering {
    const ct_schedule *schedule;
    const ct_problem *problem;
    ct_lowered *lowered;
    ct_transit transit;
    ct_sizes sizes;
    int *turns; /* messages so far to each channel */
} lowering;

static int64_t key_of(const lowering *l, int origin, int destination) {
    return (int64_t)origin * l->schedule->size + destination + 1;
}

/* A block below this is copied into the channel's slot: its receiver need not tell that it is done
 * with the sender's array. */
enum { DIRECT_LEAST_BYTES = 4096 };

static int is_worth_direct(const ct_transfer *transfer) {
    return transfer->bytes >= DIRECT_LEAST_BYTES;
}

static ct_block parked_block(const lowering *l, const ct_parked *parked) {
    return ct_block_contiguous(parked->offset, parked->bytes / l->problem->send.element_bytes,
                               l->problem->send.element_bytes);
}

/* The channel that serves a peer, or CT_NOBODY. */
static int channel_of(const lowering *l, int peer) {
    return l->problem->channels != NULL ? l->problem->channels[peer] : CT_NOBODY;
}

/* Says who the message goes to or comes from, and how, once its bytes are known. */
static ct_status address(const lowering *l, int peer, ct_transfer *transfer) {
    if (transfer->bytes == 0) {
        return CT_OK; /* both sides know that it is empty */
    }
    transfer->peer = peer;
    transfer->channel = channel_of(l, peer);
    if (transfer->channel != CT_NOBODY || transfer->bytes <= INT_MAX) {
        transfer->count = transfer->channel != CT_NOBODY ? 0 : (int)transfer->bytes;
        return CT_OK;
    }
    transfer->count = 1;
    return ct_bytes_type(0, transfer->bytes, &transfer->type);
}

/* Places an MPI message: where its only piece lies, or in scratch. `base` < 0: no part of scratch
 * is set aside for it yet. */
static ct_status place(lowering *l, int step, ct_message *message, ptrdiff_t base,
                       ct_transfer *transfer) {
    int region = 0;
    if (base < 0 && ct_message_in_place(message, transfer)) {
        return CT_OK;
    }
    if (base < 0) {
        ct_status status =
            ct_transit_region(&l->transit, message->bytes, step, l->lowered->window, &region);
        if (status != CT_OK) {
            return status;
        }
        base = l->transit.regions[region].offset;
    }
    transfer->memory = CT_SCRATCH;
    transfer->offset = base;
    return CT_OK;
}

/* The blocks of a send: from the send array, or taken out of transit. */
static ct_status lower_send(lowering *l, int step, const ct_move *move, ct_transfer *transfer) {
    ct_message message = ct_message_begin(l->lowered, 1, l->problem->send.element_bytes);
    ct_block_walk walk = ct_blocks_sent(l->schedule, move);
    ct_status status = CT_OK;
    int blocks = 0;
    int is_whole = 0; /* from its origin to its destination */
    for (int origin, destination; ct_block_next(&walk, &origin, &destination); blocks++) {
        ct_memory memory = CT_SEND_ARRAY;
        ct_block block;
        ptrdiff_t bytes = 0;
        if (origin == l->schedule->rank) {
            block = l->problem->send.block[destination];
            bytes = ct_block_elements(&block) * l->problem->send.element_bytes;
            is_whole = destination == move->send_to;
        } else {
            ct_parked parked = {.arrived = -1};
            memory = CT_SCRATCH;
            CT_TRY(ct_transit_take(&l->transit, key_of(l, origin, destination), step, &parked));
            transfer->needs = parked.arrived > transfer->needs ? parked.arrived : transfer->needs;
            block = parked_block(l, &parked);
            bytes = parked.bytes;
        }
        if (l->sizes.told != NULL && destination != move->send_to) {
            l->sizes.told[l->sizes.told_count++] = bytes;
        }
        CT_TRY(ct_message_add(&message, memory, &block));
    }
    CT_TRY(ct_message_end(&message, transfer));
    transfer->direct = is_whole && blocks == 1 && is_worth_direct(transfer) ? 0 : CT_NOBODY;
    CT_TRY(address(l, move->send_to, transfer));
    if (transfer->channel == CT_NOBODY) {
        status = place(l, step, &message, -1, transfer);
    } else {
        transfer->turn = l->turns[transfer->channel]++;
    }
cleanup:
    return status;
}

/* Size of a block that a move receives, `transit` being the number of those in transit before it.
 */
static ptrdiff_t received_bytes(const lowering *l, int origin, int destination, int transit) {
    ptrdiff_t element_bytes = l->problem->receive.element_bytes;
    if (destination == l->schedule->rank) {
        return ct_block_elements(&l->problem->receive.block[origin]) * element_bytes;
    }
    return l->sizes.heard != NULL ? l->sizes.heard[transit]
                                  : l->problem->block_elements * element_bytes;
}

/* Sets aside scratch for the blocks of a receive that go on from here: of a channel for them alone,
 * of an MPI message for all of it, so that they stay where it lies. No region when there are none.
 */
static ct_status park_space(lowering *l, int step, const ct_move *move, int *region) {
    ct_block_walk walk = ct_blocks_received(l->schedule, move);
    ptrdiff_t total = 0;
    ptrdiff_t passing = 0;
    int transit = 0;
    for (int origin, destination; ct_block_next(&walk, &origin, &destination);) {
        ptrdiff_t bytes = received_bytes(l, origin, destination, transit);
        int is_mine = destination == l->schedule->rank;
        total += bytes;
        passing += is_mine ? 0 : bytes;
        transit += !is_mine;
    }
    int by_channel = channel_of(l, move->receive_from) != CT_NOBODY;
    *region = -1;
    return transit == 0 ? CT_OK
                        : ct_transit_region(&l->transit, by_channel ? passing : total, step,
                                            l->lowered->window, region);
}

/* The blocks of a receive: into the receive array, or parked. */
static ct_status lower_receive(lowering *l, int step, const ct_move *move, ct_transfer *transfer) {
    ct_message message = ct_message_begin(l->lowered, 0, l->problem->receive.element_bytes);
    ct_block_walk walk = ct_blocks_received(l->schedule, move);
    ct_status status = CT_OK;
    int blocks = 0;
    int is_whole = 0; /* from its origin to its destination */
    int passed = 0;
    int region = -1;
    ptrdiff_t base = -1;
    ptrdiff_t parked_bytes = 0;
    int by_channel = channel_of(l, move->receive_from) != CT_NOBODY;
    CT_TRY(park_space(l, step, move, &region));
    base = region >= 0 ? l->transit.regions[region].offset : -1;
    for (int origin, destination; ct_block_next(&walk, &origin, &destination); blocks++) {
        ptrdiff_t bytes = received_bytes(l, origin, destination, passed);
        if (destination == l->schedule->rank) {
            is_whole = origin == move->receive_from;
            CT_TRY(ct_message_add(&message, CT_RECEIVE_ARRAY, &l->problem->receive.block[origin]));
            continue;
        }
        ct_parked parked = {.offset = base + (by_channel ? parked_bytes : message.bytes),
                            .bytes = bytes,
                            .region = region,
                            .arrived = step};
        CT_TRY(ct_transit_park(&l->transit, key_of(l, origin, destination), &parked));
        if (by_channel) {
            ct_block block = parked_block(l, &parked);
            CT_TRY(ct_message_add(&message, CT_SCRATCH, &block));
        } else {
            ct_message_skip(&message, bytes);
        }
        parked_bytes += bytes;
        passed++;
    }
    CT_TRY(ct_message_end(&message, transfer));
    CT_TRY(address(l, move->receive_from, transfer));
    transfer->direct = CT_NOBODY;
    if (by_channel && is_whole && blocks == 1 && is_worth_direct(transfer)) {
        transfer->direct = l->lowered->passage_count++;
        l->lowered->passages[transfer->direct] = ct_passage_prepare(
            &l->problem->coming[move->receive_from], &l->problem->receive.block[move->receive_from],
            l->lowered->element_bytes);
    }
    if (transfer->channel == CT_NOBODY) {
        status = place(l, step, &message, base, transfer);
    }
cleanup:
    return status;
}

/* Moves of the longest phase whose sends need their receives posted before it begins; 0: none. */
static int longest_ready_phase(const ct_schedule *schedule) {
    int longest = 0;
    int length = 0;
    int has_ready = 0;
    for (int i = 0; i < schedule->move_count; i++) {
        length = (schedule->moves[i].flags & CT_MOVE_PHASE) != 0 ? 1 : length + 1;
        longest = length > longest ? length : longest;
        has_ready = has_ready || (schedule->moves[i].flags & CT_MOVE_READY) != 0;
    }
    return has_ready ? longest : 0;
}

static ct_status allocate(lowering *l) {
    ct_lowered *lowered = l->lowered;
    const size_t moves = (size_t)l->schedule->move_count;
    const size_t size = (size_t)l->schedule->size;
    const int ready = longest_ready_phase(l->schedule);
    lowered->count = l->schedule->move_count;
    lowered->window = l->problem->window > ready ? l->problem->window : ready;
    if (l->problem->window == 0 || lowered->window > lowered->count) {
        lowered->window = lowered->count;
    }
    lowered->element_bytes = l->problem->send.element_bytes;
    lowered->steps = calloc(moves + 1, sizeof *lowered->steps); /* never of no bytes */
    lowered->flights = calloc((size_t)lowered->window + 1, sizeof *lowered->flights);
    l->turns = calloc(size, sizeof *l->turns);
    lowered->passages = calloc(l->problem->channels != NULL ? size : 1, sizeof *lowered->passages);
    if (lowered->steps == NULL || lowered->flights == NULL || l->turns == NULL ||
        lowered->passages == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for an exchange of %zu steps", moves);
    }
    for (size_t i = 0; i < moves; i++) {
        ct_transfer nothing = {.peer = CT_NOBODY,
                               .channel = CT_NOBODY,
                               .direct = CT_NOBODY,
                               .type = MPI_BYTE,
                               .needs = -1};
        lowered->steps[i].send = lowered->steps[i].receive = nothing;
    }
    return CT_OK;
}

/* Lowers all moves. Where ranks tell each other sizes, a failure waits until everybody has heard
 * them. */
static ct_status lower_moves(lowering *l) {
    ct_status failure = CT_OK;
    for (int i = 0; i < l->schedule->move_count; i++) {
        const ct_move *move = &l->schedule->moves[i];
        ct_step *step = &l->lowered->steps[i];
        step->flags = move->flags;
        step->pair_to = move->send_to;
        step->pair_from = move->receive_from;
        if (failure == CT_OK && move->send_to != CT_NOBODY) {
            failure = lower_send(l, i, move, &step->send);
        }
        if (l->sizes.told != NULL) {
            ct_status status = ct_sizes_tell(&l->sizes, l->schedule, move, l->problem->comm);
            if (status != CT_OK) {
                return status;
            }
        }
        if (failure == CT_OK && move->receive_from != CT_NOBODY) {
            failure = lower_receive(l, i, move, &step->receive);
        }
    }
    return failure;
}

ct_status ct_lowered_create(const ct_schedule *schedule, const ct_problem *problem,
                            ct_lowered *lowered) {
    lowering l = {.schedule = schedule, .problem = problem, .lowered = lowered};
    int sizes_differ = problem->block_elements < 0;
    ct_status status = CT_OK;
    *lowered = (ct_lowered){.count = 0};
    if (!sizes_differ && schedule->move_count == 0) {
        return CT_OK;
    }
    status = sizes_differ ? ct_sizes_prepare(&l.sizes, schedule) : CT_OK;
    if (status == CT_OK) {
        status = allocate(&l);
    }
    if (sizes_differ) { /* nobody tells sizes to one who has left */
        status = ct_agree(problem->comm, status);
    }
    CT_TRY(status);
    CT_TRY(lower_moves(&l));
    lowered->scratch_bytes = l.transit.scratch_bytes;
    CT_TRY(ct_alloc(MPI_COMM_SELF, lowered->scratch_bytes, &lowered->scratch));
cleanup:
    ct_transit_destroy(&l.transit);
    ct_sizes_destroy(&l.sizes);
    free(l.turns);
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
    free(lowered->passages);
    free(lowered->flights);
    ct_free(&lowered->scratch);
    *lowered = (ct_lowered){.count = 0};
}

double ct_lowered_bytes(const ct_lowered *lowered) {
    return (double)lowered->count * (double)sizeof *lowered->steps +
           (double)lowered->window * (double)sizeof *lowered->flights +
           (double)lowered->copy_count * (double)sizeof *lowered->copies +
           (double)lowered->passage_count * (double)sizeof *lowered->passages +
           (double)lowered->scratch_bytes;
}
