/* Block distributions: the parts of all ranks are the array, each position once, whatever the grid;
 * chosen grids against every grid there is; the blocks that ranks have in common, moved one by one,
 * give the array with its axes in another order, and touch nothing else. */
#include "expect.h"

#include "redistribute/relayout.h"
#include <stdint.h>
#include <stdlib.h>

enum { RANKS_MOST = 12 };

static unsigned state = 12345;

static int below(int end) {
    state = state * 1103515245U + 12345U;
    return (int)((state >> 8) % (unsigned)end);
}

static ptrdiff_t whole_elements(const ct_distribution *d) {
    ptrdiff_t elements = 1;
    for (int a = 0; a < d->axes; a++) {
        elements *= d->extent[a];
    }
    return elements;
}

/* Number of an element of the whole array, or its place in a part, from its position. */
static ptrdiff_t number_of(const ct_distribution *d, const ptrdiff_t *position) {
    ptrdiff_t number = 0;
    for (int a = 0; a < d->axes; a++) {
        number = number * d->extent[a] + position[a];
    }
    return number;
}

static ptrdiff_t place_of(const ct_distribution *d, int rank, const ptrdiff_t *position) {
    const ct_box box = ct_distribution_box(d, rank);
    ptrdiff_t place = 0;
    for (int a = 0; a < d->axes; a++) {
        const int is_row = a == d->axes - 1;
        place =
            place * (is_row && d->pitch > 0 ? d->pitch : box.count[a]) + position[a] - box.first[a];
    }
    return place;
}

/* Position `index` of a box, counted in C order. */
static void position_in(const ct_box *box, ptrdiff_t index, ptrdiff_t *position) {
    for (int a = box->axes - 1; a >= 0; a--) {
        position[a] = box->first[a] + index % box->count[a];
        index /= box->count[a];
    }
}

static void expect_partition(const ct_distribution *d, int size) {
    char *seen = calloc((size_t)whole_elements(d) + 1, 1);
    ptrdiff_t sum = 0;
    int again = 0;
    EXPECT_INT(ct_distribution_check(d, size, 16), CT_OK);
    for (int rank = 0; rank < size; rank++) {
        const ct_box box = ct_distribution_box(d, rank);
        for (ptrdiff_t i = 0; i < ct_box_elements(&box); i++) {
            ptrdiff_t position[CT_MAX_AXES] = {0};
            position_in(&box, i, position);
            again += seen[number_of(d, position)]++;
        }
        sum += ct_box_elements(&box);
        EXPECT(ct_distribution_elements(d, rank) <= ct_distribution_elements(d, 0));
    }
    EXPECT_INT(again, 0);
    EXPECT_INT(sum, whole_elements(d));
    free(seen);
}

static ct_distribution random_distribution(int axes, int size) {
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

/* The same array with its axes in another order, over a grid of its own. */
static ct_distribution permuted(const ct_distribution *from, const int *permutation, int size) {
    ct_distribution into = random_distribution(from->axes, size);
    for (int a = 0; a < from->axes; a++) {
        into.extent[a] = from->extent[permutation[a]];
    }
    const int last = into.axes - 1;
    const ptrdiff_t row = ct_block_count(into.extent[last], into.grid[last], 0);
    into.pitch = into.pitch > 0 ? row + below(3) : 0;
    return into;
}

static void shuffle(int *permutation, int axes) {
    for (int a = 0; a < axes; a++) {
        int other = below(a + 1);
        permutation[a] = permutation[other];
        permutation[other] = a;
    }
}

/* Moves what two ranks have in common, element by element. */
static void move_block(const ct_relayout *relayout, int origin, int destination, const int *from,
                       int *into) {
    const ct_block sent = ct_relayout_sent(relayout, origin, destination);
    const ct_block received = ct_relayout_received(relayout, origin, destination);
    EXPECT_INT(ct_block_elements(&sent), ct_block_elements(&received));
    for (ptrdiff_t i = 0; i < ct_block_elements(&sent); i++) {
        ptrdiff_t rest = i;
        ptrdiff_t source = sent.offset;
        ptrdiff_t target = received.offset;
        for (int a = sent.axes - 1; a >= 0; a--) {
            EXPECT_INT(sent.count[a], received.count[a]);
            source += rest % sent.count[a] * sent.stride[a];
            target += rest % sent.count[a] * received.stride[a];
            rest /= sent.count[a];
        }
        into[target / (ptrdiff_t)sizeof *into] = from[source / (ptrdiff_t)sizeof *from];
    }
}

static void fill(const ct_distribution *from, int rank, int *part) {
    const ct_box box = ct_distribution_box(from, rank);
    for (ptrdiff_t i = 0; i < ct_box_elements(&box); i++) {
        ptrdiff_t position[CT_MAX_AXES] = {0};
        position_in(&box, i, position);
        part[place_of(from, rank, position)] = (int)number_of(from, position);
    }
}

/* Every element of a part of the result is the one that it should be, and gaps are as they were. */
static void expect_result(const ct_relayout *relayout, int rank, const int *part) {
    const ct_box box = ct_distribution_box(&relayout->into, rank);
    const ptrdiff_t room = ct_distribution_elements(&relayout->into, rank);
    ptrdiff_t touched = 0;
    int wrong = 0;
    for (ptrdiff_t i = 0; i < ct_box_elements(&box); i++) {
        ptrdiff_t position[CT_MAX_AXES] = {0};
        ptrdiff_t source[CT_MAX_AXES] = {0};
        position_in(&box, i, position);
        for (int a = 0; a < box.axes; a++) {
            source[relayout->permutation[a]] = position[a];
        }
        wrong += part[place_of(&relayout->into, rank, position)] !=
                 (int)number_of(&relayout->from, source);
    }
    for (ptrdiff_t i = 0; i < room; i++) {
        touched += part[i] != -1;
    }
    EXPECT_INT(wrong, 0);
    EXPECT_INT(touched, ct_box_elements(&box));
}

static void expect_relayout(const ct_relayout *relayout, int size) {
    int *parts[2][RANKS_MOST];
    for (int rank = 0; rank < size; rank++) {
        const ct_distribution *held[2] = {&relayout->from, &relayout->into};
        for (int side = 0; side < 2; side++) {
            size_t room = (size_t)ct_distribution_elements(held[side], rank) + 1;
            parts[side][rank] = malloc(room * sizeof *parts[side][rank]);
            memset(parts[side][rank], 0xff, room * sizeof *parts[side][rank]);
        }
        fill(&relayout->from, rank, parts[0][rank]);
    }
    for (int origin = 0; origin < size; origin++) {
        for (int destination = 0; destination < size; destination++) {
            move_block(relayout, origin, destination, parts[0][origin], parts[1][destination]);
        }
    }
    for (int rank = 0; rank < size; rank++) {
        expect_result(relayout, rank, parts[1][rank]);
        free(parts[0][rank]);
        free(parts[1][rank]);
    }
}

/* The fewest elements that the largest part can have, by every grid. */
static ptrdiff_t least_part(int axes, const ptrdiff_t *extent, int axis, int size) {
    ptrdiff_t least = PTRDIFF_MAX;
    if (axis == axes) {
        return 1;
    }
    for (int parts = 1; parts <= size; parts++) {
        ptrdiff_t part = ct_block_count(extent[axis], parts, 0) *
                         least_part(axes, extent, axis + 1, size / parts);
        least = part < least ? part : least;
    }
    return least;
}

static void expect_auto(int axes, const ptrdiff_t *extent, int size) {
    ct_distribution d = {.axes = axes};
    memcpy(d.extent, extent, (size_t)axes * sizeof *extent);
    EXPECT_INT(ct_grid_auto(axes, extent, size, d.grid), CT_OK);
    expect_partition(&d, size);
    EXPECT_INT(ct_distribution_elements(&d, 0), least_part(axes, extent, 0, size));
    for (int a = 0; a < axes; a++) {
        EXPECT(d.grid[a] == 1 || d.grid[a] <= extent[a]);
    }
}

static void expect_grid(int size, const ptrdiff_t *extent, int given0, int given1, int wanted0,
                        int wanted1) {
    int grid[2] = {given0, given1};
    EXPECT_INT(ct_grid_auto(2, extent, size, grid), CT_OK);
    EXPECT_INT(grid[0], wanted0);
    EXPECT_INT(grid[1], wanted1);
}

static void expect_grids(void) {
    const ptrdiff_t square[2] = {4096, 4096};
    const ptrdiff_t flat[2] = {1, 4096};
    const ptrdiff_t huge[2] = {(ptrdiff_t)1 << 40, 3};
    int grid[2] = {3, 3};
    expect_grid(1, square, 0, 0, 1, 1);
    expect_grid(2, square, 0, 0, 2, 1);
    expect_grid(4, square, 0, 0, 2, 2);
    expect_grid(6, square, 0, 0, 3, 2);
    expect_grid(7, square, 0, 0, 7, 1);
    expect_grid(8, flat, 0, 0, 1, 8);
    expect_grid(8, square, 0, 8, 1, 8);
    expect_grid(9, square, 4, 0, 4, 2);
    expect_grid(4096, huge, 0, 0, 4096, 1);
    EXPECT_INT(ct_grid_auto(2, square, 8, grid), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "9 parts");
    for (int size = 1; size <= RANKS_MOST; size++) {
        for (int round = 0; round < 40; round++) {
            ptrdiff_t extent[CT_MAX_AXES];
            for (int a = 0; a < CT_MAX_AXES; a++) {
                extent[a] = below(14);
            }
            expect_auto(1 + round % CT_MAX_AXES, extent, size);
        }
    }
}

static void expect_refused(ct_distribution d, int size, ptrdiff_t element_bytes, const char *says) {
    EXPECT_INT(ct_distribution_check(&d, size, element_bytes), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), says);
}

static void expect_checks(void) {
    const ct_distribution good = {2, {4, 6}, {2, 1}, 0};
    ct_distribution bad = good;
    EXPECT_INT(ct_distribution_check(&good, 2, 8), CT_OK);
    expect_refused(good, 1, 8, "2 parts for 1 rank");
    bad.axes = 5;
    expect_refused(bad, 2, 8, "5 axes");
    bad = good;
    bad.extent[1] = -1;
    expect_refused(bad, 2, 8, "extent -1");
    bad = good;
    bad.grid[0] = 0;
    expect_refused(bad, 2, 8, "0 parts");
    bad = good;
    bad.pitch = 5;
    expect_refused(bad, 2, 8, "pitch of 5");
    bad = good;
    bad.extent[0] = bad.extent[1] = (ptrdiff_t)1 << 31;
    EXPECT_INT(ct_distribution_check(&bad, 2, 1), CT_ERROR_ARGUMENT);
    bad.extent[0] = (ptrdiff_t)1 << 29;
    EXPECT_INT(ct_distribution_check(&bad, 2, 1), CT_OK);
    bad.pitch = (ptrdiff_t)1 << 34;
    EXPECT_INT(ct_distribution_check(&bad, 2, 1), CT_ERROR_ARGUMENT);
}

int main(void) {
    expect_grids();
    expect_checks();
    for (int round = 0; round < 600; round++) {
        ct_relayout relayout = {.element_bytes = (ptrdiff_t)sizeof(int)};
        const int axes = 1 + round % CT_MAX_AXES;
        const int size = 1 + below(RANKS_MOST);
        relayout.from = random_distribution(axes, size);
        shuffle(relayout.permutation, axes);
        relayout.into = permuted(&relayout.from, relayout.permutation, size);
        expect_partition(&relayout.from, size);
        expect_relayout(&relayout, size);
    }
    return expect_status();
}
