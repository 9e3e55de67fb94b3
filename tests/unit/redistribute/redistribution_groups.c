/* Groups of ranks that exchange with each other: as they follow from who has what in common with
 * whom, for all pairs of grids over some ranks, extents that do not divide, ranks with nothing. */
#include "decompositions.h"
#include "expect.h"
#include "redistribute/groups.h"

enum { AXES = 3, RANKS_MOST = 12 };

/* Spreads the lowest rank over everything that is connected until nothing changes. */
static void by_definition(const ct_redistribution *moved, int ranks, int *group) {
    int changes = 1;
    for (int r = 0; r < ranks; r++) {
        group[r] = r;
    }
    while (changes) {
        changes = 0;
        for (int a = 0; a < ranks; a++) {
            for (int b = 0; b < ranks; b++) {
                if (group[a] != group[b] && ct_redistribution_common(moved, a, b) > 0) {
                    group[a] = group[b] = group[a] < group[b] ? group[a] : group[b];
                    changes = 1;
                }
            }
        }
    }
}

static int next_grid(int ranks, int grid[AXES]) {
    for (int a = AXES - 1; a >= 0; a--) {
        grid[a]++;
        if (grid[0] * grid[1] * grid[2] <= ranks) {
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
    moved.from = ct_ownership_of(&from, NULL, 8);
    moved.into = ct_ownership_of(&into, NULL, 8);
    return moved;
}

static int expect_groups(int ranks, const ptrdiff_t *extent, int shift) {
    ct_redistribution moved = moved_array(extent, shift);
    int several = 0;
    do {
        do {
            int found[RANKS_MOST];
            int wanted[RANKS_MOST];
            EXPECT(ct_redistribution_groups(&moved, ranks, found));
            by_definition(&moved, ranks, wanted);
            EXPECT(memcmp(found, wanted, (size_t)ranks * sizeof *found) == 0);
            several += found[ranks - 1] != 0;
        } while (next_grid(ranks, moved.into.decomposition.grid));
        for (int a = 0; a < AXES; a++) {
            moved.into.decomposition.grid[a] = 1;
        }
    } while (next_grid(ranks, moved.from.decomposition.grid));
    return several;
}

/* Uneven and block-cyclic grids, ranks in either order. */
static void expect_any_grids(void) {
    int several = 0;
    for (int round = 0; round < 400; round++) {
        static sample drawn[2];
        ptrdiff_t extent[AXES];
        int found[RANKS_MOST];
        int wanted[RANKS_MOST];
        seed = (unsigned)round;
        size = 1 + draw(8);
        for (int a = 0; a < AXES; a++) {
            extent[a] = draw(9) + (draw(9) > 0);
        }
        for (int side = 0; side < 2; side++) {
            do {
                draw_sample(&drawn[side], AXES, extent);
            } while (drawn[side].d.kind == CT_DECOMPOSED_BOXES);
        }
        const ct_ownership from = ct_ownership_of_grid(&drawn[0].d, 8);
        const ct_ownership into = ct_ownership_of_grid(&drawn[1].d, 8);
        const ct_redistribution moved = ct_redistribution_of(&from, &into);
        EXPECT(ct_redistribution_groups(&moved, size, found));
        by_definition(&moved, size, wanted);
        EXPECT(memcmp(found, wanted, (size_t)size * sizeof *found) == 0);
        several += found[size - 1] != 0;
    }
    EXPECT(several > 20);
}

int main(void) {
    expect_any_grids();
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
    pencils.from.decomposition.grid[0] = pencils.into.decomposition.grid[0] = 3;
    pencils.from.decomposition.grid[1] = pencils.into.decomposition.grid[2] = 4;
    EXPECT(ct_redistribution_groups(&pencils, RANKS_MOST, group));
    for (int r = 0; r < RANKS_MOST; r++) {
        EXPECT_INT(group[r], r / 4 * 4);
    }
    return expect_status();
}
