#include <cornerturn/grid.h>

#include "base/fail.h"
#include "redistribute/decomposed/ownership.h"

#include <stdint.h>
#include <string.h>

ct_status ct_distribution_check(const ct_distribution *distribution, int size,
                                ptrdiff_t element_bytes) {
    const ct_distribution *d = distribution;
    double ranks = 1;
    double bytes = (double)element_bytes;
    if (d->axes < 1 || d->axes > CT_MAX_AXES) {
        return ct_raise(CT_ERROR_ARGUMENT, "an array of %d axes; allowed: 1 to %d", d->axes,
                        CT_MAX_AXES);
    }
    for (int a = 0; a < d->axes; a++) {
        if (d->extent[a] < 0 || d->grid[a] < 1) {
            return ct_raise(CT_ERROR_ARGUMENT,
                            "extent %td in %d parts along axis %d; allowed: extents from 0, parts "
                            "from 1",
                            d->extent[a], d->grid[a], a);
        }
        ranks *= d->grid[a];
        bytes *= (double)d->extent[a];
    }
    if (ranks > size) {
        return ct_raise(CT_ERROR_ARGUMENT, "a grid of %.0f parts for %d %s; allowed: at most %d",
                        ranks, size, size == 1 ? "rank" : "ranks", size);
    }
    const int last = d->axes - 1;
    const ptrdiff_t row = ct_block_count(d->extent[last], d->grid[last], 0);
    if (d->pitch != 0 && d->pitch < row) {
        return ct_raise(CT_ERROR_ARGUMENT, "a pitch of %td for rows of %td elements", d->pitch,
                        row);
    }
    if (d->pitch > row) {
        bytes *= (double)d->pitch / (double)(row > 0 ? row : 1);
    }
    return bytes < (double)PTRDIFF_MAX / 4
               ? CT_OK
               : ct_raise(CT_ERROR_ARGUMENT, "an array of %.3g GB cannot be addressed",
                          bytes * 1e-9);
}

ct_box ct_distribution_box(const ct_distribution *distribution, int rank) {
    ct_box box = {.axes = distribution->axes};
    int rest = rank;
    for (int a = distribution->axes - 1; a >= 0; a--) {
        const int parts = distribution->grid[a];
        box.first[a] = ct_block_first(distribution->extent[a], parts, rest % parts);
        box.count[a] = ct_block_count(distribution->extent[a], parts, rest % parts);
        rest /= parts;
    }
    for (int a = 0; rest > 0 && a < distribution->axes; a++) { /* beyond the grid */
        box.first[a] = 0;
        box.count[a] = 0;
    }
    return box;
}

ptrdiff_t ct_distribution_elements(const ct_distribution *distribution, int rank) {
    const ct_box box = ct_distribution_box(distribution, rank);
    const ptrdiff_t row = box.count[box.axes - 1];
    const ptrdiff_t elements = ct_box_elements(&box);
    return row > 0 && distribution->pitch > 0 ? elements / row * distribution->pitch : elements;
}

void ct_distribution_strides(const ct_distribution *distribution, int rank,
                             ptrdiff_t strides[CT_MAX_AXES]) {
    const ct_ownership ownership = ct_ownership_of(distribution, NULL, 1);
    const ct_owned_memory memory = ct_ownership_memory(&ownership, rank, 0);
    memcpy(strides, memory.stride, sizeof memory.stride);
}
