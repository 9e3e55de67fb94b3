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

/* Copies tiles of one copy while they fit. Returns their bytes in the source; *used are those taken
 * in the slot so far. Slots are written past the cache: from a cache that two cores do not share,
 * lines come slower than from memory (1024 x 1024 doubles on two ranks 0.55 ms; through the caches
 * 0.40 where they share one, and 1.7). */
static ptrdiff_t copy_tiles(const ct_strided *copy, ptrdiff_t most_bytes, int puts, char *array,
                            char *slot, ptrdiff_t *used, ct_copy_place *next) {
    const ct_relay_cut cut = ct_relay_cut_of(copy, ct_relay_tile_most_bytes(most_bytes));
    ptrdiff_t bytes = 0;
    for (; next->tile < cut.count; next->tile++) {
        ct_strided tile = ct_relay_tile(copy, &cut, next->tile);
        const ptrdiff_t takes = ct_relay_slot_bytes(&tile);
        if (*used + takes > most_bytes) {
            return bytes;
        }
        tile.streams = puts || tile.streams;
        if (puts) {
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

ptrdiff_t ct_copy_tiles(const ct_execution *run, const ct_transfer *transfer, int puts,
                        const ct_ring *ring, ptrdiff_t left_bytes, void *slot,
                        ct_copy_place *next) {
    const ct_block_copy *copies = run->lowered->direct_copies.list + transfer->direct;
    char *array = run->memory[puts ? CT_SEND_ARRAY : CT_RECEIVE_ARRAY];
    ptrdiff_t used = 0;
    ptrdiff_t bytes = 0;
    int is_full = 0;
    while (!is_full && next->copy < transfer->direct_copies) {
        const int copy = next->copy;
        bytes += copy_tiles(&copies[copy].first, ring->tile_bytes, puts, array, slot, &used, next);
        is_full = next->copy == copy;
    }
    ct_work_done(CT_WORK_COPY, bytes);
    /* A message may end with less than an element, if those are narrow. */
    return next->copy == transfer->direct_copies ? left_bytes
                                                 : bytes * transfer->bytes / transfer->direct_bytes;
}

ptrdiff_t ct_piece_bytes(const ct_execution *run, const ct_ring *ring, ptrdiff_t left_bytes) {
    ptrdiff_t most = ring->piece_bytes - ring->piece_bytes % run->lowered->element_bytes;
    return left_bytes < most ? left_bytes : most;
}
