/* Transforms lines tile by tile. */
#include "fft/lines/codelets/straight.h"
#include "fft/lines/lines.h"

#include "kernels/strided.h"
#include "redistribute/box.h"

#include <string.h>

/* A tile at one end: its box of the array, and its first line. */
typedef struct tile {
    const ct_fft_end *end;
    ct_box box;
    char *lines;
} tile;

/* Copies the positions of `part`, inside one range and one piece, into or out of the tile. */
static void copy_part(const ct_fft_lines *lines, const tile *t, const ct_box *part,
                      const ct_fft_range *range, const ct_fft_piece *piece, char *address,
                      int gathers) {
    const ct_fft_end *end = t->end;
    ct_strided copy = {.unit_bytes = end->element_bytes,
                       .streams = !gathers && (lines->streams || piece->streams)};
    ptrdiff_t in_array = piece->offset;
    ptrdiff_t in_tile = 0;
    for (int i = 0; i < lines->axes; i++) { /* fastest of the tile first */
        int a = lines->order[end->is_across ? (i + 1) % lines->axes : i];
        ptrdiff_t step = lines->step[a] * end->pitch * end->element_bytes;
        ptrdiff_t first = part->first[a] - t->box.first[a];
        if (a == lines->axis) {
            step = end->step * end->element_bytes;
            first = part->first[a] - range->outside + range->inside;
        }
        in_tile += first * step;
        in_array += (part->first[a] - piece->box.first[a]) * piece->stride[a];
        ct_strided_append(&copy, part->count[a], gathers ? piece->stride[a] : step,
                          gathers ? step : piece->stride[a]);
    }
    char *array = address + in_array;
    char *line = t->lines + in_tile;
    ct_strided_copy(&copy, gathers ? array : line, gathers ? line : array);
}

/* Whether two boxes have positions in common: most pieces are elsewhere where there are many. */
static int do_meet(const ct_box *a, const ct_box *b) {
    int meet = 1;
    for (int i = 0; meet && i < a->axes; i++) {
        meet = a->first[i] < b->first[i] + b->count[i] && b->first[i] < a->first[i] + a->count[i];
    }
    return meet;
}

/* Copies between the tile and all pieces and ranges of the array. */
static void copy_tile(const ct_fft_lines *lines, const tile *t, const ct_fft_view *view,
                      int gathers) {
    for (int p = 0; p < view->count; p++) {
        const ct_fft_piece *piece = &view->piece[p];
        if (!do_meet(&t->box, &piece->box)) {
            continue;
        }
        ct_box common = ct_box_common(&t->box, &piece->box);
        for (int r = 0; r < 2; r++) {
            ct_box range = t->box;
            range.first[lines->axis] = t->end->range[r].outside;
            range.count[lines->axis] = t->end->range[r].count;
            ct_box part = ct_box_common(&common, &range);
            if (ct_box_elements(&part) > 0) {
                copy_part(lines, t, &part, &t->end->range[r], piece,
                          ct_fft_view_memory(view, piece), gathers);
            }
        }
    }
}

/* Whether a box is as narrow as the plans for narrower tiles are for. A tile of any other width, at
 * the end of smaller blocks, is transformed as a full one. */
static int is_rest(const ct_fft_lines *lines, const ct_box *box) {
    int found = lines->rest > 0;
    for (int a = 0; a < lines->axes; a++) {
        ptrdiff_t wanted = a == lines->rest_axis ? lines->rest : lines->width[a];
        found = found && (a == lines->axis || box->count[a] == wanted);
    }
    return found;
}

/* Zeros the padding. */
static void fill_gap(const ct_fft_lines *lines, const tile *t) {
    const ct_fft_end *end = t->end;
    ptrdiff_t first = end->range[0].count;
    ptrdiff_t gap = end->points - end->extent;
    if (gap > 0 && end->is_across) {
        memset(t->lines + first * end->step * end->element_bytes, 0,
               (size_t)(gap * end->step * end->element_bytes));
    } else if (gap > 0) {
        for (ptrdiff_t line = 0; line < lines->tile_lines; line++) {
            memset(t->lines + (line * end->pitch + first) * end->element_bytes, 0,
                   (size_t)(gap * end->element_bytes));
        }
    }
}

/* Zeros what pads columns, which is transformed with them. */
static void pad_columns(const ct_fft_lines *lines, const tile *t) {
    const ptrdiff_t columns = ct_box_elements(&t->box) / t->box.count[lines->axis];
    const ptrdiff_t padding = ct_fft_tile_columns(lines, columns) - columns;
    const ptrdiff_t bytes = t->end->element_bytes;
    for (ptrdiff_t i = 0; i < t->end->points && padding > 0; i++) {
        memset(t->lines + (i * t->end->step + columns) * bytes, 0, (size_t)(padding * bytes));
    }
}

/* Zeros the padding; all of a tile that is not full, since its unused lines are transformed too. */
static void fill(const ct_fft_lines *lines, const tile *t) {
    const ct_fft_end *end = t->end;
    if (ct_box_elements(&t->box) != lines->tile_lines * end->extent && !is_rest(lines, &t->box)) {
        memset(t->lines, 0, (size_t)ct_fft_end_bytes(lines, end));
    } else {
        fill_gap(lines, t);
        pad_columns(lines, t);
    }
}

/* Combines or splits the coefficient that two signs of a frequency share, in whole lines of the
 * spectrum. */
static void pair(const ct_fft_lines *lines, const tile *t, ct_direction direction) {
    const ct_fft_end *end = t->end;
    lines->fftw->pair(t->lines, end->pitch, lines->tile_lines, lines->pair * end->step,
                      (end->points - lines->pair) * end->step, direction);
}

static void scale(const ct_fft_lines *lines, const tile *t, double factor) {
    if (factor != 1) {
        lines->fftw->scale(t->lines, ct_fft_end_bytes(lines, t->end) / lines->real_bytes, factor);
    }
}

/* Tall columns in a tile: of one that is not full, whose columns need not be side by side, all
 * there is room for. */
static void run_tall(const ct_fft_lines *lines, const tile *t, const ct_fft_workspace *workspace) {
    const ct_fft_end *end = t->end;
    const ptrdiff_t columns = is_rest(lines, &t->box)
                                  ? ct_box_elements(&t->box) / t->box.count[lines->axis]
                                  : lines->tile_lines;
    const ct_fetch_rows rows = {.row_bytes = columns * end->element_bytes,
                                .places = 1,
                                .place = {{t->lines, end->points, end->step * end->element_bytes}}};
    const ct_fft_rows_job job = {rows, rows, workspace->buffer[1], 0, 1};
    lines->fftw->run_tall(lines->plan, &job);
}

/* While the tile of box `next` is fetched. */
static void transform(const ct_fft_lines *lines, const tile *before, const tile *after,
                      const ct_box *next, const ct_fft_view *from,
                      const ct_fft_workspace *workspace) {
    const int forward = lines->job.direction == CT_FORWARD;
    if (lines->pair > 0 && !forward) {
        pair(lines, before, CT_INVERSE);
    }
    const void *plan = is_rest(lines, &before->box) ? lines->rest_plan : lines->plan;
    if (lines->tall_bytes > 0) {
        run_tall(lines, before, workspace);
    } else if (lines->fetches && lines->is_in_place) {
        ct_fetch_rows coming;
        ct_fft_view_rows(from, next, lines->axis, &coming);
        lines->fftw->run_fetching(plan, before->lines, after->lines, &coming);
    } else {
        lines->fftw->run(plan, before->lines, after->lines);
    }
    if (lines->pair > 0 && forward) {
        pair(lines, after, CT_FORWARD);
    }
}

/* Calls the hook for the coefficients that are kept: a range at a time, as they are not adjacent.
 */
static void call_hook(const ct_fft_lines *lines, const tile *t) {
    const ct_fft_end *end = t->end;
    for (int r = 0; r < 2; r++) {
        const ct_fft_range *range = &end->range[r];
        ct_fft_tile shown = {.box = t->box,
                             .element_bytes = end->element_bytes,
                             .values = t->lines + range->inside * end->step * end->element_bytes};
        shown.box.first[lines->axis] = range->outside;
        shown.box.count[lines->axis] = range->count;
        for (int a = 0; a < lines->axes; a++) {
            const ptrdiff_t step = a == lines->axis ? end->step : lines->step[a] * end->pitch;
            shown.stride[a] = step * end->element_bytes;
        }
        if (ct_box_elements(&shown.box) > 0) {
            lines->turn->hook(lines->turn->context, &shown);
        }
    }
}

/* Transforms the result back into the tile it came from. */
static void turn_back(const ct_fft_lines *lines, const tile *before, const tile *after) {
    const int forward = lines->job.direction == CT_FORWARD;
    fill_gap(lines, after); /* what is cut off */
    if (lines->pair > 0 && forward) {
        pair(lines, after, CT_INVERSE);
    }
    lines->fftw->run(is_rest(lines, &before->box) ? lines->back_rest_plan : lines->back_plan,
                     after->lines, before->lines);
    if (lines->pair > 0 && !forward) {
        pair(lines, before, CT_FORWARD);
    }
    scale(lines, before, lines->back_factor);
}

/* Address of the first position of a box in a view of one piece. */
static char *position(const ct_fft_view *view, const ct_box *box) {
    const ct_fft_piece *piece = &view->piece[0];
    ptrdiff_t offset = piece->offset;
    for (int a = 0; a < box->axes; a++) {
        offset += (box->first[a] - piece->box.first[a]) * piece->stride[a];
    }
    return ct_fft_view_memory(view, piece) + offset;
}

static tile open_tile(const ct_fft_end *end, const ct_box *box, const ct_fft_view *view,
                      char *buffer) {
    return (tile){end, *box, end->is_direct ? position(view, box) : buffer};
}

static void run_tile(const ct_fft_lines *lines, const ct_box *box, const ct_box *next,
                     const ct_fft_view *from, const ct_fft_view *into,
                     const ct_fft_workspace *workspace) {
    if (ct_fft_lines_straight(lines, box, from, into, workspace)) {
        return;
    }
    int forward = lines->job.direction == CT_FORWARD;
    ct_box result = *box;
    if (!lines->is_copy) { /* a copy may be of part of the axis */
        result.first[lines->axis] = 0;
        result.count[lines->axis] = lines->into.extent;
    }
    tile before = open_tile(&lines->from, box, from, workspace->buffer[0]);
    const int is_same = lines->is_copy || lines->is_in_place;
    tile after = open_tile(&lines->into, &result, into, workspace->buffer[is_same ? 0 : 1]);
    if (!lines->from.is_direct) {
        fill(lines, &before);
        copy_tile(lines, &before, from, 1);
    }
    if (lines->twiddles != NULL && !forward) {
        ct_fft_lines_twiddle(lines, &lines->from, &before.box, before.lines);
    }
    if (!lines->is_copy) {
        transform(lines, &before, &after, next, from, workspace);
    }
    if (lines->twiddles != NULL && forward) {
        ct_fft_lines_twiddle(lines, &lines->into, &after.box, after.lines);
    }
    scale(lines, &after, lines->factor);
    if (lines->turns) {
        if (lines->turn != NULL && lines->turn->hook != NULL) {
            call_hook(lines, &after);
        }
        if (lines->turn != NULL && lines->turn->is_end) {
            return;
        }
        turn_back(lines, &before, &after);
        after = before;
    }
    if (!lines->ends.into_is_block) {
        ct_sequence_pass(&workspace->piece);
    }
    if (!after.end->is_direct) {
        copy_tile(lines, &after, into, 0);
    }
}

void ct_fft_lines_run(const ct_fft_lines *lines, const ct_box *box, const ct_box *after,
                      const ct_fft_view *from, const ct_fft_view *into,
                      const ct_fft_workspace *workspace) {
    ptrdiff_t tiles = ct_box_tiles(box, lines->width);
    for (ptrdiff_t i = 0; i < tiles; i++) {
        ct_box part = ct_box_tile(box, lines->width, i);
        run_tile(lines, &part, after, from, into, workspace);
    }
}
