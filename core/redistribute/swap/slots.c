#include "redistribute/swap/slots.h"

#include "base/mpi.h"
#include "kernels/strided.h"
#include "node/context.h"
#include "redistribute/swap/memory.h"

#include <stdatomic.h>
#include <stdint.h>

/* Rows of at least so many bytes are an odd number of lines apart in a slot, which spreads columns
 * over the sets of a cache. */
enum { SPREAD_BYTES = 512 };

/* Where the tile's elements are in a slot: in the order of the sender's array. */
static ct_block in_slot(const ct_block *tile, ptrdiff_t element_bytes) {
    ct_block block = *tile;
    ptrdiff_t next = element_bytes;
    block.offset = 0;
    for (int a = block.axes - 1; a >= 0; a--) {
        block.stride[a] = next;
        next *= block.count[a];
        if (a == block.axes - 1 && next >= SPREAD_BYTES) {
            next = ((next + CT_LINE_BYTES - 1) / CT_LINE_BYTES | 1) * CT_LINE_BYTES;
        }
    }
    return block;
}

static void put(const ct_swapped *s, ptrdiff_t index, const int *order, void *slot) {
    const ct_block mine = ct_swapped_tile(s, &s->my_block, index);
    const ct_block tile = ct_block_reordered(&mine, order);
    const ct_block there = in_slot(&tile, ct_swapped_element_bytes(s));
    ct_strided rows;
    (void)ct_strided_prepare(&tile, &there, ct_swapped_element_bytes(s), &rows); /* line up */
    rows.conversion = s->swap->conversion;
    rows.streams = s->swap->streams;
    ct_strided_copy(&rows, s->mine, slot);
}

static void take(const ct_swapped *s, ptrdiff_t index, const int *order, const void *slot) {
    const ct_block theirs = ct_swapped_tile(s, &s->their_block, index);
    const ct_block mine = ct_swapped_tile(s, &s->my_block, index);
    const ct_block sent = ct_block_reordered(&theirs, order);
    const ct_block there = in_slot(&sent, ct_swapped_element_bytes(s));
    const ct_block tile = ct_block_reordered(&mine, order);
    ct_strided transposed;
    (void)ct_strided_prepare(&there, &tile, ct_swapped_element_bytes(s), &transposed);
    ct_strided_copy(&transposed, slot, s->mine);
}

ct_status ct_swap_by_slots(ct_swapped *s, void *theirs, uint64_t their_passed) {
    const ct_swap *swap = s->swap;
    const ct_context *context = swap->context;
    ct_swap_counters *mine = swap->memory;
    const ct_swap_counters *others = theirs;
    const uint64_t my_passed = ct_swap_passed(mine);
    int my_order[CT_BLOCK_AXES];
    int their_order[CT_BLOCK_AXES];
    ct_block_memory_order(&s->my_block, my_order);
    ct_block_memory_order(&s->their_block, their_order);
    ct_status status = CT_OK;
    ct_swapped_cut(s);
    const uint64_t count = (uint64_t)s->tile_count;
    for (uint64_t i = 0; i < count + CT_SWAP_SLOTS - 1; i++) {
        if (i < count) {
            if (i >= CT_SWAP_SLOTS) {
                CT_TRY(ct_context_await(context, &others->emptied,
                                        their_passed + i - CT_SWAP_SLOTS + 1));
            }
            put(s, (ptrdiff_t)i, my_order, ct_swap_slot(swap, mine, i));
            atomic_store_explicit(&mine->filled, my_passed + i + 1, memory_order_release);
        }
        if (i >= CT_SWAP_SLOTS - 1) {
            const uint64_t j = i - (CT_SWAP_SLOTS - 1);
            CT_TRY(ct_context_await(context, &others->filled, their_passed + j + 1));
            take(s, (ptrdiff_t)j, their_order, ct_swap_slot(swap, theirs, j));
            atomic_store_explicit(&mine->emptied, my_passed + j + 1, memory_order_release);
        }
    }
    /* slots are free for the next rank */
    CT_TRY(ct_context_await(context, &others->emptied, their_passed + count));
cleanup:
    return status;
}
