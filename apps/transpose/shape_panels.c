/* Whether the array is transposed as a whole, or in panels that fit the memory. */
#include "apps/transpose/shape.h"

#include "base/fail.h"
#include <cornerturn/transpose.h>
#include <stdint.h>
#include <string.h>

static ct_box whole_result(const transpose_shape *shape) {
    ct_box whole = {.axes = shape->axes};
    for (int a = 0; a < shape->axes; a++) {
        whole.count[a] = shape->extent[shape->permutation[a]];
    }
    return whole;
}

/* Whether the library can do it within one array. */
static bool can_swap(const transpose_shape *shape, const ct_box *whole) {
    ct_distribution from;
    ct_distribution into;
    transpose_distribute(shape, whole, &from, &into);
    return ct_transpose_swaps(&from, shape->permutation, &into) != 0;
}

/* Rank 0 has the most. */
static ptrdiff_t need_bytes(const transpose_shape *shape) {
    ptrdiff_t bytes[2];
    transpose_array_bytes(shape, 0, bytes);
    return bytes[0] + bytes[1];
}

/* Of the first panel, the largest. */
static ptrdiff_t panel_elements(const transpose_shape *shape) {
    ct_box panel;
    (void)ct_slices_at(&shape->panels, 0, &panel);
    return ct_box_elements(&panel);
}

ct_status transpose_shape_cut(const transpose_config *config, transpose_shape *shape) {
    const ct_box whole = whole_result(shape);
    ptrdiff_t most = ct_box_elements(&whole);
    ptrdiff_t limit_bytes = config->limit_bytes > 0 ? (ptrdiff_t)config->limit_bytes : PTRDIFF_MAX;
    most = most > 0 ? most : 1;
    shape->panels = ct_slices_make(&whole, most);
    if (config->in_place && can_swap(shape, &whole)) {
        shape->swaps = true;
        if (need_bytes(shape) <= limit_bytes) {
            return CT_OK;
        }
        shape->swaps = false;
    } else if (config->in_place) {
        ptrdiff_t bytes[2];
        transpose_array_bytes(shape, 0, bytes);
        ptrdiff_t one_bytes = bytes[0] > bytes[1] ? bytes[0] : bytes[1];
        if (one_bytes < 2 * shape->element_bytes) { /* a panel of one element */
            one_bytes = 2 * shape->element_bytes;
        }
        limit_bytes = one_bytes < limit_bytes ? one_bytes : limit_bytes;
    }
    while (need_bytes(shape) > limit_bytes) {
        /* Less than the panels have, not only than they might: blocks are of whole rows, and less
         * of what makes no difference to them could go on for ever. */
        const ptrdiff_t elements = panel_elements(shape);
        const double share = (double)limit_bytes / (double)need_bytes(shape);
        const ptrdiff_t fewer = (ptrdiff_t)((double)elements * share);
        if (elements == 1) {
            return ct_raise(CT_ERROR_CONFIG,
                            "memory.limit: %lld bytes; allowed: at least %td, an element of input "
                            "and result, or 0",
                            config->limit_bytes, 2 * shape->element_bytes);
        }
        most = fewer < 1 ? 1 : fewer < elements ? fewer : elements - 1;
        shape->panels = ct_slices_make(&whole, most);
    }
    return CT_OK;
}
