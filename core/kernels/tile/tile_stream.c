/*
 * Rectangles past the cache, copied or swapped, and copies in the cache whose rows share its sets.
 * Past the cache memory alone limits. Copies read along rows, some beside each other, and leave
 * reading ahead to the processor: it reads while lines are written, where fetching the next tile by
 * instructions took as long as reading and writing one after the other. Others, and short rows, go
 * by tiles that memory moves best; while one is transposed, the next is fetched into the
 * second-level cache, line by line in the order of memory. Rows that share sets of the cache do no
 * harm, since each line is used up at once.
 */
#include "base/arithmetic/extremes.h"
#include "kernels/tile/block_order.h"
#include "kernels/tile/tile.h"

/* Rows from here on are read along: shorter ones end before the processor has seen them. Fetched
 * tile by tile, 4000^2 and 4096^2 doubles go at 0.65 to 0.8 of the speed of copies past the cache.
 */
enum { LEAST_ALONG_BYTES = 256 };

/* Columns so much apart clash (ct_tile_along). */
enum { CLASHING_BYTES = 4096 };

/* Of a tile that is fetched, measured: runs of this much of a row and of a column. Memory reads
 * half a page at once half as fast again as runs of 512 bytes, and streaming stores want longer
 * runs than lines that are in the cache already; a tile and the next one are a small part of it.
 * More columns, or longer ones, are as fast or slower. */
enum { ROW_BYTES = 2048, COLUMN_BYTES = 256, LEAST_TILES = 4 };

/* Of a tile. */
typedef struct extent {
    ptrdiff_t rows, columns;
} extent;

/* Whether units are transposed in blocks of lines by lines, which a tile that is fetched consists
 * of. */
static int has_blocks(ptrdiff_t unit_bytes) {
    return unit_bytes <= 16 && (unit_bytes & (unit_bytes - 1)) == 0;
}

/* Lines that the second-level cache holds of those at one place in pages. */
static ptrdiff_t lines_of_pages(void) {
    enum { PAGE_BYTES = 4096 };
    return ct_cache_second_bytes() / PAGE_BYTES;
}

/* Fewest rows of tiles that are fetched, of so much of a column: whole blocks, and no more than
 * half of what the second-level cache holds where rows lie pages apart. */
static ptrdiff_t least_rows(ptrdiff_t unit, ptrdiff_t column_bytes) {
    const ptrdiff_t block = CT_LINE_BYTES / unit;
    const ptrdiff_t rows = ct_least(column_bytes / unit, lines_of_pages() / 2);
    return ct_most(rows / block, 1) * block;
}

/* Of tiles that are fetched; with few columns more rows. Columns too may lie pages apart (in place,
 * where the cache holds 128 lines: 8192^2 floats 35 ms, 25 to 29; of 1 byte 14 and 9). */
static extent extent_of(const ct_tile *tile, ptrdiff_t column_bytes) {
    const ptrdiff_t unit = tile->unit_bytes;
    const ptrdiff_t columns =
        ct_most(ct_least(ROW_BYTES / unit, lines_of_pages()), CT_LINE_BYTES / unit);
    extent e = {.columns = ct_least(columns, tile->columns > 0 ? tile->columns : 1)};
    e.rows = least_rows(unit, column_bytes) * (columns / e.columns);
    return e;
}

/* Whether all columns begin with a line, so that none is stored in `rest`. */
static int columns_have_whole_lines(const ct_tile *tile, const char *into) {
    return ct_line_phase(into) == 0 && tile->into_column % CT_LINE_BYTES == 0;
}

/* Of tiles whose rows are read along. */
static extent extent_along(const ct_tile *tile, const ct_tile_streaming *streaming,
                           const char *into) {
    const int columns_clash = tile->into_column % CLASHING_BYTES == 0;
    return (extent){.rows = ct_tile_along(tile->unit_bytes, columns_clash),
                    .columns = columns_have_whole_lines(tile, into)
                                   ? streaming->panel_columns
                                   : ct_least(streaming->panel_columns, CT_TILE_REST_COLUMNS)};
}

/* Of tiles that are copied or swapped by blocks. Diagonals of blocks must be long enough
 * (block_order.h); otherwise shorter columns are faster. Small rectangles have several tiles too,
 * so that most of them are fetched. */
static extent extent_by_blocks(const ct_tile *tile) {
    const ptrdiff_t column_bytes = ct_has_diagonals(tile) ? COLUMN_BYTES : COLUMN_BYTES / 2;
    const ptrdiff_t least = least_rows(tile->unit_bytes, column_bytes);
    extent e = extent_of(tile, column_bytes);
    e.rows = ct_least(e.rows, ct_most(tile->rows / LEAST_TILES / least * least, least));
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

/* Rows above the first whole line, where all columns begin at the same place inside a line, as
 * those of arrays of malloc do; negative: no row begins with a line in all of them. */
static ptrdiff_t rows_above_lines(const ct_tile *tile, const char *into) {
    const ptrdiff_t bytes = (CT_LINE_BYTES - ct_line_phase(into)) % CT_LINE_BYTES;
    return tile->into_column % CT_LINE_BYTES == 0 && bytes % tile->unit_bytes == 0
               ? ct_least(bytes / tile->unit_bytes, tile->rows)
               : -1;
}

static int can_join(const ct_tile *tile, const ct_tile_streaming *streaming, const char *into) {
    return ct_line_phase(into) % streaming->column_bytes == 0 &&
           tile->into_column % streaming->column_bytes == 0;
}

static void stream_tiles(const ct_tile *tile, const ct_tile_streaming *streaming, const char *from,
                         char *into) {
    _Alignas(CT_LINE_BYTES) char rest[CT_TILE_REST_COLUMNS * CT_LINE_BYTES];
    const int goes_along =
        tile->columns * tile->unit_bytes >= LEAST_ALONG_BYTES || !has_blocks(tile->unit_bytes);
    const extent e =
        goes_along ? extent_along(tile, streaming, into) : extent_of(tile, COLUMN_BYTES);
    for (ptrdiff_t panel = 0; panel < tile->columns; panel += e.columns) {
        for (ptrdiff_t row = 0; row < tile->rows; row += e.rows) {
            const ct_tile part = part_of(tile, &e, row, panel);
            const ct_tile_ends ends = {row == 0, row + part.rows == tile->rows};
            ct_tile_ahead ahead = {.left = 0};
            ptrdiff_t r = row;
            ptrdiff_t c = panel;
            if (!goes_along && step(tile, &e, &r, &c)) {
                const ct_tile next = part_of(tile, &e, r, c);
                ahead = lines_of(from + r * tile->from_row + c * tile->from_column, next.rows,
                                 next.columns * tile->unit_bytes, tile->from_row,
                                 blocks_of(&e, tile->unit_bytes));
            }
            streaming->run(&part, from + row * tile->from_row + panel * tile->from_column,
                           into + row * tile->into_row + panel * tile->into_column, rest, ends,
                           &ahead);
        }
    }
}

int ct_tile_stream(const ct_tile *tile, const ct_tile_streaming *streaming, const char *from,
                   char *into) {
    const ptrdiff_t rows = rows_above_lines(tile, into);
    ct_tile above = *tile;
    ct_tile below = *tile;
    if (rows < 0 && !can_join(tile, streaming, into)) {
        return 0;
    }
    above.rows = ct_most(rows, 0);
    below.rows = tile->rows - above.rows;
    ct_tile_portable(&above, from, into);
    stream_tiles(&below, streaming, from + above.rows * tile->from_row,
                 into + above.rows * tile->into_row);
    return 1;
}

void ct_tile_by_blocks(const ct_tile *tile, ct_tile_block_kernel kernel, char *from, char *into) {
    const ptrdiff_t unit = tile->unit_bytes;
    const extent e = extent_by_blocks(tile);
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
            kernel(&part, from + row * tile->from_row + panel * unit,
                   into + row * unit + panel * tile->into_column, &ahead_from, &ahead_into);
        }
    }
}

int ct_tile_swap(const ct_tile *tile, char *from, char *into) {
    const ptrdiff_t unit = tile->unit_bytes;
    const ct_tile_block_kernel swap = ct_tile_choose_kernels(unit, 1).swap_blocks;
    if (swap == NULL || tile->from_column != unit || tile->into_row != unit) {
        return 0;
    }
    ct_tile_by_blocks(tile, swap, from, into);
    return 1;
}
