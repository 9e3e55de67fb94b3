#include "redistribute/redistribution.h"

static const int same_axes[CT_MAX_AXES] = {0, 1, 2, 3};

ct_redistribution ct_redistribution_of(const ct_array_layout *from, const ct_array_layout *into) {
    ct_redistribution redistribution = {.from = *from, .into = *into};
    for (int a = 0; a < CT_MAX_AXES; a++) {
        redistribution.axis_of[a] = same_axes[a];
    }
    return redistribution;
}

ct_box ct_redistribution_input(const ct_redistribution *redistribution, int rank) {
    const ct_box part = ct_array_layout_box(&redistribution->from, rank);
    const ct_box sent = ct_box_slice(&part, &redistribution->slice);
    ct_box renamed = sent;
    for (int a = 0; a < sent.axes; a++) {
        renamed.first[a] = sent.first[redistribution->axis_of[a]];
        renamed.count[a] = sent.count[redistribution->axis_of[a]];
    }
    return renamed;
}

ct_box ct_redistribution_common(const ct_redistribution *redistribution, int origin,
                                int destination) {
    const ct_box sent = ct_redistribution_input(redistribution, origin);
    const ct_box received = ct_array_layout_box(&redistribution->into, destination);
    return ct_box_common(&sent, &received);
}

/* The common box in the memory of `rank`, which has axis a of the result as axis axis_of[a]. */
static ct_block place(const ct_redistribution *redistribution, const ct_box *common,
                      const ct_array_layout *layout, int rank, const int *axis_of) {
    const ct_box part = ct_array_layout_box(layout, rank);
    ct_block block = {.axes = common->axes};
    ptrdiff_t strides[CT_MAX_AXES] = {0};
    if (ct_box_elements(common) == 0) {
        return ct_block_contiguous(0, 0, layout->element_bytes);
    }
    ct_array_layout_strides(layout, rank, strides);
    for (int i = 0; i < common->axes; i++) {
        const int axis = redistribution->into.order[i];
        const int held = axis_of[axis];
        block.count[i] = common->count[axis];
        block.stride[i] = strides[held];
        block.offset += (common->first[axis] - part.first[held]) * strides[held];
    }
    return block;
}

ct_block ct_redistribution_sent(const ct_redistribution *redistribution, int origin,
                                int destination) {
    const ct_box common = ct_redistribution_common(redistribution, origin, destination);
    return place(redistribution, &common, &redistribution->from, origin, redistribution->axis_of);
}

ct_block ct_redistribution_received(const ct_redistribution *redistribution, int origin,
                                    int destination) {
    const ct_box common = ct_redistribution_common(redistribution, origin, destination);
    return place(redistribution, &common, &redistribution->into, destination, same_axes);
}

double ct_redistribution_received_bytes(const ct_redistribution *redistribution, int rank,
                                        int size) {
    double elements = 0;
    for (int peer = 0; peer < size; peer++) {
        const ct_box common = ct_redistribution_common(redistribution, peer, rank);
        elements += peer != rank ? (double)ct_box_elements(&common) : 0;
    }
    return elements * (double)redistribution->from.element_bytes;
}

int ct_redistribution_is_swap(const ct_redistribution *redistribution) {
    int is_swap = ct_array_layout_equal(&redistribution->from, &redistribution->into);
    for (int a = 0; a < redistribution->from.distribution.axes; a++) {
        is_swap = is_swap && redistribution->axis_of[redistribution->axis_of[a]] == a;
    }
    return is_swap;
}
