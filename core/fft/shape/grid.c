#include "fft/shape/grid.h"

#include <string.h>

/* Largest allowed ratio of a rank's work to the mean. */
static const double UNEVEN_MOST = 1.25;

/* The search for parts along the axes of `free`. */
typedef struct search {
    const ct_fft_state *state;
    int axes;
    unsigned free;
    double best_load;
    int grid[CT_MAX_AXES], best[CT_MAX_AXES];
} search;

static double load_of(const ct_fft_state *state, int axes, const int *grid) {
    double load = 1;
    for (int a = 0; a < axes; a++) {
        load *= (double)ct_block_count(state->extent[a], grid[a], 0);
    }
    return load;
}

/* Grids with the most parts along the first axes come first, and win ties. */
static void try_axis(search *s, int axis, int left) {
    if (axis >= s->axes || axis >= CT_MAX_AXES) {
        double load = load_of(s->state, s->axes, s->grid);
        if (load < s->best_load) {
            s->best_load = load;
            memcpy(s->best, s->grid, sizeof s->best);
        }
        return;
    }
    ptrdiff_t extent = s->state->extent[axis];
    int most = (s->free >> axis & 1) == 0 ? 1 : extent < left ? (int)extent : left;
    for (int parts = most; parts >= 1; parts--) {
        s->grid[axis] = parts;
        try_axis(s, axis + 1, left / parts);
    }
}

double ct_fft_grid_best(const ct_fft_state *state, int axes, unsigned free, int size, int *grid) {
    search s = {.state = state, .axes = axes, .free = free, .best_load = 1e300};
    try_axis(&s, 0, size);
    memcpy(grid, s.best, sizeof s.best);
    return s.best_load;
}

int ct_fft_grid_is_even(const ct_fft_state *state, int axes, const int *grid, int size) {
    double all = 1;
    for (int a = 0; a < axes; a++) {
        all *= (double)state->extent[a];
    }
    return load_of(state, axes, grid) * size <= UNEVEN_MOST * all;
}

/* Takes slabs along an axis if they divide both the array and its spectrum evenly.
 */
static int take_slabs(const ct_fft_shape *shape, int size, int axis, int *grid) {
    ct_fft_state array = ct_fft_state_of(shape, 0);
    ct_fft_state spectrum = ct_fft_state_of(shape, ~0U);
    for (int a = 0; a < shape->axes; a++) {
        grid[a] = a == axis ? size : 1;
    }
    return ct_fft_grid_is_even(&array, shape->axes, grid, size) &&
           ct_fft_grid_is_even(&spectrum, shape->axes, grid, size);
}

/* Slabs along an axis that is not transformed, or the first; if uneven, blocks with the last axis
 * whole, unless that doubles the largest part. */
void ct_fft_grid_choose(const ct_fft_shape *shape, int size, int *grid) {
    ct_fft_state array = ct_fft_state_of(shape, 0);
    int other[CT_MAX_AXES];
    for (int a = 0; a < shape->axes; a++) {
        if (shape->axis[a].kind == CT_FFT_NONE && take_slabs(shape, size, a, grid)) {
            return;
        }
    }
    if (take_slabs(shape, size, 0, grid) || shape->reduced_points > 0) {
        return;
    }
    double whole = ct_fft_grid_best(&array, shape->axes, ~(1U << (shape->axes - 1)), size, grid);
    if (shape->axes > 1 && ct_fft_grid_best(&array, shape->axes, ~0U, size, other) < whole / 2) {
        memcpy(grid, other, sizeof other);
    }
}
