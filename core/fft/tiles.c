/* Transforming lines, a tile after the other. */
#include "fft/lines.h"

#include "kernels/strided.h"

#include <string.h>

/* Appends an axis to a copy, fastest first; what is side by side at both ends joins the unit. */
static void append(ct_strided *copy, ptrdiff_t count, ptrdiff_t from, ptrdiff_t into) {
    if (count == 1) {
        return;
    }
    if (copy->axes == 0 && from == copy->unit_bytes && into == copy->unit_bytes) {
        copy->unit_bytes *= count;
        return;
    }
    copy->count[copy->axes] = count;
    copy->from[copy->axes] = from;
    copy->into[copy->axes] = into;
    copy->axes++;
}

/* Copies the positions of `part`, which are inside a range and a piece, into the buffer or out. */
static void copy_part(const ct_fft_lines *lines, const ct_fft_end *end, const ct_box *tile,
                      const ct_box *part, const ct_fft_range *range, const ct_fft_piece *piece,
                      char *address, int gathers) {
    ct_strided copy = {.unit_bytes = end->element_bytes, .streams = !gathers && lines->streams};
    ptrdiff_t in_array = piece->offset;
    ptrdiff_t in_buffer = 0;
    for (int i = 0; i < lines->axes; i++) {
        int a = lines->order[i];
        ptrdiff_t line_step = lines->rows ? end->pitch : 1;
        ptrdiff_t step = lines->step[a] * line_step * end->element_bytes;
        ptrdiff_t first = part->first[a] - tile->first[a];
        if (a == lines->axis) {
            step = (lines->rows ? 1 : end->pitch) * end->element_bytes;
            first = part->first[a] - range->outside + range->inside;
        }
        in_buffer += first * step;
        in_array += (part->first[a] - piece->box.first[a]) * piece->stride[a];
        append(&copy, part->count[a], gathers ? piece->stride[a] : step,
               gathers ? step : piece->stride[a]);
    }
    char *array = address + in_array;
    char *buffer = end->buffer + in_buffer;
    ct_strided_copy(&copy, gathers ? array : buffer, gathers ? buffer : array);
}

/* Between the buffer and the array, whatever pieces and ranges the tile has. */
static void copy_tile(const ct_fft_lines *lines, const ct_fft_end *end, const ct_box *tile,
                      const ct_fft_view *view, int gathers) {
    for (int p = 0; p < view->count; p++) {
        const ct_fft_piece *piece = &view->piece[p];
        ct_box common = ct_box_common(tile, &piece->box);
        for (int r = 0; r < 2; r++) {
            ct_box range = *tile;
            range.first[lines->axis] = end->range[r].outside;
            range.count[lines->axis] = end->range[r].count;
            ct_box part = ct_box_common(&common, &range);
            if (ct_box_elements(&part) > 0) {
                copy_part(lines, end, tile, &part, &end->range[r], piece,
                          view->address[piece->owner], gathers);
            }
        }
    }
}

/* Zeros between and after the ranges; everywhere before a tile that is not full, whose rest must
 * hold numbers that can be transformed. */
static void fill(const ct_fft_lines *lines, const ct_box *tile) {
    const ct_fft_end *end = &lines->from;
    ptrdiff_t first = end->range[0].count;
    ptrdiff_t gap = end->points - end->extent;
    if (ct_box_elements(tile) < lines->tile_lines * end->extent) {
        memset(end->buffer, 0, (size_t)ct_fft_end_bytes(lines, end));
    } else if (gap > 0 && !lines->rows) {
        memset(end->buffer + first * end->pitch * end->element_bytes, 0,
               (size_t)(gap * end->pitch * end->element_bytes));
    } else if (gap > 0) {
        for (ptrdiff_t line = 0; line < lines->tile_lines; line++) {
            memset(end->buffer + (line * end->pitch + first) * end->element_bytes, 0,
                   (size_t)(gap * end->element_bytes));
        }
    }
}

static void twiddle(const ct_fft_lines *lines, const ct_fft_end *end, const ct_box *tile) {
    lines->fftw->twiddle(end->buffer, end->pitch, end->points, tile->count[1], tile->first[1],
                         lines->twiddles->coarse, lines->twiddles->fine,
                         lines->twiddles->fine_count, lines->job.direction);
}

/* One tile by way of the buffer. */
static void run_tile(const ct_fft_lines *lines, const ct_box *tile, const ct_fft_view *from,
                     const ct_fft_view *into) {
    int forward = lines->job.direction == CT_FORWARD;
    ct_box result = *tile;
    if (!lines->is_copy) { /* which may be of a part of its axis */
        result.count[lines->axis] = lines->into.extent;
    }
    fill(lines, tile);
    copy_tile(lines, &lines->from, tile, from, 1);
    if (lines->twiddles != NULL && !forward) {
        twiddle(lines, &lines->from, tile);
    }
    if (!lines->is_copy) {
        lines->fftw->run(lines->job.class, lines->plan, lines->from.buffer, lines->into.buffer);
    }
    if (lines->twiddles != NULL && forward) {
        twiddle(lines, &lines->into, tile);
    }
    if (lines->factor != 1) {
        ptrdiff_t real_bytes = lines->real_bytes;
        lines->fftw->scale(lines->into.buffer, ct_fft_end_bytes(lines, &lines->into) / real_bytes,
                           lines->factor);
    }
    copy_tile(lines, &lines->into, &result, into, 0);
}

static char *position(const ct_fft_view *view, const ct_box *tile) {
    const ct_fft_piece *piece = &view->piece[0];
    ptrdiff_t offset = piece->offset;
    for (int a = 0; a < tile->axes; a++) {
        offset += (tile->first[a] - piece->box.first[a]) * piece->stride[a];
    }
    return view->address[piece->owner] + offset;
}

/* Whether tiles can be transformed where they are. */
static int is_direct(const ct_fft_lines *lines, const ct_fft_view *from, const ct_fft_view *into) {
    return lines->direct != NULL && from->count == 1 && into->count == 1 &&
           from->piece[0].stride[lines->direct_axis] == lines->direct_from &&
           into->piece[0].stride[lines->direct_axis] == lines->direct_into;
}

void ct_fft_lines_run(const ct_fft_lines *lines, const ct_box *box, const ct_fft_view *from,
                      const ct_fft_view *into) {
    int direct = is_direct(lines, from, into);
    ct_box tile = {.axes = 0};
    while (ct_box_next(box, lines->width, &tile)) {
        if (direct && tile.count[lines->direct_axis] == lines->tile_lines) {
            ct_box result = tile;
            result.first[lines->axis] = 0;
            lines->fftw->run(lines->job.class, lines->direct, position(from, &tile),
                             position(into, &result));
        } else {
            run_tile(lines, &tile, from, into);
        }
    }
}
