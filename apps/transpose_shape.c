#include "apps/transpose_shape.h"

#include "apps/job_numbers.h"

#include "base/fail.h"
#include <cornerturn/transpose.h>
#include <stdlib.h>
#include <string.h>

ct_status transpose_read_extent(const transpose_config *config, ct_array_info *info) {
    double bytes = (double)info->element_bytes;
    info->axes = job_read_numbers(config->extent, "x", info->extent);
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

static ct_status read_axes(const transpose_config *config, transpose_shape *shape) {
    ptrdiff_t numbers[CT_MAX_AXES] = {0};
    int taken[CT_MAX_AXES] = {0};
    int count = shape->axes;
    int wrong = 0;
    if (strcmp(config->axes, "reverse") != 0) {
        count = job_read_numbers(config->axes, ", ", numbers);
    }
    for (int a = 0; a < count && count == shape->axes; a++) {
        ptrdiff_t axis = strcmp(config->axes, "reverse") == 0 ? count - 1 - a : numbers[a];
        wrong = wrong || axis >= count || taken[axis]++ > 0;
        shape->permutation[a] = wrong ? 0 : (int)axis;
    }
    return count == shape->axes && !wrong
               ? CT_OK
               : ct_raise(CT_ERROR_CONFIG,
                          "transpose.axes: \"%s\"; allowed: reverse, or each of 0 to %d once, such "
                          "as %s",
                          config->axes, shape->axes - 1,
                          (const char *[]){"0", "1,0", "2,0,1", "3,0,1,2"}[shape->axes - 1]);
}

static ct_status read_grid(const char *key, const char *text, int side, transpose_shape *shape) {
    ptrdiff_t numbers[CT_MAX_AXES] = {0};
    double ranks = 1;
    shape->cut[side] = TRANSPOSE_GRID;
    if (strcmp(text, "rows") == 0 || strcmp(text, "auto") == 0) {
        shape->cut[side] = text[0] == 'r' ? TRANSPOSE_ROWS : TRANSPOSE_AUTO;
        return CT_OK;
    }
    int count = job_read_numbers(text, "x", numbers);
    for (int a = 0; a < count; a++) {
        ranks *= (double)numbers[a];
        shape->grid[side][a] = numbers[a] > shape->size ? shape->size + 1 : (int)numbers[a];
    }
    return count == shape->axes && ranks >= 1 && ranks <= shape->size
               ? CT_OK
               : ct_raise(
                     CT_ERROR_CONFIG,
                     "%s: \"%s\"; allowed: rows, auto, or parts along each of the %d axes, such "
                     "as %s, in all at most the number of ranks, %d",
                     key, text, shape->axes,
                     (const char *[]){"2", "2x1", "2x1x1", "2x1x1x1"}[shape->axes - 1],
                     shape->size);
}

ct_status transpose_shape_make(const transpose_config *config, const ct_array_info *info, int size,
                               transpose_shape *shape) {
    ct_status status = CT_OK;
    *shape =
        (transpose_shape){.axes = info->axes, .size = size, .element_bytes = info->element_bytes};
    memcpy(shape->extent, info->extent, sizeof shape->extent);
    CT_TRY(read_axes(config, shape));
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

ct_box transpose_input_box(const transpose_shape *shape, const ct_box *panel, int rank) {
    ct_distribution from;
    ct_distribution into;
    transpose_distribute(shape, panel, &from, &into);
    ct_box box = ct_distribution_box(&from, rank);
    for (int a = 0; a < shape->axes; a++) {
        box.first[shape->permutation[a]] += panel->first[a];
    }
    return box;
}

ct_box transpose_output_box(const transpose_shape *shape, const ct_box *panel, int rank) {
    ct_distribution from;
    ct_distribution into;
    transpose_distribute(shape, panel, &from, &into);
    ct_box box = ct_distribution_box(&into, rank);
    for (int a = 0; a < shape->axes; a++) {
        box.first[a] += panel->first[a];
    }
    return box;
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
