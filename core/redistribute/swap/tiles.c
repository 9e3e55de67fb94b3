/* Tiles of two blocks that are to be swapped. */
#include "redistribute/swap/tiles.h"

#include "base/arithmetic/extremes.h"
#include "kernels/strided.h"
#include "redistribute/swap/memory.h"

#include <math.h>

/* Edges of tiles are whole lines of the cache: of 4-byte elements, so of all larger ones too. */
enum { LINE_ELEMENTS = 16 };

/* Axes that change places get the same edge, where they are as long, so that a tile on the diagonal
 * is its own counterpart; the fastest axes come first. */
void ct_swapped_cut(ct_swapped *s) {
    const ct_block *block = &s->my_block;
    ptrdiff_t left = s->swap->tile_bytes / ct_swapped_element_bytes(s);
    left = left < 1 ? 1 : left;
    s->tile_count = 1;
    for (int a = 0; a < block->axes; a++) {
        s->edge[a] = 1;
    }
    for (int a = block->axes - 1; a >= 0; a--) {
        const int b = s->partner[a];
        if (b == a) {
            s->edge[a] = ct_least(block->count[a], left);
        } else if (b < a) {
            ptrdiff_t square = (ptrdiff_t)sqrt((double)left);
            square -= square > LINE_ELEMENTS ? square % LINE_ELEMENTS : 0;
            s->edge[a] = ct_least(block->count[a], square);
            s->edge[b] =
                ct_least(block->count[b], s->edge[a] < square ? left / s->edge[a] : square);
        } else {
            continue; /* done with its partner */
        }
        left /= s->edge[a] * (b < a ? s->edge[b] : 1);
    }
    for (int a = 0; a < block->axes; a++) {
        s->tiles[a] = (block->count[a] + s->edge[a] - 1) / s->edge[a];
        s->tile_count *= s->tiles[a];
    }
}

/* The tile's place among the tiles along each axis. */
static void find_tile(const ct_swapped *s, ptrdiff_t index, ptrdiff_t at[CT_BLOCK_AXES]) {
    for (int a = s->my_block.axes - 1; a >= 0; a--) {
        at[a] = index % s->tiles[a];
        index /= s->tiles[a];
    }
}

ct_block ct_swapped_tile(const ct_swapped *s, const ct_block *block, ptrdiff_t index) {
    ptrdiff_t at[CT_BLOCK_AXES];
    ct_block tile = *block;
    find_tile(s, index, at);
    for (int a = 0; a < block->axes; a++) {
        // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): blocks have alike axes
        tile.offset += at[a] * s->edge[a] * block->stride[a];
        tile.count[a] = ct_least(s->edge[a], block->count[a] - at[a] * s->edge[a]);
    }
    return tile;
}

ptrdiff_t ct_swapped_gather(const ct_swapped *s, const ct_block *tile, void *buffer) {
    const ct_conversion *conversion = s->swap->conversion;
    const ct_strided pack = conversion != NULL
                                ? ct_strided_pack_conversion(tile, 0, conversion)
                                : ct_strided_pack(tile, 0, ct_swapped_element_bytes(s));
    ct_strided_copy(&pack, s->mine, buffer);
    return ct_strided_bytes(&pack);
}

void ct_swapped_scatter(const ct_swapped *s, const void *buffer, const ct_block *tile,
                        char *array) {
    const ct_strided unpack = ct_strided_unpack(0, tile, ct_swapped_element_bytes(s));
    ct_strided_copy(&unpack, buffer, array);
}

void ct_swapped_swap(const ct_swapped *s, ptrdiff_t index) {
    const ct_block mine = ct_swapped_tile(s, &s->my_block, index);
    const ct_block theirs = ct_swapped_tile(s, &s->their_block, index);
    void *buffer = ct_swap_slot(s->swap, s->swap->memory, 0);
    ct_strided across;
    /* They have the same axes, which always line up. */
    (void)ct_strided_prepare(&theirs, &mine, ct_swapped_element_bytes(s), &across);
    across.conversion = s->swap->conversion;
    if (ct_strided_swap(&across, s->theirs, s->mine)) {
        return;
    }
    (void)ct_swapped_gather(s, &mine, buffer);
    ct_strided_copy(&across, s->theirs, s->mine);
    ct_swapped_scatter(s, buffer, &theirs, s->theirs);
}

void ct_swapped_swap_own(ct_swapped *s) {
    void *buffer = ct_swap_slot(s->swap, s->swap->memory, 0);
    ct_swapped_cut(s);
    for (ptrdiff_t index = 0; index < s->tile_count; index++) {
        ptrdiff_t at[CT_BLOCK_AXES] = {0};
        ptrdiff_t image = 0;
        find_tile(s, index, at);
        for (int a = 0; a < s->my_block.axes; a++) {
            image = image * s->tiles[a] + at[s->partner[a]];
        }
        if (image > index) {
            ct_swapped_swap(s, index);
        } else if (image == index) {
            const ct_block tile = ct_swapped_tile(s, &s->my_block, index);
            const ct_block transposed = ct_swapped_tile(s, &s->their_block, index);
            (void)ct_swapped_gather(s, &tile, buffer);
            ct_swapped_scatter(s, buffer, &transposed, s->mine);
        }
    }
}
