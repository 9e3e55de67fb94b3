#include "exchange/staging/tiles.h"

#include "base/arithmetic/extremes.h"
#include "exchange/plan.h"
#include "kernels/buffered/relay.h"

/* Smaller blocks are one piece. Of larger ones only transposed ones go by tiles, and these up to
 * such units: where cores share a cache, pieces are faster (8 MiB in rows of 1 KiB, two ranks: 2.4
 * to 3.1 ms and by tiles 4.0 to 4.7; where they do not, 8.8 to 13.9 and 3.6 to 3.9). */
enum { LEAST_BYTES = 16384, MOST_BYTES = 2097152, TURNED_UNIT_BYTES = 512 };

/* Rows in several blocks go by tiles if these have so many bytes on average: pieces have several
 * blocks, tiles one. Ghosts along all axes, of which two ranks exchange faces with their edges and
 * corners (64^3 floats, 2 KiB a block), take 17 us by pieces and 21 by tiles. */
enum { MEAN_LEAST_BYTES = 8192 };

/* Longer units are read by the kernel, if they are most of a message. Slots have room for one. */
enum { UNIT_MOST_BYTES = 16384 };
_Static_assert((int)UNIT_MOST_BYTES <= (int)LEAST_BYTES, "slots have room for a unit");

/* Of a transposed block a tile has rows of a page in the target and of a quarter of one in the
 * source; of others any has whole rows at both ends, and slots are made sooner the smaller they
 * are. All tiles in slots of a rank are at most such a part of its array. */
enum { TURNED_TILE_BYTES = 524288, ROWS_TILE_BYTES = 65536, SLOTS_PART = 12 };

static int rows_pay(ptrdiff_t bytes, ptrdiff_t blocks) {
    return bytes >= LEAST_BYTES && bytes <= MOST_BYTES && bytes / blocks >= MEAN_LEAST_BYTES;
}

/* Whether elements that follow each other in the message lie apart in the array, as in columns. */
static int is_turned(const ct_block *block, ptrdiff_t element_bytes) {
    const int last = block->axes - 1;
    return last >= 0 && block->count[last] > 1 && block->stride[last] != element_bytes;
}

/* Bytes of a tile for all blocks to, or from, a rank; 0: none goes by tiles. */
static ptrdiff_t tile_bytes(const ct_blocks *blocks, int peer) {
    const ct_parts parts = ct_blocks_parts(blocks, peer);
    const ptrdiff_t bytes = ct_parts_elements(&parts) * blocks->element_bytes;
    ptrdiff_t most = 0;
    for (ptrdiff_t i = 0; i < parts.count && bytes >= LEAST_BYTES; i++) {
        const ct_block *block = ct_parts_at(&parts, i);
        if (is_turned(block, blocks->element_bytes)) {
            return TURNED_TILE_BYTES;
        }
        if (rows_pay(bytes, parts.count) && !ct_block_is_contiguous(block, blocks->element_bytes)) {
            most = ROWS_TILE_BYTES;
        }
    }
    return most;
}

ptrdiff_t ct_tiles_wanted(const ct_exchange_plan *plan) {
    const ct_context *context = ct_exchange_context(plan);
    const ptrdiff_t peers = context->node_size - 1;
    ptrdiff_t most = 0;
    if (peers < 1 || plan->movement != CT_EXCHANGE ||
        plan->staging.packs != NULL) { /* which others reach */
        return 0;
    }
    for (int k = 0; k < context->node_size; k++) {
        const int peer = context->node_ranks[k];
        if (peer != plan->rank) {
            most = ct_most(most, tile_bytes(&plan->send, peer));
            most = ct_most(most, tile_bytes(&plan->receive, peer));
        }
    }
    const ptrdiff_t part = plan->send_end / SLOTS_PART / CT_CHANNEL_SLOTS / peers;
    return most == 0 ? 0 : ct_relay_slot_most_bytes(ct_most(LEAST_BYTES, ct_least(part, most)));
}

int ct_tiles_pay(const ct_block_copies *copies, int first) {
    ptrdiff_t unit = 0;
    ptrdiff_t bytes = 0;
    int turned = 0;
    for (int i = first; i < copies->count; i++) {
        const ct_strided *copy = &copies->list[i].first;
        if (!copies->list[i].lines_up) {
            return 0;
        }
        turned = turned || ct_strided_fastest(copy->axes, copy->from) !=
                               ct_strided_fastest(copy->axes, copy->into);
        unit = ct_most(unit, copy->unit_bytes);
        bytes += ct_strided_bytes(copy);
    }
    return (turned && unit <= TURNED_UNIT_BYTES && bytes >= LEAST_BYTES) ||
           (unit < UNIT_MOST_BYTES && rows_pay(bytes, copies->count - first));
}
