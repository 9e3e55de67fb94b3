#include "exchange/lower/move.h"

#include "base/arithmetic/extremes.h"
#include "base/mpi.h"
#include "exchange/lower/location.h"
#include "exchange/lower/message.h"
#include "exchange/staging/tiles.h"

#include <limits.h>
#include <stdlib.h>

/* Smaller blocks are copied into the channel's slot, which saves waiting for the receiver to finish
 * reading the sender's array. */
enum { DIRECT_LEAST_BYTES = 512 };

static int is_worth_direct(const ct_transfer *transfer) {
    return transfer->bytes >= DIRECT_LEAST_BYTES;
}

/* Sets peer and transport of a message whose bytes are known. */
static ct_status address(const ct_lowering *l, int is_received, int peer, ct_transfer *transfer) {
    if (transfer->bytes == 0) {
        return CT_OK; /* empty on both sides */
    }
    transfer->peer = peer;
    transfer->turn = l->turns[is_received][peer]++;
    transfer->channel = ct_lowering_channel(l, peer);
    if (transfer->channel != CT_NOBODY || transfer->bytes <= INT_MAX) {
        return CT_OK;
    }
    return ct_bytes_type(0, transfer->bytes, &transfer->type);
}

/* Places an MPI message: in place if contiguous, else in scratch. `base` < 0: no scratch is
 * reserved for it yet. */
static ct_status place(ct_lowering *l, int step, ct_message *message, ptrdiff_t base,
                       ct_transfer *transfer) {
    int region = 0;
    if (base < 0 && ct_message_in_place(message, transfer)) {
        return CT_OK;
    }
    if (base < 0) {
        ct_status status = ct_transit_region(&l->transit, message->bytes, step,
                                             l->lowered->receives_in_flight, &region);
        if (status != CT_OK) {
            return status;
        }
        base = l->transit.regions[region].offset;
    }
    transfer->memory = CT_SCRATCH;
    transfer->offset = base;
    return CT_OK;
}

/* The mean length of what lies together in the send array; 0: the message is converted. */
static int sent_row_bytes(const ct_lowered *lowered, const ct_transfer *transfer) {
    ptrdiff_t rows = 0;
    for (int i = 0; i < transfer->copies; i++) {
        const ct_copy *copy = &lowered->copies[transfer->first_copy + i];
        const ct_strided *strided =
            copy->strided != CT_NOBODY ? &lowered->strided[copy->strided] : NULL;
        if (strided != NULL && strided->conversion != NULL) {
            return 0;
        }
        rows += copy->bytes / (strided != NULL ? strided->unit_bytes : copy->unit_bytes);
    }
    return rows > 0 ? (int)ct_least(transfer->bytes / rows, INT_MAX) : 0;
}

/* The same of what lies together at both ends; 0: that is not known. */
static int received_row_bytes(const ct_block_copies *copies, const ct_transfer *transfer) {
    ptrdiff_t rows = 0;
    for (int i = 0; i < transfer->direct_copies; i++) {
        const ct_block_copy *copy = &copies->list[transfer->direct + i];
        if (!copy->lines_up || copy->first.conversion != NULL) {
            return 0;
        }
        rows += copy->first.unit_bytes > 0 ? ct_strided_bytes(&copy->first) / copy->first.unit_bytes
                                           : 0;
    }
    return rows > 0 ? (int)ct_least(transfer->bytes / rows, INT_MAX) : 0;
}

/* Adds the copies of a whole block between its sender's array and its final place. */
static ct_status add_direct(ct_lowering *l, const ct_parts *from, const ct_parts *into,
                            ct_transfer *transfer) {
    ct_block_copies *direct_copies = &l->lowered->direct_copies;
    transfer->direct = direct_copies->count;
    ct_status status =
        ct_block_copies_add(direct_copies, from, into, l->problem->send.element_bytes,
                            ct_elements_direct(l->problem->elements), l->problem->streams);
    transfer->direct_copies = direct_copies->count - transfer->direct;
    transfer->direct_bytes = ct_parts_elements(from) * l->problem->send.element_bytes;
    return status;
}

/* The receiver copies a whole block from this rank's array; if it cannot reach that, and it is
 * worth it, both by tiles. */
static ct_status let_pass_directly(ct_lowering *l, const ct_location *location,
                                   ct_transfer *transfer) {
    ct_block_copies *direct_copies = &l->lowered->direct_copies;
    ct_status status = CT_OK;
    transfer->direct = direct_copies->count;
    if (l->problem->peer_receives != NULL) {
        status = add_direct(l, &location->parts, &l->problem->peer_receives[transfer->channel],
                            transfer);
        if (!ct_tiles_pay(direct_copies, transfer->direct)) {
            direct_copies->count = transfer->direct;
            transfer->direct_copies = 0;
        }
    }
    return status;
}

ct_status ct_lower_send(ct_lowering *l, int step, const ct_move *move, ct_transfer *transfer) {
    ct_message message = ct_message_begin(l->lowered, 1);
    ct_block_walk walk = ct_blocks_sent(l->schedule, move);
    ct_location location = {.is_whole = 0};
    ct_status status = CT_OK;
    int blocks = 0;
    for (int origin, second; ct_block_next(&walk, &origin, &second); blocks++) {
        CT_TRY(ct_location_sent(l, step, move, origin, second, &location));
        transfer->needs = location.arrived > transfer->needs ? location.arrived : transfer->needs;
        if (l->sizes.told != NULL && second != move->send_to) {
            l->sizes.told[l->sizes.told_count++] = location.bytes;
        }
        CT_TRY(ct_message_add(&message, location.memory, &location.parts, &location.elements,
                              location.bytes));
    }
    CT_TRY(ct_message_end(&message, transfer));
    CT_TRY(address(l, 0, move->send_to, transfer));
    transfer->direct = CT_NOBODY;
    if (transfer->channel == CT_NOBODY) {
        status = place(l, step, &message, -1, transfer);
    } else if (location.is_whole && blocks == 1 && is_worth_direct(transfer)) {
        transfer->row_bytes = sent_row_bytes(l->lowered, transfer);
        status = let_pass_directly(l, &location, transfer);
    }
cleanup:
    return status;
}

ct_status ct_lower_receive(ct_lowering *l, int step, const ct_move *move, ct_transfer *transfer) {
    ct_message message = ct_message_begin(l->lowered, 0);
    ct_block_walk walk = ct_blocks_received(l->schedule, move);
    ct_reservation reserved;
    ct_location location = {.is_whole = 0};
    ct_status status = CT_OK;
    int blocks = 0;
    int last = 0;
    CT_TRY(ct_location_reserve(l, step, move, &reserved));
    for (int origin, second; ct_block_next(&walk, &origin, &second); blocks++) {
        last = second;
        CT_TRY(ct_location_received(l, step, move, origin, second, message.bytes, &reserved,
                                    &location));
        if (location.stays) {
            ct_message_skip(&message, location.bytes);
        } else {
            CT_TRY(ct_message_add(&message, location.memory, &location.parts, &location.elements,
                                  location.bytes));
        }
    }
    CT_TRY(ct_message_end(&message, transfer));
    CT_TRY(address(l, 1, move->receive_from, transfer));
    transfer->direct = CT_NOBODY;
    if (transfer->channel != CT_NOBODY && location.is_whole && blocks == 1 &&
        is_worth_direct(transfer)) {
        const ct_parts there = ct_location_at_sender(l, transfer->channel, last, &location);
        CT_TRY(add_direct(l, &there, &location.parts, transfer));
        transfer->row_bytes = received_row_bytes(&l->lowered->direct_copies, transfer);
    }
    if (transfer->channel == CT_NOBODY) {
        status =
            place(l, step, &message, reserved.region == CT_NOBODY ? -1 : reserved.base, transfer);
    }
cleanup:
    return status;
}
