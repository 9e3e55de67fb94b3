#include "exchange/lower/location.h"

#include "base/fail.h"

#include <stdint.h>
#include <stdlib.h>

static int64_t key_of(const ct_lowering *l, int origin, int destination) {
    return (int64_t)origin * l->schedule->size + destination + 1;
}

static ct_parts single(ct_block block) {
    return (ct_parts){.count = 1, .only = block};
}

/* What is in messages as it is in the memory. */
static ct_message_elements as_they_are(const ct_lowering *l) {
    const ptrdiff_t bytes = l->problem->elements->message_bytes;
    return (ct_message_elements){bytes, bytes, NULL};
}

static ct_parts transit_block(const ct_lowering *l, const ct_transit_block *held) {
    const ptrdiff_t bytes = l->problem->elements->message_bytes;
    return single(ct_block_contiguous(held->offset, held->bytes / bytes, bytes));
}

/* Packed for a destination, or unpacked from an origin. */
static ct_message_elements packed(const ct_lowering *l, int destination) {
    const ct_elements *elements = l->problem->elements;
    const int is_narrow = ct_lowering_is_narrow(l, l->schedule->rank, destination);
    return (ct_message_elements){l->problem->send.element_bytes,
                                 is_narrow ? elements->narrow_pack.into_bytes
                                           : elements->message_bytes,
                                 ct_elements_pack(elements, is_narrow)};
}

static ct_message_elements unpacked(const ct_lowering *l, int origin) {
    const ct_elements *elements = l->problem->elements;
    const int is_narrow = ct_lowering_is_narrow(l, origin, l->schedule->rank);
    return (ct_message_elements){l->problem->receive.element_bytes,
                                 is_narrow ? elements->narrow_unpack.from_bytes
                                           : elements->message_bytes,
                                 ct_elements_unpack(elements, is_narrow)};
}

static ct_status moving_sent(ct_lowering *l, int step, const ct_move *move, int origin,
                             int destination, ct_location *location) {
    ct_transit_block held;
    if (origin == l->schedule->rank) {
        location->parts = ct_blocks_parts(&l->problem->send, destination);
        location->bytes =
            ct_lowering_bytes(l, origin, destination, ct_parts_elements(&location->parts));
        location->elements = packed(l, destination);
        location->is_whole = destination == move->send_to;
        return CT_OK;
    }
    ct_status status = ct_transit_take(&l->transit, key_of(l, origin, destination), step, &held);
    if (status == CT_OK) {
        location->memory = CT_SCRATCH;
        location->parts = transit_block(l, &held);
        location->bytes = held.bytes;
        location->arrived = held.arrived;
    }
    return status;
}

/* Size of a block that a move receives; `transit` is the number of blocks in transit before it.
 */
static ptrdiff_t received_bytes(const ct_lowering *l, int origin, int destination, int transit) {
    if (destination == l->schedule->rank) {
        return ct_lowering_bytes(l, origin, destination,
                                 ct_blocks_elements(&l->problem->receive, origin));
    }
    return l->sizes.heard != NULL
               ? l->sizes.heard[transit]
               : ct_lowering_bytes(l, origin, destination, l->problem->block_elements);
}

/* For a channel reserves only what is forwarded; for an MPI message the whole message, so that it
 * can stay where it was received. */
ct_status ct_location_reserve(ct_lowering *l, int step, const ct_move *move,
                              ct_reservation *reserved) {
    ct_block_walk walk = ct_blocks_received(l->schedule, move);
    ptrdiff_t total = 0;
    ptrdiff_t passing = 0;
    int transit = 0;
    *reserved = (ct_reservation){.region = CT_NOBODY};
    for (int origin, destination;
         l->arrival == NULL && ct_block_next(&walk, &origin, &destination);) {
        ptrdiff_t bytes = received_bytes(l, origin, destination, transit);
        int is_mine = destination == l->schedule->rank;
        total += bytes;
        passing += is_mine ? 0 : bytes;
        transit += !is_mine;
    }
    if (transit == 0) {
        return CT_OK;
    }
    int by_channel = ct_lowering_channel(l, move->receive_from) != CT_NOBODY;
    ct_status status = ct_transit_region(&l->transit, by_channel ? passing : total, step,
                                         l->lowered->receives_in_flight, &reserved->region);
    if (status == CT_OK) {
        reserved->base = l->transit.regions[reserved->region].offset;
    }
    return status;
}

static ct_status moving_received(ct_lowering *l, int step, const ct_move *move, int origin,
                                 int destination, ptrdiff_t in_message, ct_reservation *reserved,
                                 ct_location *location) {
    location->bytes = received_bytes(l, origin, destination, reserved->blocks);
    if (destination == l->schedule->rank) {
        location->parts = ct_blocks_parts(&l->problem->receive, origin);
        location->elements = unpacked(l, origin);
        location->is_whole = origin == move->receive_from;
        return CT_OK;
    }
    location->stays = ct_lowering_channel(l, move->receive_from) == CT_NOBODY;
    ct_transit_block held = {.offset =
                                 reserved->base + (location->stays ? in_message : reserved->bytes),
                             .bytes = location->bytes,
                             .region = reserved->region,
                             .arrived = step};
    location->memory = CT_SCRATCH;
    location->parts = transit_block(l, &held);
    reserved->bytes += location->bytes;
    reserved->blocks++;
    return ct_transit_put(&l->transit, key_of(l, origin, destination), &held);
}

/* In a broadcast only the root's packets are tokens. */
static ptrdiff_t token_index(const ct_lowering *l, int origin, int packet) {
    return l->problem->pattern.kind == CT_BROADCAST
               ? packet
               : (ptrdiff_t)origin * l->schedule->seconds + packet;
}

ct_status ct_location_prepare_tokens(ct_lowering *l) {
    ptrdiff_t count = token_index(l, l->schedule->size - 1, l->schedule->seconds - 1) + 1;
    l->arrival = malloc((size_t)count * sizeof *l->arrival);
    if (l->arrival == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for %td packets", count);
    }
    for (ptrdiff_t i = 0; i < count; i++) {
        l->arrival[i] = CT_NOBODY;
    }
    return CT_OK;
}

/* Packet `packet` of a vector; the first ones have one element more where the division has a
 * remainder.
 */
static ct_parts packet_of(const ct_lowering *l, ct_block vector, int packet) {
    const ptrdiff_t element_bytes = l->problem->send.element_bytes;
    const int packets = l->schedule->seconds;
    ptrdiff_t elements = ct_block_elements(&vector);
    ptrdiff_t longer = elements % packets;
    ptrdiff_t first = elements / packets * packet + (packet < longer ? packet : longer);
    return single(packets == 1
                      ? vector
                      : ct_block_contiguous(vector.offset + first * element_bytes,
                                            elements / packets + (packet < longer), element_bytes));
}

/* Whether a message consists only of packets of this rank's own vector. */
static int is_all_own(const ct_lowering *l, const ct_move *move) {
    ct_block_walk walk = ct_blocks_sent(l->schedule, move);
    int all_own = 1;
    for (int origin, packet; all_own && ct_block_next(&walk, &origin, &packet);) {
        all_own = origin == l->schedule->rank;
    }
    return all_own;
}

/* This rank's vector is sent from the send array if alone in a message. Together with others it is
 * sent from the receive array, contiguous with them; it has been copied there by the time they
 * arrived. */
static ct_status staying_sent(const ct_lowering *l, int step, const ct_move *move, int origin,
                              int packet, ct_location *location) {
    if (is_all_own(l, move)) {
        location->parts = packet_of(l, ct_blocks_at(&l->problem->send, move->send_to), packet);
        location->is_whole = 1;
    } else {
        location->memory = CT_RECEIVE_ARRAY;
        location->parts = packet_of(l, ct_blocks_at(&l->problem->receive, origin), packet);
        location->arrived = l->arrival[token_index(l, origin, packet)];
        if (location->arrived == CT_NOBODY && origin != l->schedule->rank) {
            return ct_raise(CT_ERROR_INTERNAL, "step %d sends a block that is not here", step + 1);
        }
    }
    location->bytes = ct_parts_elements(&location->parts) * l->problem->send.element_bytes;
    return CT_OK;
}

static ct_status staying_received(const ct_lowering *l, int step, const ct_move *move, int origin,
                                  int packet, ct_location *location) {
    int *arrival = &l->arrival[token_index(l, origin, packet)];
    int is_here = *arrival != CT_NOBODY || origin == l->schedule->rank;
    if (is_here && !l->problem->pattern.repeats) {
        return ct_raise(CT_ERROR_INTERNAL, "step %d brings a block that is here already", step + 1);
    }
    location->parts = packet_of(l, ct_blocks_at(&l->problem->receive, origin), packet);
    location->bytes = ct_parts_elements(&location->parts) * l->problem->receive.element_bytes;
    location->is_whole = origin == move->receive_from;
    if (is_here) { /* the first copy may be being forwarded */
        location->stays = 1;
        location->parts = single(ct_block_contiguous(0, 0, 1));
    } else {
        *arrival = step;
    }
    return CT_OK;
}

ct_status ct_location_sent(ct_lowering *l, int step, const ct_move *move, int origin, int second,
                           ct_location *location) {
    *location = (ct_location){.memory = CT_SEND_ARRAY, .elements = as_they_are(l), .arrived = -1};
    return l->arrival == NULL ? moving_sent(l, step, move, origin, second, location)
                              : staying_sent(l, step, move, origin, second, location);
}

ct_status ct_location_received(ct_lowering *l, int step, const ct_move *move, int origin,
                               int second, ptrdiff_t in_message, ct_reservation *reserved,
                               ct_location *location) {
    *location = (ct_location){.memory = CT_RECEIVE_ARRAY, .elements = as_they_are(l)};
    return l->arrival == NULL
               ? moving_received(l, step, move, origin, second, in_message, reserved, location)
               : staying_received(l, step, move, origin, second, location);
}

ct_parts ct_location_at_sender(const ct_lowering *l, int channel, int second,
                               const ct_location *location) {
    const ct_parts *whole = &l->problem->peer_blocks[channel];
    if (location->stays) { /* it is not in scratch */
        return location->parts;
    }
    return l->arrival == NULL ? *whole : packet_of(l, *ct_parts_at(whole, 0), second);
}
