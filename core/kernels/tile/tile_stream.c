/*
 * Rectangles past the cache, copied or swapped. Memory alone limits here: tiles are what it moves
 * best, and while one is transposed, the next is fetched into the second-level cache, line by
 * line in the order of memory. Rows that share sets of the cache do no harm, since each line is
 * used up at once.
 */
#include "base/arithmetic/extremes.h"
#include "kernels/tile/tile.h"

/* Measured: runs of this much of a row and of a column. Memory reads half a page at once half as
 * fast again as runs of 512 bytes, and streaming stores want longer runs than lines that are in the
 * cache already; a tile and the next one are a small part of it. So many columns at least are a
 * tenth faster for 16-byte elements, whose tiles would be half as large as of 8; in all types more
 * columns, or longer ones, are as fast or slower. */
enum { ROW_BYTES = 2048, STREAMED_COLUMN_BYTES = 256, SWAPPED_COLUMN_BYTES = 128 };
enum { STREAMED_COLUMNS = 256 };

/* Columns of a tile of the smallest units, of 4 bytes. */
enum { MOST_COLUMNS = ROW_BYTES / 4 };

/* Of a tile. */
typedef struct extent {
    ptrdiff_t rows, columns;
} extent;

static extent extent_of(const ct_tile *tile, ptrdiff_t least_columns, ptrdiff_t column_bytes) {
    const ptrdiff_t unit = tile->unit_bytes;
    const ptrdiff_t columns = ROW_BYTES / unit > least_columns ? ROW_BYTES / unit : least_columns;
    extent e = {.columns = ct_least(columns, tile->columns > 0 ? tile->columns : 1)};
    e.rows = column_bytes / unit * (columns / e.columns);
    return e;
}

static ct_tile part_of(const ct_tile *tile, const extent *e, ptrdiff_t row, ptrdiff_t panel) {
    ct_tile part = *tile;
    part.rows = ct_least(e->rows, tile->rows - row);
    part.columns = ct_least(e->columns, tile->columns - panel);
    return part;
}

/* Steps to the tile after, which is fetched meanwhile. Returns whether there is one. */
static int step(const ct_tile *tile, const extent *e, ptrdiff_t *row, ptrdiff_t *panel) {
    *row += e->rows;
    if (*row >= tile->rows) {
        *row = 0;
        *panel += e->columns;
    }
    return *panel < tile->columns;
}

/* The lines of `rows` rows of `bytes` bytes, fetched while a tile of `blocks` blocks of a line by a
 * line is transposed. */
static ct_tile_ahead lines_of(const char *first, ptrdiff_t rows, ptrdiff_t bytes,
                              ptrdiff_t from_row, ptrdiff_t blocks) {
    const int is_aligned = ct_line_phase(first) == 0 && from_row % CT_LINE_BYTES == 0;
    const ptrdiff_t lines = (bytes + CT_LINE_BYTES - 1) / CT_LINE_BYTES + !is_aligned;
    return (ct_tile_ahead){.row = first,
                           .from_row = from_row,
                           .lines = lines,
                           .left = rows * lines,
                           .each = (rows * lines + blocks - 1) / blocks};
}

static ptrdiff_t blocks_of(const extent *e, ptrdiff_t unit) {
    const ptrdiff_t block = CT_LINE_BYTES / unit;
    return e->rows / block * ((e->columns + block - 1) / block);
}

void ct_tile_stream(const ct_tile *tile, ct_tile_streamer stream, const char *from, char *into) {
    _Alignas(CT_LINE_BYTES) char rest[MOST_COLUMNS * CT_LINE_BYTES];
    const extent e = extent_of(tile, STREAMED_COLUMNS, STREAMED_COLUMN_BYTES);
    for (ptrdiff_t panel = 0; panel < tile->columns; panel += e.columns) {
        for (ptrdiff_t row = 0; row < tile->rows; row += e.rows) {
            const ct_tile part = part_of(tile, &e, row, panel);
            const ct_tile_ends ends = {row == 0, row + part.rows == tile->rows};
            ct_tile_ahead ahead = {.left = 0};
            ptrdiff_t r = row;
            ptrdiff_t c = panel;
            if (step(tile, &e, &r, &c)) {
                const ct_tile next = part_of(tile, &e, r, c);
                ahead = lines_of(from + r * tile->from_row + c * tile->from_column, next.rows,
                                 next.columns * tile->unit_bytes, tile->from_row,
                                 blocks_of(&e, tile->unit_bytes));
            }
            stream(&part, from + row * tile->from_row + panel * tile->from_column,
                   into + row * tile->into_row + panel * tile->into_column, rest, ends, &ahead);
        }
    }
}

int ct_tile_swap(const ct_tile *tile, char *from, char *into) {
    const ptrdiff_t unit = tile->unit_bytes;
    const ct_tile_swapper swap = ct_tile_choose_kernels(unit, 1).swap;
    if (swap == NULL || tile->from_column != unit || tile->into_row != unit) {
        return 0;
    }
    const extent e = extent_of(tile, 1, SWAPPED_COLUMN_BYTES);
    for (ptrdiff_t panel = 0; panel < tile->columns; panel += e.columns) {
        for (ptrdiff_t row = 0; row < tile->rows; row += e.rows) {
            const ct_tile part = part_of(tile, &e, row, panel);
            ct_tile_ahead ahead_from = {.left = 0};
            ct_tile_ahead ahead_into = {.left = 0};
            ptrdiff_t r = row;
            ptrdiff_t c = panel;
            if (step(tile, &e, &r, &c)) {
                const ct_tile next = part_of(tile, &e, r, c);
                ahead_from = lines_of(from + r * tile->from_row + c * unit, next.rows,
                                      next.columns * unit, tile->from_row, blocks_of(&e, unit));
                ahead_into = lines_of(into + r * unit + c * tile->into_column, next.columns,
                                      next.rows * unit, tile->into_column, blocks_of(&e, unit));
            }
            swap(&part, from + row * tile->from_row + panel * unit,
                 into + row * unit + panel * tile->into_column, &ahead_from, &ahead_into);
        }
    }
    return 1;
}
