#include "io/array/chunks/tiles.h"
#include "base/arithmetic/extremes.h"

#include <string.h>

ptrdiff_t ct_tiles_elements(const ct_tiles *tiles) {
    ptrdiff_t elements = 1;
    for (int a = 0; a < tiles->axes; a++) {
        elements *= tiles->tile[a];
    }
    return elements;
}

ct_tiles ct_tiles_make(int axes, const ptrdiff_t *extent, const ptrdiff_t *chunk,
                       const ct_box *range, ptrdiff_t most_elements) {
    ct_tiles tiles = {.axes = axes, .total = ct_box_elements(range) > 0};
    bool joins = true;
    memcpy(tiles.extent, extent, (size_t)axes * sizeof *extent);
    memcpy(tiles.tile, chunk, (size_t)axes * sizeof *chunk);
    for (int a = axes - 1; a >= 0 && tiles.total > 0; a--) {
        tiles.base[a] = range->first[a] / chunk[a] * chunk[a];
        const ptrdiff_t positions = range->first[a] + range->count[a] - tiles.base[a];
        const ptrdiff_t chunks = (positions + chunk[a] - 1) / chunk[a];
        const ptrdiff_t fit =
            joins ? ct_least(ct_most(most_elements / ct_tiles_elements(&tiles), 1), chunks) : 1;
        joins = joins && fit == chunks;
        tiles.tile[a] *= fit;
        tiles.count[a] = (chunks + fit - 1) / fit;
        tiles.total *= tiles.count[a];
    }
    return tiles;
}

ct_box ct_tiles_at(const ct_tiles *tiles, ptrdiff_t index) {
    ct_box box = {.axes = tiles->axes};
    for (int a = tiles->axes - 1; a >= 0; a--) {
        box.first[a] = tiles->base[a] + index % tiles->count[a] * tiles->tile[a];
        box.count[a] = ct_least(tiles->tile[a], tiles->extent[a] - box.first[a]);
        index /= tiles->count[a];
    }
    return box;
}

ct_box ct_box_shared(const ct_box *a, const ct_box *b) {
    ct_box shared = {.axes = a->axes};
    for (int i = 0; i < a->axes; i++) {
        const ptrdiff_t end = ct_least(a->first[i] + a->count[i], b->first[i] + b->count[i]);
        shared.first[i] = ct_most(a->first[i], b->first[i]);
        shared.count[i] = ct_most(end - shared.first[i], 0);
    }
    return shared;
}

ct_box ct_box_around(const ct_box *a, const ct_box *b) {
    ct_box around = {.axes = a->axes};
    if (ct_box_elements(a) == 0 || ct_box_elements(b) == 0) {
        return ct_box_elements(a) == 0 ? *b : *a;
    }
    for (int i = 0; i < a->axes; i++) {
        const ptrdiff_t end = ct_most(a->first[i] + a->count[i], b->first[i] + b->count[i]);
        around.first[i] = ct_least(a->first[i], b->first[i]);
        around.count[i] = end - around.first[i];
    }
    return around;
}

/* Offset of a position in the array of a box. */
static ptrdiff_t offset_in(const ct_box *box, const ptrdiff_t *position) {
    ptrdiff_t offset = 0;
    for (int a = 0; a < box->axes; a++) {
        offset = offset * box->count[a] + position[a] - box->first[a];
    }
    return offset;
}

void ct_box_copy(const ct_box *part, ptrdiff_t element_bytes, const ct_box *from_box,
                 const char *from, const ct_box *into_box, char *into) {
    const int last = part->axes - 1;
    const ptrdiff_t rows = part->count[last] > 0 ? ct_box_elements(part) / part->count[last] : 0;
    for (ptrdiff_t row = 0; row < rows; row++) {
        ptrdiff_t at[CT_MAX_AXES];
        ptrdiff_t rest = row;
        at[last] = part->first[last];
        for (int a = last - 1; a >= 0; a--) {
            at[a] = part->first[a] + rest % part->count[a];
            rest /= part->count[a];
        }
        memcpy(into + offset_in(into_box, at) * element_bytes,
               from + offset_in(from_box, at) * element_bytes,
               (size_t)(part->count[last] * element_bytes));
    }
}
