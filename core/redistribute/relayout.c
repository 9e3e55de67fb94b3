#include "redistribute/relayout.h"

static ptrdiff_t least(ptrdiff_t a, ptrdiff_t b) {
    return a < b ? a : b;
}

static ptrdiff_t most(ptrdiff_t a, ptrdiff_t b) {
    return a > b ? a : b;
}

/* What both have, in positions of the result. */
static ct_box common(const ct_relayout *relayout, int origin, int destination) {
    const ct_box from = ct_distribution_box(&relayout->from, origin);
    ct_box both = ct_distribution_box(&relayout->into, destination);
    for (int a = 0; a < both.axes; a++) {
        const int source = relayout->permutation[a];
        ptrdiff_t end =
            least(both.first[a] + both.count[a], from.first[source] + from.count[source]);
        both.first[a] = most(both.first[a], from.first[source]);
        both.count[a] = most(end - both.first[a], 0);
    }
    return both;
}

/* Where that is in the memory of `rank`; axis a of the result is axis axis_of[a] of `held`. */
static ct_block place(const ct_box *both, const ct_distribution *held, int rank, const int *axis_of,
                      ptrdiff_t element_bytes) {
    const ct_box part = ct_distribution_box(held, rank);
    ct_block block = {.axes = both->axes};
    ptrdiff_t strides[CT_MAX_AXES] = {0};
    if (ct_box_elements(both) == 0) {
        return ct_block_contiguous(0, 0, element_bytes);
    }
    ct_distribution_strides(held, rank, strides);
    for (int a = 0; a < both->axes; a++) {
        block.count[a] = both->count[a];
        block.stride[a] = strides[axis_of[a]] * element_bytes;
        block.offset += (both->first[a] - part.first[axis_of[a]]) * block.stride[a];
    }
    return block;
}

ct_block ct_relayout_sent(const ct_relayout *relayout, int origin, int destination) {
    const ct_box both = common(relayout, origin, destination);
    return place(&both, &relayout->from, origin, relayout->permutation, relayout->element_bytes);
}

ct_block ct_relayout_received(const ct_relayout *relayout, int origin, int destination) {
    static const int same[CT_MAX_AXES] = {0, 1, 2, 3};
    const ct_box both = common(relayout, origin, destination);
    return place(&both, &relayout->into, destination, same, relayout->element_bytes);
}

int ct_relayout_swaps(const ct_relayout *relayout) {
    const ct_distribution *from = &relayout->from;
    const ct_distribution *into = &relayout->into;
    int same = from->pitch == into->pitch;
    for (int a = 0; a < from->axes; a++) {
        const int source = relayout->permutation[a];
        same = same && relayout->permutation[source] == a && from->extent[a] == into->extent[a] &&
               from->grid[a] == into->grid[a];
    }
    return same;
}
