/* The process grid that suits an array: every grid that the ranks suffice for is looked at. With as
 * many parts along the last open axis as there are ranks left for, these are about P log P. */
#include <cornerturn/grid.h>

#include "base/fail.h"

#include <string.h>

typedef struct search {
    int axes, last_open;
    const ptrdiff_t *extent;
    const int *given;
    int grid[CT_MAX_AXES], best[CT_MAX_AXES];
    double best_elements, best_edges; /* of the largest part; negative: none found yet */
} search;

/* Whether the grid at hand is better than the best. */
static int is_better(const search *s, double elements, double edges) {
    if (s->best_elements < 0 || elements != s->best_elements) {
        return s->best_elements < 0 || elements < s->best_elements;
    }
    if (edges != s->best_edges) {
        return edges < s->best_edges;
    }
    for (int a = 0; a < s->axes; a++) {
        if (s->grid[a] != s->best[a]) {
            return s->grid[a] > s->best[a];
        }
    }
    return 0;
}

static void consider(search *s) {
    double elements = 1;
    double edges = 0;
    for (int a = 0; a < s->axes; a++) {
        double edge = (double)ct_block_count(s->extent[a], s->grid[a], 0);
        elements *= edge;
        edges += edge;
    }
    if (is_better(s, elements, edges)) {
        memcpy(s->best, s->grid, sizeof s->best);
        s->best_elements = elements;
        s->best_edges = edges;
    }
}

/* Tries the parts of `axis` and those after it with `ranks` ranks. */
static void try_axis(search *s, int axis, int ranks) { // NOLINT(misc-no-recursion)
    if (axis == s->axes) {
        consider(s);
        return;
    }
    if (s->given[axis] > 0) {
        s->grid[axis] = s->given[axis];
        try_axis(s, axis + 1, ranks);
        return;
    }
    int most = s->extent[axis] < ranks ? (int)s->extent[axis] : ranks;
    most = most < 1 ? 1 : most;
    for (int parts = axis == s->last_open ? most : 1; parts <= most; parts++) {
        s->grid[axis] = parts;
        try_axis(s, axis + 1, ranks / parts);
    }
}

ct_status ct_grid_auto(int axes, const ptrdiff_t *extent, int size, int *grid) {
    search s = {.axes = axes, .extent = extent, .given = grid, .last_open = -1};
    double given = 1;
    s.best_elements = -1;
    for (int a = 0; a < axes; a++) {
        given *= grid[a] > 0 ? grid[a] : 1;
        s.last_open = grid[a] > 0 ? s.last_open : a;
    }
    if (given > size) {
        return ct_raise(CT_ERROR_ARGUMENT, "a grid of %.0f parts or more for %d %s", given, size,
                        size == 1 ? "rank" : "ranks");
    }
    try_axis(&s, 0, size / (int)given);
    memcpy(grid, s.best, (size_t)axes * sizeof *grid);
    return CT_OK;
}
