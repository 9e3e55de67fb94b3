/* Block distributions: the parts of all ranks are the array, each position once, whatever the grid;
 * chosen grids against every grid there is. */
#include "distributions.h"

#include <stdint.h>
#include <stdlib.h>

static ptrdiff_t whole_elements(const ct_distribution *d) {
    ptrdiff_t elements = 1;
    for (int a = 0; a < d->axes; a++) {
        elements *= d->extent[a];
    }
    return elements;
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
        const int size = 1 + below(RANKS_MOST);
        const ct_distribution d = random_distribution(1 + round % CT_MAX_AXES, size);
        expect_partition(&d, size);
    }
    return expect_status();
}
