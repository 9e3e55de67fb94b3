#include "exchange/staging/tiles.h"

#include "exchange/plan.h"
#include "kernels/buffered/relay.h"

/* Smaller blocks are one piece. */
enum { LEAST_BYTES = 16384 };

/* Rows of a page in the target and of a quarter of one in the source. All tiles in slots of a rank
 * are at most such a part of its array. */
enum { TILE_BYTES = 524288, SLOTS_PART = 12 };

/* Longer units are copied by pieces as fast. */
enum { UNIT_MOST_BYTES = 512 };

/* Whether blocks to, or from, a rank are not small, and elements that follow each other in the
 * message lie apart in the array, as in columns. */
static int is_turned(const ct_blocks *blocks, int peer) {
    const ct_parts parts = ct_blocks_parts(blocks, peer);
    const int is_small = ct_parts_elements(&parts) * blocks->element_bytes < LEAST_BYTES;
    int turned = 0;
    for (ptrdiff_t i = 0; i < parts.count && !is_small && !turned; i++) {
        const ct_block *block = ct_parts_at(&parts, i);
        const int last = block->axes - 1;
        turned =
            last >= 0 && block->count[last] > 1 && block->stride[last] != blocks->element_bytes;
    }
    return turned;
}

ptrdiff_t ct_tiles_wanted(const ct_exchange_plan *plan) {
    const ct_context *context = ct_exchange_context(plan);
    const ptrdiff_t peers = context->node_size - 1;
    int wanted = 0;
    if (peers < 1 || plan->movement != CT_EXCHANGE ||
        plan->staging.packs != NULL) { /* which others reach */
        return 0;
    }
    for (int k = 0; k < context->node_size && !wanted; k++) {
        const int peer = context->node_ranks[k];
        wanted =
            peer != plan->rank && (is_turned(&plan->send, peer) || is_turned(&plan->receive, peer));
    }
    const ptrdiff_t part = plan->send_end / SLOTS_PART / CT_CHANNEL_SLOTS / peers;
    const ptrdiff_t tile = part < LEAST_BYTES ? LEAST_BYTES : part > TILE_BYTES ? TILE_BYTES : part;
    return wanted ? ct_relay_slot_most_bytes(tile) : 0;
}

int ct_tiles_pay(const ct_block_copies *copies, int first) {
    int turned = 0;
    for (int i = first; i < copies->count; i++) {
        const ct_strided *copy = &copies->list[i].first;
        if (!copies->list[i].lines_up || copy->unit_bytes > UNIT_MOST_BYTES) {
            return 0;
        }
        turned = turned || ct_strided_fastest(copy->axes, copy->from) !=
                               ct_strided_fastest(copy->axes, copy->into);
    }
    return turned;
}
