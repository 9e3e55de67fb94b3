/* Distributions drawn at random. */
#ifndef CT_TESTS_DISTRIBUTIONS_H
#define CT_TESTS_DISTRIBUTIONS_H

#include "expect.h"

#include <cornerturn/grid.h>

enum { RANKS_MOST = 12 };

static unsigned state = 12345;

static inline int below(int end) {
    state = state * 1103515245U + 12345U;
    return (int)((state >> 8) % (unsigned)end);
}

/* Number of an element of the whole array, from its position. */
static inline ptrdiff_t number_of(const ct_distribution *d, const ptrdiff_t *position) {
    ptrdiff_t number = 0;
    for (int a = 0; a < d->axes; a++) {
        number = number * d->extent[a] + position[a];
    }
    return number;
}

/* Position `index` of a box, counted in C order. */
static inline void position_in(const ct_box *box, ptrdiff_t index, ptrdiff_t *position) {
    for (int a = box->axes - 1; a >= 0; a--) {
        position[a] = box->first[a] + index % box->count[a];
        index /= box->count[a];
    }
}

static inline ct_distribution random_distribution(int axes, int size) {
    ct_distribution d = {.axes = axes};
    int left = size;
    for (int a = 0; a < axes; a++) {
        d.extent[a] = below(10) == 0 ? below(2) : 1 + below(9);
        d.grid[a] = 1 + below(left);
        left /= d.grid[a];
    }
    ptrdiff_t row = ct_block_count(d.extent[axes - 1], d.grid[axes - 1], 0);
    d.pitch = below(3) == 0 ? row + below(4) : 0;
    return d;
}

#endif
