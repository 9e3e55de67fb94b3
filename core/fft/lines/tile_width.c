#include "fft/lines/tile_width.h"

#include "base/arithmetic/extremes.h"
#include "fft/lines/codelets/kernels/kernels.h"
#include "fft/numbers.h"
#include "kernels/cache.h"

/* Widths of tiles of strided lines: what full memory bandwidth needs (32 complex doubles, eight
 * cache lines) if both buffers fit half of a core's cache; wider where rows end inside a cache line
 * (r2c of 128^3: 5.0 ms and 4.5, 256^3: 41.7 and 38.6, two ranks). Tiles of long lines, whose every
 * point is in another page, leave that cache before they are narrower than four cache lines
 * (4096^2, second axis, tiles of 1, 2 and 4 lines: c2c 91, 50 and 44 ms, r2c 33, 25 and 21; 16384^2
 * of 1 and 2: 2060 and 1320). In place, by codelets of ours, there is room for twice as many (last
 * stage of c2c, two ranks, ms, 32 and 64 lines: 128^3 3.5 and 3.0, 256^3 27 and 24). In the buffer
 * lines are rows or, before the transform, columns as in the array, whichever is faster including
 * the copy. Short rows fill a page (c2c 1000 x 1000 x 2 17.6 and 13.4, r2c 10^6 x 3 39 and 28). Of
 * short lines tiles are wider (16 points of 16 x 16 x 4096, r2c 0.93 and 0.65, c2c 2.3 and 1.5). */
enum {
    ACROSS_MOST_BYTES = 512,
    CODELET_BYTES = 1024,
    WIDE_BYTES = 2048,
    WIDE_TILE_BYTES = 32 * 1024,
    ACROSS_FEW_BYTES = 256,
    ACROSS_LEAST_BYTES = 64,
    ROWS_MOST = 16,
    ROWS_LEAST_BYTES = 4 * 1024,
    TILE_MOST_BYTES = 256 * 1024,
    LONG_TILE_MOST_BYTES = 2 << 20
};

/* Of columns that may be placed tiles are wide, as their rows are read and written in order. Two
 * ranks, ms, by narrow tiles and so: first axis of c2c 3 x 200000 0.42 and 0.11, 7 x 100000 0.47
 * and 0.16, 16 x 256 x 256 0.34 and 0.25, 3 x 3000000 14.8 and 5.3, 16 x 500000 7.2 and 2.1 .. 3.9;
 * all of 4 x 512 x 512 2.26 and 1.51, 14 x 300 x 300 2.15 and 1.58, 24 x 500 x 500 11.9 and 7.1
 * .. 9.8; rows of 1, 4, 16 and 64 KB of the first 0.42, 0.18, 0.11 and 0.09. With AVX2 3 x
 * 3000000 13.8 and 5.2, 16 x 500000 7.4 and 5.4, 16 x 512 x 512 8.3 and 7.6; but 32 x 400 x 400 9.6
 * and 12.5. Fewer lines side by side than a tile had before would be a tile each. */
enum { PLACED_BYTES = 16 * 1024, PLACED_RUN_LEAST = 1024 };

/* Lines of a block that are side by side at both ends, without one between. */
static ptrdiff_t lines_beside(const ct_fft_lines *lines, const ptrdiff_t *block,
                              const ct_fft_ends *ends, ptrdiff_t number_bytes) {
    ptrdiff_t beside = 1;
    for (int found = 1; found;) {
        found = 0;
        for (int a = 0; a < lines->axes && !found; a++) {
            found = a != lines->axis && block[a] > 1 &&
                    ends->from_stride[a] == beside * number_bytes &&
                    ends->into_stride[a] == beside * number_bytes;
            beside *= found ? block[a] : 1;
        }
    }
    return beside;
}

int ct_fft_tile_may_be_placed(const ct_fft_lines *lines, const ct_fft_axis *axis,
                              const ptrdiff_t *block, const ct_fft_ends *ends,
                              ct_precision precision) {
    const ptrdiff_t number_bytes = 2 * ct_real_bytes(precision);
    return ct_fft_axis_is_whole(axis) && !ends->turns && !ends->from_is_block &&
           !ends->into_is_block && ends->from_stride[lines->axis] > number_bytes &&
           ct_codelet_placed(precision, axis->length, CT_FORWARD) != NULL &&
           lines_beside(lines, block, ends, number_bytes) * number_bytes >= PLACED_RUN_LEAST;
}

/* Whether rows of an array begin and end inside cache lines, as in a half spectrum: adjacent tiles
 * then share cache lines. */
static int is_ragged(const ct_fft_lines *lines, const ptrdiff_t *stride, ptrdiff_t element_bytes) {
    int ragged = 0;
    for (int a = 0; a < lines->axes; a++) {
        ragged = ragged || (stride[a] != element_bytes && stride[a] % CT_LINE_BYTES != 0);
    }
    return ragged;
}

/* The axis, of those not in `used`, with the smallest stride at one end. */
static int closest(const ct_fft_ends *ends, int axes, unsigned used) {
    int found = 0;
    for (int a = 1; a < axes; a++) {
        int is_closer = ct_least(ends->from_stride[a], ends->into_stride[a]) <
                        ct_least(ends->from_stride[found], ends->into_stride[found]);
        if ((used >> a & 1) == 0 && ((used >> found & 1) != 0 || is_closer)) {
            found = a;
        }
    }
    return found;
}

/* As many lines, halved until they are few or fit. */
static ptrdiff_t halved(ptrdiff_t lines, ptrdiff_t few, ptrdiff_t line_bytes,
                        ptrdiff_t most_bytes) {
    while (lines > few && lines * line_bytes > most_bytes) {
        lines /= 2;
    }
    return lines;
}

/* Wanted lines of a tile; of ragged rows, as many as fit. */
static ptrdiff_t lines_wanted(const ct_fft_lines *lines, const ct_fft_ends *ends) {
    ptrdiff_t element = ct_most(lines->from.element_bytes, lines->into.element_bytes);
    ptrdiff_t line_bytes = ct_most(lines->from.points * lines->from.element_bytes,
                                   lines->into.points * lines->into.element_bytes);
    const unsigned components = ends->component_axis >= 0 ? 1U << ends->component_axis : 0;
    const int is_fastest = closest(ends, lines->axes, components) == lines->axis;
    int are_rows = ends->from_stride[lines->axis] == lines->from.element_bytes &&
                   (lines->turns || ends->into_stride[lines->axis] == lines->into.element_bytes);
    const int are_copied = !ends->from_is_block && !ends->into_is_block;
    are_rows = are_rows || (components != 0 && is_fastest);
    ptrdiff_t wanted = are_rows               ? ct_most(ROWS_MOST, ROWS_LEAST_BYTES / line_bytes)
                       : lines->may_be_placed ? PLACED_BYTES / element
                       : lines->has_codelet   ? CODELET_BYTES / element
                       : are_copied ? halved(WIDE_BYTES / element, ACROSS_MOST_BYTES / element,
                                             line_bytes, WIDE_TILE_BYTES)
                                    : ACROSS_MOST_BYTES / element;
    if (!are_rows && (is_ragged(lines, ends->from_stride, lines->from.element_bytes) ||
                      is_ragged(lines, ends->into_stride, lines->into.element_bytes))) {
        wanted = ct_most(wanted, TILE_MOST_BYTES / line_bytes);
    }
    wanted = halved(wanted, are_rows ? 1 : ACROSS_FEW_BYTES / element, line_bytes, TILE_MOST_BYTES);
    return are_rows
               ? wanted
               : halved(wanted, ACROSS_LEAST_BYTES / element, line_bytes, LONG_TILE_MOST_BYTES);
}

ptrdiff_t ct_fft_tile_whole_lines(ptrdiff_t elements, ptrdiff_t element_bytes) {
    const ptrdiff_t line = CT_LINE_BYTES / element_bytes;
    return elements < line ? elements : (elements + line - 1) / line * line;
}

/* Whether positions of an axis follow the lines of a tile at both ends. */
static int is_next(const ct_fft_lines *lines, const ct_fft_ends *ends, int axis) {
    return ends->from_stride[axis] == lines->tile_lines * lines->from.element_bytes &&
           ends->into_stride[axis] == lines->tile_lines * lines->into.element_bytes;
}

/* Divides the block into tiles of equal widths, axes of small strides first. */
static void choose_tile(ct_fft_lines *lines, const ptrdiff_t *block, const ct_fft_ends *ends) {
    ptrdiff_t wanted = lines_wanted(lines, ends);
    ptrdiff_t element = ct_most(lines->from.element_bytes, lines->into.element_bytes);
    unsigned used = 1U << lines->axis;
    int at = 0;
    lines->tile_lines = 1;
    lines->order[at++] = lines->axis;
    for (int i = 1; i < lines->axes; i++) {
        int next = closest(ends, lines->axes, used);
        used |= 1U << next;
        const int is_alone =
            next == ends->component_axis || (lines->may_be_placed && !is_next(lines, ends, next));
        ptrdiff_t width = is_alone ? 1 : ct_most(wanted / lines->tile_lines, 1);
        ptrdiff_t extent = ct_most(block[next], 1);
        ptrdiff_t tiles = (extent + width - 1) / width;
        lines->width[next] =
            ct_least(ct_fft_tile_whole_lines((extent + tiles - 1) / tiles, element), extent);
        lines->step[next] = lines->tile_lines;
        lines->tile_lines *= lines->width[next];
        lines->order[at++] = next;
    }
    lines->width[lines->axis] = lines->from.extent;
    lines->step[lines->axis] = 0;
}

/* At most one axis is divided; those of smaller strides are in the tile as a whole. */
static void choose_rest(ct_fft_lines *lines, const ptrdiff_t *block) {
    for (int a = 0; a < lines->axes; a++) {
        if (a != lines->axis && block[a] % lines->width[a] != 0) {
            lines->rest_axis = a;
            lines->rest = block[a] % lines->width[a];
        }
    }
}

void ct_fft_tile_choose_width(ct_fft_lines *lines, const ptrdiff_t *block,
                              const ct_fft_ends *ends) {
    choose_tile(lines, block, ends);
    choose_rest(lines, block);
}
