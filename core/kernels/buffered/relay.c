#include "kernels/buffered/relay.h"

#include "base/arithmetic/extremes.h"
#include "kernels/cache.h"

#include <math.h>

/* Edges of tiles are whole lines of the cache: of 4-byte units, so of all larger ones too. */
enum { LINE_UNITS = 16 };

/* Rows of at least so many bytes are an odd number of lines apart in a slot, which spreads columns
 * over the sets of a cache. */
enum { SPREAD_BYTES = 512 };

/* At least 1. */
static ptrdiff_t whole_lines(ptrdiff_t units) {
    return units > LINE_UNITS ? units - units % LINE_UNITS : units < 1 ? 1 : units;
}

/* The axes in the order of the source, fastest first. */
static void source_order(const ct_strided *copy, int order[CT_STRIDED_AXES]) {
    for (int a = 0; a < copy->axes; a++) {
        int place = a;
        for (; place > 0 && copy->from[order[place - 1]] > copy->from[a]; place--) {
            order[place] = order[place - 1];
        }
        order[place] = a;
    }
}

/* Rows of the target are so many times as long in a tile as those of the source: they are written
 * past the cache, which wants whole pages, while reading wants a few lines (4096 x 4096 doubles by
 * tiles of 512 KiB: 11 ms, square ones 13). */
enum { ASPECT = 4 };

/* What the fastest axes of both ends leave of a tile the others have, in the order of the source.
 */
ct_relay_cut ct_relay_cut_of(const ct_strided *copy, ptrdiff_t most_bytes) {
    const int row = ct_strided_fastest(copy->axes, copy->from);
    const int column = ct_strided_fastest(copy->axes, copy->into);
    int order[CT_STRIDED_AXES];
    ptrdiff_t left = copy->unit_bytes > 0 ? most_bytes / copy->unit_bytes : 1;
    ct_relay_cut cut = {.count = 1};
    source_order(copy, order);
    for (int a = 0; a < copy->axes; a++) {
        cut.edge[a] = 1;
    }
    if (row != column) {
        const ptrdiff_t long_edge = whole_lines((ptrdiff_t)sqrt((double)(ASPECT * left)));
        cut.edge[column] = ct_least(copy->count[column], long_edge);
        cut.edge[row] = ct_least(copy->count[row], whole_lines(left / cut.edge[column]));
        cut.edge[column] = ct_least(copy->count[column], whole_lines(left / cut.edge[row]));
        left /= cut.edge[row] * cut.edge[column];
    }
    for (int k = 0; k < copy->axes; k++) {
        const int a = order[k];
        if (row == column || (a != row && a != column)) {
            cut.edge[a] = left > 1 ? ct_least(copy->count[a], left) : 1;
            left /= cut.edge[a];
        }
        cut.tiles[a] = (copy->count[a] + cut.edge[a] - 1) / cut.edge[a];
        cut.count *= cut.tiles[a];
    }
    return cut;
}

ct_strided ct_relay_tile(const ct_strided *copy, const ct_relay_cut *cut, ptrdiff_t index) {
    ct_strided tile = *copy;
    for (int a = copy->axes - 1; a >= 0; a--) {
        const ptrdiff_t first = index % cut->tiles[a] * cut->edge[a];
        index /= cut->tiles[a];
        tile.count[a] = ct_least(cut->edge[a], copy->count[a] - first);
        tile.from_offset += first * copy->from[a];
        tile.into_offset += first * copy->into[a];
    }
    return tile;
}

/* One half of the copy of a tile: from its source to the slot, or from there to its target. Returns
 * the bytes that it takes in the slot. */
static ptrdiff_t halve(const ct_strided *tile, int puts, ct_strided *half) {
    int order[CT_STRIDED_AXES];
    ptrdiff_t next = tile->unit_bytes;
    ptrdiff_t end = tile->unit_bytes;
    source_order(tile, order);
    *half = (ct_strided){.unit_bytes = tile->unit_bytes,
                         .from_offset = puts ? tile->from_offset : 0,
                         .into_offset = puts ? 0 : tile->into_offset,
                         .streams = tile->streams,
                         .conversion = puts ? NULL : tile->conversion};
    for (int k = 0; k < tile->axes; k++) {
        const int a = order[k];
        ct_strided_append(half, tile->count[a], puts ? tile->from[a] : next,
                          puts ? next : tile->into[a]);
        end += (tile->count[a] - 1) * next;
        next *= tile->count[a];
        if (k == 0 && next >= SPREAD_BYTES) {
            next = ct_in_odd_lines(next);
        }
    }
    ct_strided_reverse(half);
    return end;
}

ptrdiff_t ct_relay_slot_bytes(const ct_strided *tile) {
    ct_strided half;
    return ct_in_lines(halve(tile, 1, &half));
}

/* Gaps are at most a quarter of what rows have. */
ptrdiff_t ct_relay_slot_most_bytes(ptrdiff_t tile_bytes) {
    return ct_in_lines(tile_bytes + tile_bytes / 4);
}

ptrdiff_t ct_relay_tile_most_bytes(ptrdiff_t slot_bytes) {
    return slot_bytes / 5 * 4;
}

void ct_relay_put(const ct_strided *tile, const void *from, void *slot) {
    ct_strided half;
    (void)halve(tile, 1, &half);
    ct_strided_copy(&half, from, slot);
}

void ct_relay_take(const ct_strided *tile, const void *slot, void *into) {
    ct_strided half;
    (void)halve(tile, 0, &half);
    ct_strided_copy(&half, slot, into);
}
