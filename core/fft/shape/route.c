/* Chooses grids and legs. The distribution stays as long as some axis to transform is local; then
 * the parts along the next axis move to a completed one, so that ranks exchange only in rows of the
 * grid. */
#include "fft/shape/route.h"

#include "base/arithmetic/extremes.h"
#include "base/fail.h"
#include "fft/lines/codelets/kernels/kernels.h"
#include "fft/lines/codelets/plane.h"
#include "fft/lines/codelets/rows.h"
#include "fft/lines/codelets/tall.h"
#include "fft/shape/grid.h"
#include "fft/shape/split.h"
#include "kernels/cache.h"

#include <string.h>

/* Blocks up to this size are transformed along several axes at once: two of them, before and after,
 * and a tile fit a core's cache. Blocks whole along the last axis are read in one piece, and pay up
 * to a core's share of the last-level cache: the others would be read in pieces of a line or two
 * (64 x 64 x 4096: 78 to 96 ms, axes 1 and 0 together 114 to 138; 512^3: as fast as in three
 * sweeps). */
enum { BLOCK_MOST_BYTES = 1280 * 1024, PLANES_MOST_BYTES = 4 << 20 };

static int is_local(const int *grid, int axis) {
    return grid[axis] == 1;
}

/* Makes `axis` local: moves its parts to another undivided axis, if possible not a `waiting` one;
 * divides all axes anew if that leaves ranks idle. */
static void make_local(const ct_fft_state *state, int axes, int axis, unsigned waiting, int size,
                       int *grid) {
    int moved[CT_MAX_AXES];
    int into = -1;
    for (int a = 0; a < axes; a++) {
        int fits = a != axis && grid[a] == 1 && state->extent[a] >= grid[axis];
        int is_better = into < 0 || ((waiting >> into & 1) != 0 && (waiting >> a & 1) == 0);
        into = fits && is_better ? a : into;
    }
    memcpy(moved, grid, sizeof moved);
    if (into >= 0) {
        moved[into] = moved[axis];
        moved[axis] = 1;
    }
    if (into < 0 || !ct_fft_grid_is_even(state, axes, moved, size)) {
        (void)ct_fft_grid_best(state, axes, ~(1U << axis), size, moved);
    }
    memcpy(grid, moved, sizeof moved);
}

/* Whether work undivided along `group` can be balanced along the other axes. */
static int leaves_enough(const ct_fft_state *state, int axes, unsigned group, int size) {
    int grid[CT_MAX_AXES];
    (void)ct_fft_grid_best(state, axes, ~group, size, grid);
    return ct_fft_grid_is_even(state, axes, grid, size);
}

/* Bytes of a block whole along `group`, the larger of before and after its transforms; of vectors
 * it has all components. */
static double block_bytes(const ct_fft_shape *shape, unsigned group) {
    double bytes = shape->precision == CT_FLOAT ? 8 : 16;
    for (int a = 0; a < shape->axes; a++) {
        const int is_component = a == shape->axes - 1 && ct_fft_has_vectors(shape);
        bytes *= is_component || (group >> a & 1) != 0 ? (double)shape->axis[a].length : 1;
    }
    return bytes;
}

typedef struct planner {
    const ct_fft_shape *shape;
    int size, is_shared, returns;
    unsigned done;
    int grid[CT_MAX_AXES];
} planner;

/* Rows of the last axis go alone, and then both others as planes that are columns
 * (codelets/tall.h), where planes of rows leave the second-level cache and columns have few rows.
 * Where rows have no kernel (codelets/rows.h) that pays up to so many bytes of a rank's array. Two
 * ranks, medians of runs, ms, by passes and so: c2c 4 x 250 x 1000 6.0 and 4.0, 4 x 256 x 1024 6.7
 * and 3.8, 8 x 128 x 1000 4.3 and 4.1, 16 x 64 x 2048 7.7 and 7.2, 16 x 32 x 5120 10.7 and 9.0; but
 * of longer rows 8 x 64 x 6000 14.7 and 15.1, 16 x 8 x 8192 2.9 and 3.2. Of more rows, with AVX2: 2
 * x 1024 x 1024 25 and 13, 4 x 1000 x 1000 43 and 26, 3 x 1000 x 2000 73 and 40, 18 x 400 x 800 57
 * and 38, 8 x 1024 x 1024 66 and 55, r2c 18 x 400 x 1600 55 and 44, c2r 3 x 1000 x 2000 24 and 16;
 * but 16 x 1024 x 1024 115 and 140, r2c 8 x 1024 x 2048 56 and 63, c2r 54 and 66. Shorter rows gain
 * where planes of them leave the last-level cache or have no kernel (2 x 2048 x 256 13 and 7, 8 x
 * 1024 x 512 33 and 29, 5 x 600 x 200 5.4 and 3.7; 16 x 256 x 256 4.8 and 6.2). One rank: 2 x 1024
 * x 1024 31 and 19. Of four axes planes of the last two go first (16^4 0.28 and 0.12, 64^4 120 and
 * 89, 3 x 200^3 286 and 144, r2c 48^4 23 and 15). */
enum { TALL_ROWS_MOST = 10240, TALL_REAL_ROWS_MOST = 7680, TALL_PLANE_LEAST = 1 << 20 };
enum { TALL_BYTES = 8 << 20, TALL_LINE_BYTES = 80 << 10 }; /* of a rank, of a row */

/* Bytes of the largest planes of the last two axes that go as such. Those that have kernels gain up
 * to half of a rank's share of the last-level cache, as they are read and written once and their
 * work array stays there (two ranks, ms, in two blocks of others and so, a Zen 5: c2c 20 x 1000 x
 * 500 24.4 and 16.6, 64 x 700 x 480 54 and 35, r2c 20 x 1000 x 512 11.6 and 9.5; but those of long
 * rows, 40 x 720 x 720, 58 and 82). */
static double planes_most_bytes(const planner *p, int has_kernels) {
    const ptrdiff_t share = p->is_shared && has_kernels ? ct_cache_share_bytes(p->size) / 2 : 0;
    return (double)ct_most(share, PLANES_MOST_BYTES);
}

/* Whether planes of the last two axes have kernels, those of rows in one step. */
static int have_kernels(const ct_fft_shape *shape) {
    const ct_fft_axis *row = &shape->axis[shape->axes - 1];
    const ct_fft_axis *column = row - 1;
    const int is_real = row->kind == CT_FFT_R2C;
    const int is_whole = is_real ? row->points == row->length && row->modes == row->length / 2 + 1
                                 : ct_fft_axis_is_whole(row);
    return is_whole && ct_fft_axis_is_whole(column) &&
           row->length / (is_real ? 2 : 1) <= CT_CODELET_MOST &&
           ct_fft_codelet_plane_dense_bytes(is_real ? CT_CLASS_R2C : CT_CLASS_C2C, CT_FORWARD,
                                            column->length, row->length, 1, shape->precision) > 0;
}

/* Whether the first two axes go so, after the others. */
static int are_tall(const planner *p) {
    const ct_fft_shape *shape = p->shape;
    const ct_fft_axis *axis = shape->axis;
    const int last = shape->axes - 1;
    const ct_fft_class class = axis[last].kind == CT_FFT_R2C ? CT_CLASS_R2C : CT_CLASS_C2C;
    const double element = shape->precision == CT_FLOAT ? 8 : 16;
    int suits = p->is_shared && !p->returns && !shape->is_split && (last == 2 || last == 3) &&
                (axis[last].kind == CT_FFT_C2C || axis[last].kind == CT_FFT_R2C);
    for (int a = 0; a < 2; a++) {
        suits = suits && ct_fft_axis_is_whole(&axis[a]);
    }
    const ptrdiff_t rows = axis[0].length * axis[1].length;
    if (!suits || rows > (class == CT_CLASS_R2C ? TALL_REAL_ROWS_MOST : TALL_ROWS_MOST) ||
        ct_fft_tall_plane_bytes(axis[0].length, axis[1].length, shape->precision, CT_LINE_BYTES) ==
            0) {
        return 0;
    }
    if (last > 2) {
        return 1;
    }
    const double numbers = (double)axis[2].length / (class == CT_CLASS_R2C ? 2 : 1);
    const double plane_bytes = element * (double)axis[1].length * numbers;
    const int has_kernels = have_kernels(shape);
    return (numbers > CT_CODELET_MOST || (class == CT_CLASS_C2C && !has_kernels) ||
            plane_bytes > planes_most_bytes(p, has_kernels)) &&
           element * numbers <= TALL_LINE_BYTES && plane_bytes >= TALL_PLANE_LEAST &&
           (plane_bytes * (double)axis[0].length / p->size <= TALL_BYTES ||
            ct_fft_codelet_rows_bytes(class, axis[2].length, 1, shape->precision) > 0);
}

/* Whether `axis` may join the group of the current leg. */
static int may_join(const planner *p, const ct_fft_state *state, unsigned group, int axis) {
    const ct_fft_shape *shape = p->shape;
    unsigned wider = group | 1U << axis;
    const int are_planes = (wider >> (shape->axes - 1) & 1) != 0;
    if (group == 0) {
        return 1;
    }
    const unsigned behind_two = (1U << shape->axes) - (1U << 2); /* all but the first two */
    if (group == behind_two && are_tall(p)) {
        return 0;
    }
    const int are_three = (group & (group - 1)) != 0;
    if (are_three && ct_fft_has_vectors(shape)) { /* two are planes, which vectors gain most by */
        return 0;
    }
    const int are_last_two = wider == 3U << (shape->axes - 2);
    const double most_bytes =
        are_planes ? planes_most_bytes(p, are_last_two && have_kernels(shape)) : BLOCK_MOST_BYTES;
    if ((shape->is_split && (wider & 3) == 3) || /* what the second makes has another order */
        block_bytes(shape, wider) > most_bytes) {
        return 0;
    }
    return is_local(p->grid, axis) ||
           (p->is_shared && leaves_enough(state, shape->axes, wider, p->size));
}

/* Whether c2c axes must wait for the r2c axis. */
static int must_wait(const planner *p, unsigned group, int axis) {
    int waits = 0;
    for (int a = 0; p->shape->axis[axis].kind == CT_FFT_C2C && a < p->shape->axes; a++) {
        waits =
            waits || (p->shape->axis[a].kind == CT_FFT_R2C && ((p->done | group) >> a & 1) == 0);
    }
    return waits;
}

/* The first axis still to be transformed. */
static int first_left(const planner *p, const int *order, int count) {
    int i = 0;
    while (i < count - 1 && (p->done >> order[i] & 1) != 0) {
        i++;
    }
    return order[i];
}

/* Sets the axes of the next leg: the local ones, or else the first remaining one. Returns them as
 * bits. */
static unsigned choose_axes(const planner *p, const ct_fft_state *state, const int *order,
                            int count, ct_fft_leg *leg) {
    int first = first_left(p, order, count);
    unsigned group = 0;
    for (int i = 0; i < count; i++) {
        int axis = order[i];
        int is_left = (p->done >> axis & 1) == 0;
        int is_here = p->is_shared || is_local(p->grid, axis);
        const int is_next = !p->shape->is_split || axis != 1 || (p->done & 1) != 0;
        if (is_left && is_here && is_next && !must_wait(p, group, axis) &&
            may_join(p, state, group, axis)) {
            leg->axis[leg->count++] = axis;
            group |= 1U << axis;
        }
    }
    if (leg->count == 0) {
        leg->axis[leg->count++] = first;
        group = 1U << first;
    }
    return group;
}

/* Sets the grid of a leg: as before, with its axes undivided. */
static void divide(planner *p, const ct_fft_state *state, const ct_fft_leg *leg, unsigned group,
                   unsigned all) {
    int axes = p->shape->axes;
    int is_whole = 1;
    for (int i = 0; i < leg->count; i++) {
        if (!is_local(p->grid, leg->axis[i])) {
            make_local(state, axes, leg->axis[i], all & ~p->done, p->size, p->grid);
        }
    }
    for (int i = 0; i < leg->count; i++) {
        is_whole = is_whole && is_local(p->grid, leg->axis[i]);
    }
    if (!is_whole || (p->is_shared && !ct_fft_grid_is_even(state, axes, p->grid, p->size))) {
        (void)ct_fft_grid_best(state, axes, ~group, p->size, p->grid);
    }
}

static ct_fft_leg next_leg(planner *p, const int *order, int count, unsigned all) {
    ct_fft_state state = ct_fft_state_of(p->shape, p->done);
    ct_fft_leg leg = {.count = 0};
    unsigned group = choose_axes(p, &state, order, count, &leg);
    divide(p, &state, &leg, group, all);
    memcpy(leg.grid, p->grid, sizeof leg.grid);
    p->done |= group;
    return leg;
}

/* Checks and takes a given grid over the problem's axes. */
static ct_status take_grid(const ct_fft_shape *shape, int size, const int *given, int *grid,
                           int *is_given) {
    double ranks = 1;
    int axes = ct_fft_problem_axes(shape);
    *is_given = 0;
    for (int a = 0; a < axes; a++) {
        *is_given = *is_given || given[a] != 0;
    }
    for (int a = 0; *is_given && a < axes; a++) {
        ranks *= given[a];
        if (given[a] < 1 || ranks > size) {
            return ct_raise(CT_ERROR_ARGUMENT,
                            "an FFT's grid has %d parts along axis %d; allowed: from 1, their "
                            "product at most %d",
                            given[a], a, size);
        }
        grid[a] = given[a];
    }
    return CT_OK;
}

ct_status ct_fft_route_plan(const ct_fft_shape *shape, int size, int is_shared, int returns,
                            const ct_fft_options *options, ct_fft_route *route) {
    planner p = {.shape = shape, .size = size, .is_shared = is_shared, .returns = returns};
    int order[CT_MAX_AXES];
    int count = ct_fft_shape_order(shape, order);
    const int slabs[CT_MAX_AXES] = {size, 1, 1, 1};
    int given[CT_MAX_AXES] = {0};
    int is_given = 0;
    unsigned all = 0;
    ct_status status = CT_OK;
    *route = (ct_fft_route){.legs = 0};
    CT_TRY(take_grid(shape, size, options->array.grid, given, &is_given));
    if (is_given || shape->is_split) {
        ct_fft_split_grid(shape, 0, is_given ? given : slabs, p.grid);
    } else {
        ct_fft_grid_choose(shape, size, p.grid);
    }
    memcpy(route->array_grid, p.grid, sizeof p.grid);
    for (int i = 0; i < count; i++) {
        all |= 1U << order[i];
    }
    while (p.done != all) {
        route->leg[route->legs++] = next_leg(&p, order, count, all);
    }
    CT_TRY(take_grid(shape, size, options->spectrum.grid, given, &is_given));
    if (is_given || shape->is_split) {
        ct_fft_split_grid(shape, 1, is_given ? given : slabs, route->spectrum_grid);
    } else {
        memcpy(route->spectrum_grid, options->transposed && !is_shared ? p.grid : route->array_grid,
               sizeof p.grid);
    }
cleanup:
    return status;
}
