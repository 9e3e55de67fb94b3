#include <cornerturn/grid.h>

ptrdiff_t ct_box_elements(const ct_box *box) {
    ptrdiff_t elements = 1;
    for (int axis = 0; axis < box->axes; axis++) {
        elements *= box->count[axis];
    }
    return elements;
}

static ptrdiff_t least(ptrdiff_t a, ptrdiff_t b) {
    return a < b ? a : b;
}

ptrdiff_t ct_block_first(ptrdiff_t extent, int parts, int index) {
    return index * (extent / parts) + least(index, extent % parts);
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
