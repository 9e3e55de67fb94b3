#include "apps/transpose/shape.h"

#include "apps/common/lists.h"
#include "base/fail.h"
#include "io/array/info.h"
#include <cornerturn/transpose.h>
#include <stdint.h>
#include <string.h>

ct_status transpose_read_extent(const transpose_config *config, ct_array_info *info) {
    double bytes = (double)info->element_bytes;
    info->axes = job_read_counts(config->extent, "x,", info->extent);
    for (int a = 0; a < info->axes; a++) {
        bytes *= (double)info->extent[a];
    }
    if (info->axes < 1 || bytes > (double)(PTRDIFF_MAX / 4)) {
        return ct_raise(CT_ERROR_CONFIG,
                        "generate.extent: \"%s\"; allowed: 1 to %d extents such as 4096x4096 that "
                        "memory can address",
                        config->extent, CT_MAX_AXES);
    }
    return CT_OK;
}

static ct_status read_grid(const char *key, const char *text, int side, transpose_shape *shape) {
    shape->cut[side] = TRANSPOSE_GRID;
    if (strcmp(text, "rows") == 0 || strcmp(text, "auto") == 0) {
        shape->cut[side] = text[0] == 'r' ? TRANSPOSE_ROWS : TRANSPOSE_AUTO;
        return CT_OK;
    }
    return job_read_grid(key, text, "rows, auto", shape->axes, shape->size, shape->grid[side]);
}

ct_status transpose_shape_make(const transpose_config *config, const ct_array_info *info, int size,
                               transpose_shape *shape) {
    ct_status status = CT_OK;
    *shape =
        (transpose_shape){.axes = info->axes, .size = size, .element_bytes = info->element_bytes};
    memcpy(shape->extent, info->extent, sizeof shape->extent);
    CT_TRY(job_read_order("transpose.axes", config->axes, shape->axes, shape->permutation));
    CT_TRY(read_grid("distribution.input", config->input_grid, 0, shape));
    CT_TRY(read_grid("distribution.output", config->output_grid, 1, shape));
cleanup:
    return status;
}

/* Chooses the grid of an array of the distribution's extent. */
static void choose_grid(const transpose_shape *shape, int side, ct_distribution *d) {
    for (int a = 0; a < d->axes; a++) {
        d->grid[a] = shape->cut[side] == TRANSPOSE_GRID   ? shape->grid[side][a]
                     : shape->cut[side] == TRANSPOSE_AUTO ? 0
                     : a == 0                             ? shape->size
                                                          : 1;
    }
    if (shape->cut[side] == TRANSPOSE_AUTO) {
        (void)ct_grid_auto(d->axes, d->extent, shape->size, d->grid); /* nothing is given */
    }
}

void transpose_distribute(const transpose_shape *shape, const ct_box *panel, ct_distribution *from,
                          ct_distribution *into) {
    *from = (ct_distribution){.axes = shape->axes};
    *into = (ct_distribution){.axes = shape->axes};
    for (int a = 0; a < shape->axes; a++) {
        into->extent[a] = panel->count[a];
        from->extent[shape->permutation[a]] = panel->count[a];
    }
    choose_grid(shape, 0, from);
    choose_grid(shape, 1, into);
}

/* A rank's part of a panel, in the input (0) or the result (1). */
static ct_box box_of(const transpose_shape *shape, const ct_box *panel, int side, int rank) {
    ct_distribution sides[2];
    transpose_distribute(shape, panel, &sides[0], &sides[1]);
    ct_box box = ct_distribution_box(&sides[side], rank);
    for (int a = 0; a < shape->axes; a++) {
        box.first[side == 0 ? shape->permutation[a] : a] += panel->first[a];
    }
    return box;
}

ct_box transpose_input_box(const transpose_shape *shape, const ct_box *panel, int rank) {
    return box_of(shape, panel, 0, rank);
}

ct_box transpose_output_box(const transpose_shape *shape, const ct_box *panel, int rank) {
    return box_of(shape, panel, 1, rank);
}

void transpose_array_bytes(const transpose_shape *shape, int rank, ptrdiff_t bytes[2]) {
    bytes[0] = bytes[1] = 0;
    /* All panels are as large as the first, but the last along the axis that is cut. */
    for (int last = 0; last < 2 && shape->panels.count > 0; last++) {
        ct_box panel;
        (void)ct_slices_at(&shape->panels, last ? shape->panels.pieces - 1 : 0, &panel);
        const ct_box boxes[2] = {transpose_input_box(shape, &panel, rank),
                                 transpose_output_box(shape, &panel, rank)};
        for (int side = 0; side < 2; side++) {
            const ptrdiff_t here = ct_box_elements(&boxes[side]) * shape->element_bytes;
            bytes[side] = here > bytes[side] ? here : bytes[side];
        }
    }
    if (shape->swaps) {
        bytes[0] = 0;
    }
}
