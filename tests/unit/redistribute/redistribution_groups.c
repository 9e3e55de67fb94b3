/* Groups of ranks that exchange with each other: as they follow from who has what in common with
 * whom, for all pairs of grids over some ranks, extents that do not divide, ranks with nothing. */
#include "expect.h"
#include "redistribute/groups.h"

enum { AXES = 3, RANKS_MOST = 12 };

/* Spreads the lowest rank over everything that is connected until nothing changes. */
static void by_definition(const ct_redistribution *moved, int size, int *group) {
    int changes = 1;
    for (int rank = 0; rank < size; rank++) {
        group[rank] = rank;
    }
    while (changes) {
        changes = 0;
        for (int a = 0; a < size; a++) {
            for (int b = 0; b < size; b++) {
                const ct_box common = ct_redistribution_common(moved, a, b);
                if (group[a] != group[b] && ct_box_elements(&common) > 0) {
                    group[a] = group[b] = group[a] < group[b] ? group[a] : group[b];
                    changes = 1;
                }
            }
        }
    }
}

static int next_grid(int size, int grid[AXES]) {
    for (int a = AXES - 1; a >= 0; a--) {
        grid[a]++;
        if (grid[0] * grid[1] * grid[2] <= size) {
            return 1;
        }
        grid[a] = 1;
    }
    return 0;
}

/* Axes that keep their numbers, or every one is the next one of the input. */
static ct_redistribution moved_array(const ptrdiff_t *extent, int shift) {
    ct_distribution from = {.axes = AXES, .grid = {1, 1, 1}};
    ct_distribution into = from;
    ct_redistribution moved = {.slice = {.count = 0}};
    for (int a = 0; a < AXES; a++) {
        moved.axis_of[a] = (a + shift) % AXES;
        from.extent[a] = extent[a];
        into.extent[a] = extent[moved.axis_of[a]];
    }
    moved.from = ct_array_layout_of(&from, 8);
    moved.into = ct_array_layout_of(&into, 8);
    return moved;
}

static int expect_groups(int size, const ptrdiff_t *extent, int shift) {
    ct_redistribution moved = moved_array(extent, shift);
    int several = 0;
    do {
        do {
            int found[RANKS_MOST];
            int wanted[RANKS_MOST];
            EXPECT(ct_redistribution_groups(&moved, size, found));
            by_definition(&moved, size, wanted);
            EXPECT(memcmp(found, wanted, (size_t)size * sizeof *found) == 0);
            several += found[size - 1] != 0;
        } while (next_grid(size, moved.into.distribution.grid));
        for (int a = 0; a < AXES; a++) {
            moved.into.distribution.grid[a] = 1;
        }
    } while (next_grid(size, moved.from.distribution.grid));
    return several;
}

int main(void) {
    static const ptrdiff_t extents[][AXES] = {{8, 8, 8}, {5, 7, 3}, {1, 2, 13}, {12, 6, 4}};
    static const int sizes[] = {1, 2, 3, 4, 6, 8, 12};
    for (size_t e = 0; e < sizeof extents / sizeof *extents; e++) {
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            EXPECT(expect_groups(sizes[s], extents[e], 0) > 0 || sizes[s] == 1);
            EXPECT(sizes[s] > 6 || expect_groups(sizes[s], extents[e], 1) > 0 || sizes[s] == 1);
        }
    }
    /* Pencils exchange in rows and columns of their grid. */
    const ptrdiff_t extent[AXES] = {12, 12, 12};
    ct_redistribution pencils = moved_array(extent, 0);
    int group[RANKS_MOST];
    pencils.from.distribution.grid[0] = pencils.into.distribution.grid[0] = 3;
    pencils.from.distribution.grid[1] = pencils.into.distribution.grid[2] = 4;
    EXPECT(ct_redistribution_groups(&pencils, RANKS_MOST, group));
    for (int rank = 0; rank < RANKS_MOST; rank++) {
        EXPECT_INT(group[rank], rank / 4 * 4);
    }
    return expect_status();
}
