#include "redistribute/box.h"
#include "base/arithmetic/extremes.h"

ptrdiff_t ct_box_elements(const ct_box *box) {
    ptrdiff_t elements = 1;
    for (int axis = 0; axis < box->axes; axis++) {
        elements *= box->count[axis];
    }
    return elements;
}

ptrdiff_t ct_block_first(ptrdiff_t extent, int parts, int index) {
    return index * (extent / parts) + ct_least(index, extent % parts);
}

ptrdiff_t ct_block_count(ptrdiff_t extent, int parts, int index) {
    return extent / parts + (index < extent % parts ? 1 : 0);
}

ct_box ct_slab(int axes, const ptrdiff_t *extent, int axis, int parts, int index) {
    ct_box box = {.axes = axes};
    for (int a = 0; a < axes; a++) {
        box.count[a] = extent[a];
    }
    box.first[axis] = ct_block_first(extent[axis], parts, index);
    box.count[axis] = ct_block_count(extent[axis], parts, index);
    return box;
}

ct_box ct_box_common(const ct_box *a, const ct_box *b) {
    ct_box common = {.axes = a->axes};
    for (int i = 0; i < a->axes; i++) {
        const ptrdiff_t end = ct_least(a->first[i] + a->count[i], b->first[i] + b->count[i]);
        common.first[i] = a->first[i] > b->first[i] ? a->first[i] : b->first[i];
        common.count[i] = end > common.first[i] ? end - common.first[i] : 0;
    }
    return common;
}

static ptrdiff_t tiles_along(const ct_box *box, const ptrdiff_t *width, int axis) {
    return (box->count[axis] + width[axis] - 1) / width[axis];
}

ptrdiff_t ct_box_tiles(const ct_box *box, const ptrdiff_t width[CT_MAX_AXES]) {
    ptrdiff_t tiles = 1;
    for (int a = 0; a < box->axes; a++) {
        tiles *= tiles_along(box, width, a);
    }
    return tiles;
}

ct_box ct_box_tile(const ct_box *box, const ptrdiff_t width[CT_MAX_AXES], ptrdiff_t index) {
    ct_box tile = {.axes = box->axes};
    for (int a = box->axes - 1; a >= 0; a--) {
        ptrdiff_t tiles = tiles_along(box, width, a);
        ptrdiff_t first = index % tiles * width[a];
        tile.first[a] = box->first[a] + first;
        tile.count[a] = ct_least(box->count[a] - first, width[a]);
        index /= tiles;
    }
    return tile;
}

ct_box ct_box_slice(const ct_box *box, const ct_slice *slice) {
    ct_box part = *box;
    if (slice->count > 0) {
        const ptrdiff_t count = box->count[slice->axis];
        part.first[slice->axis] += ct_block_first(count, slice->count, slice->index);
        part.count[slice->axis] = ct_block_count(count, slice->count, slice->index);
    }
    return part;
}
