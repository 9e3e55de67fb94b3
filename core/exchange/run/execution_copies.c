#include "exchange/run/execution_copies.h"

#include "exchange/run/simulated.h"
#include "kernels/buffered/relay.h"

#include <string.h>

/* Copies the bytes from .. to-1 of a message, all or part of a copy, between their memory and
 * `message`, the address of its byte 0. */
static void copy_part(const ct_lowered *lowered, const ct_copy *copy, int packs, char *memory,
                      ptrdiff_t from, ptrdiff_t to, char *message) {
    const ptrdiff_t skipped = from - copy->in_message;
    if (copy->strided == CT_NOBODY && copy->bytes == copy->unit_bytes &&
        copy->bytes < CT_STREAM_FROM_BYTES) {
        char *place = memory + copy->offset + skipped;
        memcpy(packs ? message + from : place, packs ? place : message + from, (size_t)(to - from));
        return;
    }
    ct_strided units;
    const ct_strided *strided = ct_copy_strided(lowered, copy, packs, &units);
    if (to - from == copy->bytes) {
        ct_strided_copy(strided, packs ? memory : message, packs ? message : memory);
    } else if (packs) {
        ct_strided_pack_part(strided, skipped, to - from, memory, message + from);
    } else {
        ct_strided_unpack_part(strided, skipped, to - from, message + from, memory);
    }
}

void ct_copy_piece(const ct_execution *run, const ct_transfer *transfer, int packs, ptrdiff_t first,
                   ptrdiff_t bytes, char *piece, int *next) {
    const ct_copy *copies = run->lowered->copies + transfer->first_copy;
    const ptrdiff_t end = first + bytes;
    for (; *next < transfer->copies && copies[*next].in_message < end; ++*next) {
        const ct_copy *copy = &copies[*next];
        ptrdiff_t from = copy->in_message > first ? copy->in_message : first;
        ptrdiff_t copy_end = copy->in_message + copy->bytes;
        ptrdiff_t to = copy_end < end ? copy_end : end;
        copy_part(run->lowered, copy, packs, run->memory[copy->memory], from, to, piece - first);
        ct_work_done(CT_WORK_COPY, to - from);
        if (copy_end > end) {
            return;
        }
    }
}

/* What is done to tiles. */
typedef enum tile_half { TAKE, PUT_THROUGH_CACHE, PUT_PAST_CACHE } tile_half;

/* Copies tiles of one copy while they fit; `array` is NULL on a rank that has none. Returns their
 * bytes in the source; *used are those taken in the slot so far. */
static ptrdiff_t copy_tiles_of(const ct_strided *copy, ptrdiff_t most_bytes, tile_half half,
                               char *array, char *slot, ptrdiff_t *used, ct_copy_place *next) {
    const ct_relay_cut cut = ct_relay_cut_of(copy, ct_relay_tile_most_bytes(most_bytes));
    ptrdiff_t bytes = 0;
    for (; next->tile < cut.count; next->tile++) {
        ct_strided tile = ct_relay_tile(copy, &cut, next->tile);
        const ptrdiff_t takes = ct_relay_slot_bytes(&tile);
        if (*used + takes > most_bytes) {
            return bytes;
        }
        if (half != TAKE) {
            tile.streams = half == PUT_PAST_CACHE;
            ct_relay_put(&tile, array, slot + *used);
        } else if (array != NULL) {
            ct_relay_take(&tile, slot + *used, array);
        }
        *used += takes;
        bytes += ct_strided_bytes(&tile);
    }
    *next = (ct_copy_place){.copy = next->copy + 1};
    return bytes;
}

/* Copies tiles while they fit. Returns their bytes in the message, of those left. */
static ptrdiff_t copy_tiles(const ct_execution *run, const ct_transfer *transfer, tile_half half,
                            const ct_ring *ring, ptrdiff_t left_bytes, char *slot,
                            ct_copy_place *next) {
    const ct_block_copy *copies = run->lowered->direct_copies.list + transfer->direct;
    char *array = run->memory[half == TAKE ? CT_RECEIVE_ARRAY : CT_SEND_ARRAY];
    ptrdiff_t used = 0;
    ptrdiff_t bytes = 0;
    int is_full = 0;
    while (!is_full && next->copy < transfer->direct_copies) {
        const int copy = next->copy;
        bytes +=
            copy_tiles_of(&copies[copy].first, ring->tile_bytes, half, array, slot, &used, next);
        is_full = next->copy == copy;
    }
    ct_work_done(CT_WORK_COPY, bytes);
    /* A message may end with less than an element, if those are narrow. */
    return next->copy == transfer->direct_copies ? left_bytes
                                                 : bytes * transfer->bytes / transfer->direct_bytes;
}

ptrdiff_t ct_send_tiles(const ct_execution *run, const ct_transfer *transfer, ct_ring *ring,
                        ptrdiff_t left_bytes, ct_copy_place *next) {
    ct_way timed = CT_WAYS;
    const ct_way way = ct_way_choose(&ring->ways, ring->takes, CT_CHANNEL_SLOTS, &timed);
    const ct_way_timing timing = ct_way_begin(&ring->ways.puts, timed);
    const ptrdiff_t bytes =
        copy_tiles(run, transfer, way == CT_PAST_CACHE ? PUT_PAST_CACHE : PUT_THROUGH_CACHE, ring,
                   left_bytes, ct_ring_next_tiles(ring), next);
    ct_way_end(&timing, bytes);
    ct_ring_post(ring, CT_SLOT_TILES, timed);
    return bytes;
}

ptrdiff_t ct_receive_tiles(const ct_execution *run, const ct_transfer *transfer, ct_ring *ring,
                           ptrdiff_t left_bytes, const ct_slot *slot, ct_copy_place *next) {
    const int is_taken = run->memory[CT_RECEIVE_ARRAY] != NULL;
    const ct_way_timing timing =
        ct_way_begin(ring->takes, is_taken ? (ct_way)slot->offset : CT_WAYS);
    const ptrdiff_t bytes = copy_tiles(run, transfer, TAKE, ring, left_bytes,
                                       (char *)ct_slot_tiles(slot), next); /* only read */
    ct_way_end(&timing, bytes);
    return bytes;
}

ptrdiff_t ct_piece_bytes(const ct_execution *run, const ct_ring *ring, ptrdiff_t left_bytes) {
    ptrdiff_t most = ring->piece_bytes - ring->piece_bytes % run->lowered->element_bytes;
    return left_bytes < most ? left_bytes : most;
}
