/* Chooses grids and legs. The distribution stays as long as some axis to transform is local; then
 * the parts along the next axis move to a completed one, so that ranks exchange only in rows of the
 * grid. */
#include "fft/shape/route.h"

#include "base/fail.h"
#include "fft/shape/blocks.h"
#include "fft/shape/grid.h"
#include "fft/shape/split.h"

#include <string.h>

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

typedef struct planner {
    const ct_fft_shape *shape;
    int size, is_shared, returns;
    unsigned done;
    int grid[CT_MAX_AXES];
} planner;

/* Whether `axis` may join the group of the current leg. */
static int may_join(const planner *p, const ct_fft_state *state, unsigned group, int axis) {
    const ct_fft_shape *shape = p->shape;
    const int neighbours = p->is_shared ? p->size : 0;
    unsigned wider = group | 1U << axis;
    if (group == 0) {
        return 1;
    }
    const unsigned behind_two = (1U << shape->axes) - (1U << 2); /* all but the first two */
    if (group == behind_two && !p->returns && ct_fft_are_tall(shape, neighbours)) {
        return 0;
    }
    const int are_three = (group & (group - 1)) != 0;
    if (are_three && ct_fft_has_vectors(shape)) { /* two are planes, which vectors gain most by */
        return 0;
    }
    if (shape->is_split && !ct_fft_split_allows(shape, wider)) {
        return 0;
    }
    return ct_fft_block_fits(shape, wider, neighbours) &&
           (is_local(p->grid, axis) ||
            (p->is_shared && leaves_enough(state, shape->axes, wider, p->size)));
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
        const int is_next =
            ct_fft_split_part(p->shape, axis) != 2 || (p->done >> (axis - 1) & 1) != 0;
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
    const ct_fft_shape whole = ct_fft_split_undone(shape);
    int given[CT_MAX_AXES] = {0};
    int is_given = 0;
    unsigned all = 0;
    ct_status status = CT_OK;
    *route = (ct_fft_route){.legs = 0};
    CT_TRY(take_grid(shape, size, options->array.grid, given, &is_given));
    if (!is_given) {
        ct_fft_grid_choose(&whole, size, given);
    }
    ct_fft_split_grid(shape, 0, given, p.grid);
    memcpy(route->array_grid, p.grid, sizeof p.grid);
    for (int i = 0; i < count; i++) {
        all |= 1U << order[i];
    }
    while (p.done != all) {
        route->leg[route->legs++] = next_leg(&p, order, count, all);
    }
    if (options->transposed && !is_shared && !shape->is_split) {
        memcpy(given, p.grid, sizeof given);
    }
    CT_TRY(take_grid(shape, size, options->spectrum.grid, given, &is_given));
    ct_fft_split_grid(shape, 1, given, route->spectrum_grid);
cleanup:
    return status;
}
