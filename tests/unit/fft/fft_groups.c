/* Groups of ranks that exchange with each other: as they follow from who has what in common with
 * whom, for all pairs of grids over some ranks, extents that do not divide, ranks with nothing. */
#include "expect.h"
#include "fft/shape/groups.h"

enum { AXES = 3, RANKS_MOST = 12 };

static int common_elements(const ct_fft_layout *from, int origin, const ct_fft_layout *into,
                           int destination) {
    const ct_box a = ct_fft_layout_box(from, origin);
    const ct_box b = ct_fft_layout_box(into, destination);
    const ct_box both = ct_box_common(&a, &b);
    return ct_box_elements(&both) > 0;
}

/* Spreads the lowest rank over everything that is connected until nothing changes. */
static void by_definition(const ct_fft_layout *from, const ct_fft_layout *into, int size,
                          int *group) {
    int changes = 1;
    for (int rank = 0; rank < size; rank++) {
        group[rank] = rank;
    }
    while (changes) {
        changes = 0;
        for (int a = 0; a < size; a++) {
            for (int b = 0; b < size; b++) {
                if (group[a] != group[b] && common_elements(from, a, into, b)) {
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

static ct_fft_layout layout_of(const ptrdiff_t *extent) {
    ct_fft_layout layout = {.axes = AXES, .state = {.element_bytes = 8}, .grid = {1, 1, 1}};
    for (int a = 0; a < AXES; a++) {
        layout.state.extent[a] = extent[a];
        layout.order[a] = a;
    }
    return layout;
}

static int expect_groups(int size, const ptrdiff_t *extent) {
    ct_fft_layout from = layout_of(extent);
    ct_fft_layout into = layout_of(extent);
    int several = 0;
    do {
        do {
            int found[RANKS_MOST];
            int wanted[RANKS_MOST];
            EXPECT(ct_fft_groups(&from, &into, size, found));
            by_definition(&from, &into, size, wanted);
            EXPECT(memcmp(found, wanted, (size_t)size * sizeof *found) == 0);
            several += found[size - 1] != 0;
        } while (next_grid(size, into.grid));
        for (int a = 0; a < AXES; a++) {
            into.grid[a] = 1;
        }
    } while (next_grid(size, from.grid));
    return several;
}

int main(void) {
    static const ptrdiff_t extents[][AXES] = {{8, 8, 8}, {5, 7, 3}, {1, 2, 13}, {12, 6, 4}};
    static const int sizes[] = {1, 2, 3, 4, 6, 8, 12};
    for (size_t e = 0; e < sizeof extents / sizeof *extents; e++) {
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            EXPECT(expect_groups(sizes[s], extents[e]) > 0 || sizes[s] == 1);
        }
    }
    /* Pencils exchange in rows and columns of their grid. */
    const ptrdiff_t extent[AXES] = {12, 12, 12};
    ct_fft_layout rows = layout_of(extent);
    ct_fft_layout columns = rows;
    int group[RANKS_MOST];
    rows.grid[0] = columns.grid[0] = 3;
    rows.grid[1] = columns.grid[2] = 4;
    EXPECT(ct_fft_groups(&rows, &columns, RANKS_MOST, group));
    for (int rank = 0; rank < RANKS_MOST; rank++) {
        EXPECT_INT(group[rank], rank / 4 * 4);
    }
    return expect_status();
}
