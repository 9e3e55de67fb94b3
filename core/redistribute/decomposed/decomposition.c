#include "redistribute/decomposed/decomposition.h"

#include "base/fail.h"

#include <stdint.h>

static ct_decomposition over_grid(ct_decomposition_kind kind, int axes, const ptrdiff_t *extent,
                                  const int *grid) {
    ct_decomposition d = {.kind = kind, .axes = axes};
    for (int a = 0; a < axes && a < CT_MAX_AXES; a++) {
        d.extent[a] = extent[a];
        d.grid[a] = grid != NULL ? grid[a] : 0;
    }
    return d;
}

ct_decomposition ct_decompose_blocks(int axes, const ptrdiff_t *extent, const int *grid) {
    return over_grid(CT_DECOMPOSED_BLOCKS, axes, extent, grid);
}

ct_decomposition ct_decompose_bounds(int axes, const ptrdiff_t *extent, const int *grid,
                                     const ptrdiff_t *const *bounds) {
    ct_decomposition d = over_grid(CT_DECOMPOSED_BOUNDS, axes, extent, grid);
    for (int a = 0; a < axes && a < CT_MAX_AXES; a++) {
        d.bounds[a] = bounds[a];
    }
    return d;
}

ct_decomposition ct_decompose_cyclic(int axes, const ptrdiff_t *extent, const int *grid,
                                     const ptrdiff_t *width) {
    ct_decomposition d = over_grid(CT_DECOMPOSED_CYCLIC, axes, extent, grid);
    for (int a = 0; a < axes && a < CT_MAX_AXES; a++) {
        d.width[a] = width[a];
    }
    return d;
}

ct_decomposition ct_decompose_boxes(int axes, const ptrdiff_t *extent, ptrdiff_t boxes,
                                    const ct_box *box) {
    ct_decomposition d = over_grid(CT_DECOMPOSED_BOXES, axes, extent, NULL);
    d.boxes = boxes;
    d.box = box;
    return d;
}

static ct_status check_memory(const ct_decomposition *d) {
    int seen[CT_MAX_AXES] = {0};
    int given = 0;
    double elements = 1;
    for (int a = 0; a < d->axes; a++) {
        given = given || d->order[a] != 0;
        if (d->order[a] >= 0 && d->order[a] < d->axes) {
            seen[d->order[a]]++;
        }
        if (d->ghosts[a][0] < 0 || d->ghosts[a][1] < 0 || d->pitch[a] < 0) {
            return ct_raise(CT_ERROR_ARGUMENT,
                            "ghosts %td and %td, pitch %td along axis %d; allowed: from 0",
                            d->ghosts[a][0], d->ghosts[a][1], d->pitch[a], a);
        }
        elements *= (double)d->extent[a] + (double)d->ghosts[a][0] + (double)d->ghosts[a][1] +
                    (double)d->pitch[a];
    }
    for (int a = 0; a < d->axes && given; a++) {
        if (seen[a] != 1) {
            return ct_raise(CT_ERROR_ARGUMENT,
                            "axis %d is %d times in an order of axes; allowed: once", a, seen[a]);
        }
    }
    return elements < (double)PTRDIFF_MAX / 8192
               ? CT_OK
               : ct_raise(CT_ERROR_ARGUMENT, "an array of %.3g elements cannot be addressed",
                          elements);
}

static ct_status check_axis(const ct_decomposition *d, int axis) {
    const ptrdiff_t *bounds = d->bounds[axis];
    if (d->grid[axis] < 1) {
        return ct_raise(CT_ERROR_ARGUMENT, "%d parts along axis %d; allowed: from 1", d->grid[axis],
                        axis);
    }
    if (d->kind == CT_DECOMPOSED_CYCLIC &&
        (d->width[axis] < 1 || d->source[axis] < 0 || d->source[axis] >= d->grid[axis])) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "blocks of %td positions along axis %d, the first one of part %d; allowed: "
                        "from 1, part 0 to %d",
                        d->width[axis], axis, d->source[axis], d->grid[axis] - 1);
    }
    for (int i = 0; d->kind == CT_DECOMPOSED_BOUNDS && i <= d->grid[axis]; i++) {
        const ptrdiff_t least = i > 0 && bounds != NULL ? bounds[i - 1] : 0;
        const ptrdiff_t most = i > 0 ? d->extent[axis] : 0;
        if (bounds == NULL || bounds[i] < least || bounds[i] > most ||
            (i == d->grid[axis] && bounds[i] != most)) {
            return ct_raise(CT_ERROR_ARGUMENT,
                            "bound %d of axis %d is %td; allowed: numbers from 0 to %td, the "
                            "first and the last, that do not fall",
                            i, axis, bounds != NULL ? bounds[i] : -1, d->extent[axis]);
        }
    }
    for (int part = 0; d->pitch[axis] > 0 && part < d->grid[axis]; part++) {
        const ptrdiff_t needed =
            ct_decomposition_count(d, axis, part) + d->ghosts[axis][0] + d->ghosts[axis][1];
        if (needed > d->pitch[axis]) {
            return ct_raise(CT_ERROR_ARGUMENT,
                            "a pitch of %td along axis %d for %td positions with ghosts",
                            d->pitch[axis], axis, needed);
        }
    }
    return CT_OK;
}

static ct_status check_box(const ct_decomposition *d, ptrdiff_t index) {
    const ct_box *box = &d->box[index];
    int inside = box->axes == d->axes;
    for (int a = 0; inside && a < d->axes; a++) {
        inside = box->first[a] >= 0 && box->count[a] >= 0 &&
                 box->first[a] <= d->extent[a] - box->count[a] && d->pitch[a] == 0;
    }
    if (!inside || (d->offset != NULL && d->offset[index] < 0)) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "box %td is not inside the array, or in memory before its beginning, or "
                        "has a pitch",
                        index);
    }
    return CT_OK;
}

ct_status ct_decomposition_check(const ct_decomposition *decomposition, int size) {
    const ct_decomposition *d = decomposition;
    double ranks = 1;
    ct_status status = CT_OK;
    if (d->axes < 1 || d->axes > CT_MAX_AXES || d->kind < CT_DECOMPOSED_BLOCKS ||
        d->kind > CT_DECOMPOSED_BOXES) {
        CT_FAIL(CT_ERROR_ARGUMENT,
                "a decomposition of kind %d and %d axes; allowed: kinds 0 to "
                "%d, 1 to %d axes",
                (int)d->kind, d->axes, (int)CT_DECOMPOSED_BOXES, CT_MAX_AXES);
    }
    for (int a = 0; a < d->axes; a++) {
        if (d->extent[a] < 0) {
            CT_FAIL(CT_ERROR_ARGUMENT, "extent %td along axis %d; allowed: from 0", d->extent[a],
                    a);
        }
    }
    CT_TRY(check_memory(d));
    if (d->kind == CT_DECOMPOSED_BOXES) {
        if (d->boxes < 0 || (d->boxes > 0 && d->box == NULL)) {
            CT_FAIL(CT_ERROR_ARGUMENT, "%td boxes%s", d->boxes,
                    d->box == NULL ? ", none given" : "");
        }
        for (ptrdiff_t i = 0; i < d->boxes; i++) {
            CT_TRY(check_box(d, i));
        }
        goto cleanup;
    }
    for (int a = 0; a < d->axes; a++) {
        CT_TRY(check_axis(d, a));
        ranks *= d->grid[a];
    }
    if (ranks > size) {
        CT_FAIL(CT_ERROR_ARGUMENT, "a grid of %.0f parts for %d %s; allowed: at most %d", ranks,
                size, size == 1 ? "rank" : "ranks", size);
    }
cleanup:
    return status;
}

/* Of the blocks that are dealt out in turn, those of the part that is `turn`-th (ScaLAPACK:
 * NUMROC). */
static ptrdiff_t cyclic_count(ptrdiff_t extent, ptrdiff_t width, int parts, int turn) {
    const ptrdiff_t blocks = extent / width; /* whole ones */
    const ptrdiff_t last = blocks % parts == turn ? extent % width : 0;
    return (blocks / parts + (turn < blocks % parts)) * width + last;
}

ptrdiff_t ct_decomposition_count(const ct_decomposition *decomposition, int axis, int part) {
    const ct_decomposition *d = decomposition;
    const int parts = d->grid[axis];
    switch (d->kind) {
    case CT_DECOMPOSED_BOUNDS:
        return d->bounds[axis][part + 1] - d->bounds[axis][part];
    case CT_DECOMPOSED_CYCLIC:
        return cyclic_count(d->extent[axis], d->width[axis], parts,
                            (part + parts - d->source[axis]) % parts);
    default:
        return ct_block_count(d->extent[axis], parts, part);
    }
}

void ct_decomposition_order(const ct_decomposition *decomposition, int order[CT_MAX_AXES]) {
    const ct_decomposition *d = decomposition;
    int given = 0;
    for (int i = 0; i < d->axes; i++) {
        given = given || d->order[i] != 0;
    }
    for (int i = 0; i < d->axes; i++) {
        order[i] = given ? d->order[i] : i;
    }
}

int ct_decomposition_holds(const ct_decomposition *decomposition, int rank) {
    int rest = rank;
    for (int a = 0; a < decomposition->axes; a++) {
        rest /= decomposition->grid[a];
    }
    return rest == 0;
}

void ct_decomposition_parts(const ct_decomposition *decomposition, int rank,
                            int part[CT_MAX_AXES]) {
    const ct_decomposition *d = decomposition;
    int rest = rank;
    for (int i = 0; i < d->axes; i++) {
        const int a = d->first_fastest ? i : d->axes - 1 - i;
        part[a] = rest % d->grid[a];
        rest /= d->grid[a];
    }
}

/* The last part that begins at a position or before it. */
static int bounded_owner(const ptrdiff_t *bounds, int parts, ptrdiff_t position) {
    int low = 0;
    int high = parts - 1;
    while (low < high) {
        const int middle = low + (high - low + 1) / 2;
        low = bounds[middle] <= position ? middle : low;
        high = bounds[middle] <= position ? high : middle - 1;
    }
    return low;
}

int ct_decomposition_owner(const ct_decomposition *decomposition, int axis, ptrdiff_t position,
                           ptrdiff_t *end) {
    const ct_decomposition *d = decomposition;
    const ptrdiff_t extent = d->extent[axis];
    const int parts = d->grid[axis];
    if (d->kind == CT_DECOMPOSED_BOUNDS) {
        const int part = bounded_owner(d->bounds[axis], parts, position);
        *end = d->bounds[axis][part + 1];
        return part;
    }
    if (d->kind == CT_DECOMPOSED_CYCLIC) {
        const ptrdiff_t number = position / d->width[axis];
        const ptrdiff_t left = extent - number * d->width[axis];
        *end = number * d->width[axis] + (left < d->width[axis] ? left : d->width[axis]);
        return (int)((number + d->source[axis]) % parts);
    }
    const ptrdiff_t least = extent / parts;
    const ptrdiff_t larger = extent % parts * (least + 1); /* positions in blocks of one more */
    const ptrdiff_t part =
        position < larger ? position / (least + 1) : extent % parts + (position - larger) / least;
    *end = ct_block_first(extent, parts, (int)part + 1);
    return (int)part;
}

ptrdiff_t ct_decomposition_box_elements(const ct_decomposition *decomposition, const ct_box *box) {
    const ct_decomposition *d = decomposition;
    ptrdiff_t elements = 1;
    for (int a = 0; a < d->axes; a++) {
        elements *= box->count[a] + d->ghosts[a][0] + d->ghosts[a][1];
    }
    return elements;
}

ptrdiff_t ct_decomposition_elements(const ct_decomposition *decomposition, int rank) {
    const ct_decomposition *d = decomposition;
    ptrdiff_t elements = 1;
    int part[CT_MAX_AXES];
    if (d->kind == CT_DECOMPOSED_BOXES) {
        ptrdiff_t end = 0;
        for (ptrdiff_t i = 0; i < d->boxes; i++) {
            const ptrdiff_t begin = d->offset != NULL ? d->offset[i] : end;
            const ptrdiff_t here = begin + ct_decomposition_box_elements(d, &d->box[i]);
            end = here > end ? here : end;
        }
        return end;
    }
    if (!ct_decomposition_holds(d, rank)) {
        return 0;
    }
    ct_decomposition_parts(d, rank, part);
    for (int a = 0; a < d->axes; a++) {
        elements *= d->pitch[a] > 0
                        ? d->pitch[a]
                        : ct_decomposition_count(d, a, part[a]) + d->ghosts[a][0] + d->ghosts[a][1];
    }
    return elements;
}
