#include "redistribute/redistribution.h"

#include <string.h>

static const int same_axes[CT_MAX_AXES] = {0, 1, 2, 3};

ct_redistribution ct_redistribution_of(const ct_ownership *from, const ct_ownership *into) {
    ct_redistribution redistribution = {.from = *from, .into = *into};
    memcpy(redistribution.axis_of, same_axes, sizeof same_axes);
    return redistribution;
}

int ct_redistribution_is_boxed(const ct_redistribution *redistribution) {
    return ct_ownership_is_boxed(&redistribution->from) &&
           ct_ownership_is_boxed(&redistribution->into);
}

/* What is sent of a product of the input. */
static ct_owned sent_product(const ct_redistribution *redistribution, int origin, ptrdiff_t index) {
    const ct_owned product = ct_ownership_product(&redistribution->from, origin, index);
    return ct_owned_slice(&product, &redistribution->slice);
}

ptrdiff_t ct_redistribution_common(const ct_redistribution *redistribution, int origin,
                                   int destination) {
    const ct_ownership *result = &redistribution->into;
    ptrdiff_t elements = 0;
    for (ptrdiff_t i = 0; i < ct_ownership_products(&redistribution->from, origin); i++) {
        const ct_owned from = sent_product(redistribution, origin, i);
        for (ptrdiff_t j = 0; j < ct_ownership_products(result, destination); j++) {
            const ct_owned into = ct_ownership_product(result, destination, j);
            ptrdiff_t common = 1;
            for (int a = 0; a < result->decomposition.axes && common > 0; a++) {
                common *=
                    ct_intervals_common(&from.axis[redistribution->axis_of[a]], &into.axis[a]);
            }
            elements += common;
        }
    }
    return elements;
}

ptrdiff_t ct_redistribution_sent(const ct_redistribution *redistribution, int origin) {
    ptrdiff_t elements = 0;
    if (ct_ownership_products(&redistribution->from, origin) > 0) {
        const ct_owned sent = sent_product(redistribution, origin, 0);
        elements = 1;
        for (int a = 0; a < redistribution->from.decomposition.axes; a++) {
            elements *= ct_intervals_count(&sent.axis[a]);
        }
    }
    return elements;
}

ct_box ct_redistribution_box(const ct_redistribution *redistribution, int origin, int destination) {
    const ct_ownership *result = &redistribution->into;
    const ct_box received = ct_ownership_box(result, destination);
    ct_box sent = {.axes = received.axes};
    if (ct_ownership_products(&redistribution->from, origin) > 0) {
        const ct_owned from = sent_product(redistribution, origin, 0);
        for (int a = 0; a < sent.axes; a++) {
            const ct_intervals *held = &from.axis[redistribution->axis_of[a]];
            sent.first[a] = held->first;
            sent.count[a] = ct_intervals_count(held);
        }
    }
    return ct_box_common(&sent, &received);
}

ct_status ct_redistribution_blocks(const ct_redistribution *redistribution, int origin,
                                   int destination, ct_transfer_end end, ct_block_list *blocks) {
    const ct_ownership *input = &redistribution->from;
    const ct_ownership *result = &redistribution->into;
    ct_intersection intersection = {.axes = result->decomposition.axes};
    ct_status status = CT_OK;
    memcpy(intersection.axis_of, redistribution->axis_of, sizeof intersection.axis_of);
    memcpy(intersection.order, result->decomposition.order, sizeof intersection.order);
    for (ptrdiff_t i = 0; i < ct_ownership_products(input, origin); i++) {
        const ct_owned from = sent_product(redistribution, origin, i);
        for (ptrdiff_t j = 0; j < ct_ownership_products(result, destination); j++) {
            const ct_owned into = ct_ownership_product(result, destination, j);
            const ct_owned_memory memory = end == CT_END_FROM
                                               ? ct_ownership_memory(input, origin, i)
                                               : ct_ownership_memory(result, destination, j);
            status = ct_intersection_blocks(&intersection, &from, &into, end, &memory, blocks);
            if (status != CT_OK) {
                return status;
            }
        }
    }
    return status;
}

ct_block ct_redistribution_block(const ct_redistribution *redistribution, int origin,
                                 int destination, ct_transfer_end end) {
    ct_block only = ct_block_contiguous(0, 0, redistribution->into.element_bytes);
    ct_block_list blocks = {.list = &only, .capacity = 1};
    /* There is memory for it. */
    (void)ct_redistribution_blocks(redistribution, origin, destination, end, &blocks);
    return only;
}

double ct_redistribution_received_bytes(const ct_redistribution *redistribution, int rank,
                                        int size) {
    double elements = 0;
    for (int peer = 0; peer < size; peer++) {
        elements += peer != rank ? (double)ct_redistribution_common(redistribution, peer, rank) : 0;
    }
    return elements * (double)redistribution->from.element_bytes;
}

int ct_redistribution_is_swap(const ct_redistribution *redistribution) {
    int is_swap = ct_redistribution_is_boxed(redistribution) &&
                  ct_ownership_equal(&redistribution->from, &redistribution->into);
    for (int a = 0; a < redistribution->from.decomposition.axes; a++) {
        is_swap = is_swap && redistribution->axis_of[redistribution->axis_of[a]] == a;
    }
    return is_swap;
}
