/*
 * Copies that convert. Where elements follow each other at both ends they go straight from one to
 * the other. Else a piece that fits the first-level cache is brought together by a plain copy,
 * which transposes it if need be, and is converted on its way out of there: memory is read once and
 * written once either way.
 */
#include "base/arithmetic/extremes.h"
#include "kernels/cache.h"
#include "kernels/conversion.h"
#include "kernels/stream.h"
#include "kernels/strided.h"

#include <assert.h>

enum {
    PIECE_BYTES = 16384,
    /* Of a tile, along the target. */
    RUN_BYTES = 512,
    /* Shorter runs are not streamed: lines at their ends would be written in parts. */
    STREAM_RUN_BYTES = 1024
};

/* Elements of a copy that have only two axes left. Of those (r, c) of rows x columns, r is the
 * fastest in the target and c in the source. */
typedef struct rectangle {
    const ct_conversion *conversion;
    int streams;
    ptrdiff_t rows, from_row, into_row;
    ptrdiff_t columns, from_column, into_column;
} rectangle;

/* Copies `count` elements between a place where they are `stride` apart and one where they are side
 * by side. */
static void gather(ptrdiff_t count, ptrdiff_t bytes, ptrdiff_t stride, const char *from,
                   char *piece) {
    const ct_strided copy = ct_strided_units(count, bytes, 0, stride, 0, bytes);
    ct_strided_copy_plain(&copy, from, piece);
}

static void scatter(ptrdiff_t count, ptrdiff_t bytes, ptrdiff_t stride, const char *piece,
                    char *into) {
    const ct_strided copy = ct_strided_units(count, bytes, 0, bytes, 0, stride);
    ct_strided_copy_plain(&copy, piece, into);
}

/* Elements that are side by side at both ends, past the cache. */
static void stream_run(const ct_conversion *c, ptrdiff_t count, const char *from, char *into) {
    _Alignas(CT_LINE_BYTES) char piece[PIECE_BYTES];
    const ptrdiff_t step = PIECE_BYTES / c->into_bytes;
    for (ptrdiff_t done = 0; done < count; done += step) {
        const ptrdiff_t here = ct_least(step, count - done);
        ct_convert(c, here, from + done * c->from_bytes, piece);
        ct_stream_copy(into + done * c->into_bytes, piece, (size_t)(here * c->into_bytes));
    }
}

/* `count` elements, so many bytes apart at either end. */
static void convert_run(const rectangle *r, ptrdiff_t count, ptrdiff_t from_stride,
                        ptrdiff_t into_stride, const char *from, char *into) {
    _Alignas(CT_LINE_BYTES) char source[PIECE_BYTES];
    _Alignas(CT_LINE_BYTES) char target[PIECE_BYTES];
    const ct_conversion *c = r->conversion;
    const int apart = from_stride != c->from_bytes && count > 1;
    const int scattered = into_stride != c->into_bytes && count > 1;
    if (!apart && !scattered) {
        if (r->streams && !ct_conversion_adds(c) && count * c->into_bytes >= STREAM_RUN_BYTES) {
            stream_run(c, count, from, into);
        } else {
            ct_convert(c, count, from, into);
        }
        return;
    }
    const ptrdiff_t step = PIECE_BYTES / ct_most(c->from_bytes, c->into_bytes);
    for (ptrdiff_t done = 0; done < count; done += step) {
        const ptrdiff_t here = ct_least(step, count - done);
        const char *taken = from + done * from_stride;
        char *place = into + done * into_stride;
        if (apart) {
            gather(here, c->from_bytes, from_stride, taken, source);
            taken = source;
        }
        if (scattered && ct_conversion_adds(c)) {
            gather(here, c->into_bytes, into_stride, place, target);
        }
        ct_convert(c, here, taken, scattered ? target : place);
        if (scattered) {
            scatter(here, c->into_bytes, into_stride, target, place);
        }
    }
}

/* A tile of a transposed rectangle. */
static void convert_tile(const rectangle *r, ptrdiff_t rows, ptrdiff_t columns, const char *from,
                         char *into) {
    _Alignas(CT_LINE_BYTES) char piece[PIECE_BYTES];
    const ptrdiff_t bytes = r->conversion->from_bytes;
    const ct_strided transposed = {.unit_bytes = bytes,
                                   .axes = 2,
                                   .count = {columns, rows},
                                   .from = {r->from_column, r->from_row},
                                   .into = {rows * bytes, bytes}};
    assert(rows * columns * bytes <= PIECE_BYTES);
    ct_strided_copy_plain(&transposed, from, piece);
    for (ptrdiff_t c = 0; c < columns; c++) {
        convert_run(r, rows, bytes, r->into_row, piece + c * rows * bytes,
                    into + c * r->into_column);
    }
}

static void convert_rectangle(const rectangle *r, const char *from, char *into) {
    if (r->columns == 1) {
        convert_run(r, r->rows, r->from_row, r->into_row, from, into);
        return;
    }
    const ptrdiff_t bytes = r->conversion->from_bytes;
    const ptrdiff_t run = ct_least(r->rows, ct_most(RUN_BYTES / bytes, 1));
    const ptrdiff_t columns = ct_least(r->columns, ct_most(PIECE_BYTES / (run * bytes), 1));
    const ptrdiff_t rows = ct_least(r->rows, PIECE_BYTES / (columns * bytes));
    for (ptrdiff_t c = 0; c < r->columns; c += columns) {
        for (ptrdiff_t i = 0; i < r->rows; i += rows) {
            convert_tile(r, ct_least(rows, r->rows - i), ct_least(columns, r->columns - c),
                         from + i * r->from_row + c * r->from_column,
                         into + i * r->into_row + c * r->into_column);
        }
    }
}

/* The rectangle inside all other axes; of units of several elements, which are side by side, one
 * unit. */
static rectangle inner(const ct_strided *copy, int row, int column) {
    const ct_conversion *c = copy->conversion;
    rectangle r = {c, copy->streams, 1, c->from_bytes, c->into_bytes, 1, 0, 0};
    if (row == CT_STRIDED_NO_AXIS) {
        r.rows = c->from_bytes == c->into_bytes ? copy->unit_bytes / c->from_bytes : 1;
        return r;
    }
    r.rows = copy->count[row];
    r.from_row = copy->from[row];
    r.into_row = copy->into[row];
    if (column != row) {
        r.columns = copy->count[column];
        r.from_column = copy->from[column];
        r.into_column = copy->into[column];
    }
    return r;
}

/* Converts the rectangle at every place of the axes from `axis` on that are not its own. */
static void convert_axes(const ct_strided *copy, const rectangle *r, const int *own, int axis,
                         const char *from, char *into) {
    while (axis < copy->axes && (axis == own[0] || axis == own[1])) {
        axis++;
    }
    if (axis == copy->axes) {
        convert_rectangle(r, from, into);
        return;
    }
    for (ptrdiff_t i = 0; i < copy->count[axis]; i++) {
        convert_axes(copy, r, own, axis + 1, from + i * copy->from[axis],
                     into + i * copy->into[axis]);
    }
}

void ct_strided_convert(const ct_strided *copy, const char *from, char *into) {
    const ct_conversion *c = copy->conversion;
    const int is_unit = c->from_bytes == c->into_bytes && copy->unit_bytes > c->from_bytes;
    int own[2] = {CT_STRIDED_NO_AXIS, CT_STRIDED_NO_AXIS};
    if (!is_unit) {
        own[0] = ct_strided_fastest(copy->axes, copy->into);
        own[1] = ct_strided_fastest(copy->axes, copy->from);
    }
    const rectangle r = inner(copy, own[0], own[1]);
    convert_axes(copy, &r, own, 0, from, into);
}
