#include "redistribute/swap/slots.h"

#include "base/mpi.h"
#include "kernels/buffered/relay.h"
#include "node/context.h"
#include "redistribute/swap/memory.h"

#include <stdatomic.h>
#include <stdint.h>

/* The copy of a tile of one rank's array to its place in the other's. */
static ct_strided across(const ct_swapped *s, const ct_block *from, const ct_block *into,
                         ptrdiff_t index) {
    const ct_block source = ct_swapped_tile(s, from, index);
    const ct_block target = ct_swapped_tile(s, into, index);
    ct_strided copy;
    (void)ct_strided_prepare(&source, &target, ct_swapped_element_bytes(s), &copy); /* line up */
    copy.conversion = s->swap->conversion;
    return copy;
}

ct_status ct_swap_by_slots(ct_swapped *s, void *theirs, uint64_t their_passed) {
    const ct_swap *swap = s->swap;
    const ct_context *context = swap->context;
    ct_swap_counters *mine = swap->memory;
    const ct_swap_counters *others = theirs;
    const uint64_t my_passed = ct_swap_passed(mine);
    ct_status status = CT_OK;
    ct_swapped_cut(s);
    const uint64_t count = (uint64_t)s->tile_count;
    for (uint64_t i = 0; i < count + CT_SWAP_SLOTS - 1; i++) {
        if (i < count) {
            if (i >= CT_SWAP_SLOTS) {
                CT_TRY(ct_context_await(context, &others->emptied,
                                        their_passed + i - CT_SWAP_SLOTS + 1));
            }
            ct_strided sent = across(s, &s->my_block, &s->their_block, (ptrdiff_t)i);
            sent.streams = swap->streams;
            ct_relay_put(&sent, s->mine, ct_swap_slot(swap, mine, i));
            atomic_store_explicit(&mine->filled, my_passed + i + 1, memory_order_release);
        }
        if (i >= CT_SWAP_SLOTS - 1) {
            const uint64_t j = i - (CT_SWAP_SLOTS - 1);
            CT_TRY(ct_context_await(context, &others->filled, their_passed + j + 1));
            const ct_strided taken = across(s, &s->their_block, &s->my_block, (ptrdiff_t)j);
            ct_relay_take(&taken, ct_swap_slot(swap, theirs, j), s->mine);
            atomic_store_explicit(&mine->emptied, my_passed + j + 1, memory_order_release);
        }
    }
    /* slots are free for the next rank */
    CT_TRY(ct_context_await(context, &others->emptied, their_passed + count));
cleanup:
    return status;
}
