#include "redistribute/array_layout.h"

ct_array_layout ct_array_layout_of(const ct_distribution *distribution, ptrdiff_t element_bytes) {
    ct_array_layout layout = {.distribution = *distribution, .element_bytes = element_bytes};
    for (int a = 0; a < distribution->axes; a++) {
        layout.order[a] = a;
    }
    return layout;
}

ct_box ct_array_layout_box(const ct_array_layout *layout, int rank) {
    return ct_distribution_box(&layout->distribution, rank);
}

ptrdiff_t ct_array_layout_bytes(const ct_array_layout *layout, int rank) {
    const ct_box box = ct_array_layout_box(layout, rank);
    return ct_box_elements(&box) * layout->element_bytes;
}

void ct_array_layout_strides(const ct_array_layout *layout, int rank,
                             ptrdiff_t strides[CT_MAX_AXES]) {
    const ct_box box = ct_array_layout_box(layout, rank);
    const ptrdiff_t pitch = layout->distribution.pitch;
    ptrdiff_t stride = layout->element_bytes;
    for (int i = box.axes - 1; i >= 0; i--) {
        const int axis = layout->order[i];
        const int is_row = i == box.axes - 1;
        strides[axis] = stride;
        stride *= is_row && pitch > 0 ? pitch : box.count[axis];
    }
}

void ct_distribution_strides(const ct_distribution *distribution, int rank,
                             ptrdiff_t strides[CT_MAX_AXES]) {
    const ct_array_layout layout = ct_array_layout_of(distribution, 1);
    ct_array_layout_strides(&layout, rank, strides);
}

int ct_array_layout_equal(const ct_array_layout *a, const ct_array_layout *b) {
    const ct_distribution *one = &a->distribution;
    const ct_distribution *other = &b->distribution;
    int equal = one->axes == other->axes && one->pitch == other->pitch &&
                a->element_bytes == b->element_bytes;
    for (int i = 0; equal && i < one->axes; i++) {
        equal = one->extent[i] == other->extent[i] && one->grid[i] == other->grid[i] &&
                a->order[i] == b->order[i];
    }
    return equal;
}
