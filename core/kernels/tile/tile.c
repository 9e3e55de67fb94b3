/*
 * A rectangle goes tile by tile: panels of columns, and down each panel. While a tile is
 * transposed, the next one is fetched into the second-level cache, so that reading and writing
 * overlap.
 */
#include "kernels/tile/tile.h"

#include "base/arithmetic/extremes.h"
#include "kernels/cache.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

enum {
    /* Rectangles up to this size need no tiles, nor do vectors of fewer numbers. */
    SMALL_BYTES = 4096,
    VECTOR_NUMBERS = 8,
    /* Least bytes of a column worth streaming, by its whole lines. */
    STREAM_COLUMN_BYTES = 256,
    /* Sets of a first-level cache of 8 ways. */
    SETS = 64,
    SET_ROWS = 8
};

/* Tiles have at most `bytes`, at least `rows` rows and `run_bytes` of each column. */
typedef struct extent {
    ptrdiff_t bytes, rows, run_bytes;
} extent;

/* Measured: shorter runs change pages too often; with larger tiles prefetched lines are evicted
 * before use. */
static const extent plain_tiles = {32768, 32, 256};
/* For rows that share few sets, which evict each other from the second-level cache too, if lines
 * are not used up at once. */
static const extent gathered_tiles = {16384, 16, 128};
/* Of a buffer of gathered rows of at least a line, padded to an odd number of lines. */
enum { GATHERED_BYTES = 16384 + 16384 / CT_LINE_BYTES * (2 * CT_LINE_BYTES) };

typedef struct walk {
    const ct_tile *tile;
    const char *from;
    char *into;
    ct_tile_kernels kernels;
    ptrdiff_t rows, columns; /* of a whole tile */
    ptrdiff_t strip;         /* columns a kernel runs at a time: a line of the source */
    ptrdiff_t gathered_row;  /* stride of gathered rows in bytes; 0: rows are not gathered */
    char *gathered;
} walk;

/* Copies past the cache: by streaming stores or, where columns lie so that they cannot be joined,
 * by tiles that are fetched. Returns 0, and has done nothing, where that does not pay. */
static int copy_past(const walk *w) {
    const ct_tile *tile = w->tile;
    if (w->kernels.streaming.run == NULL || tile->rows * tile->unit_bytes < STREAM_COLUMN_BYTES) {
        return 0;
    }
    if (ct_tile_stream(tile, &w->kernels.streaming, w->from, w->into)) {
        return 1;
    }
    if (w->kernels.copy_blocks == NULL) {
        return 0;
    }
    ct_tile_by_blocks(tile, w->kernels.copy_blocks, (char *)w->from, w->into); /* only read */
    return 1;
}

/* Whether all rows begin with a line: others are loaded sooner from where they are gathered. */
static int has_whole_lines(const walk *w) {
    return ct_line_phase(w->from) == 0 && w->tile->from_row % CT_LINE_BYTES == 0;
}

/* Fewest units that are whole lines. */
static ptrdiff_t line_units(ptrdiff_t unit) {
    ptrdiff_t units = CT_LINE_BYTES;
    while (units > 1 && unit % 2 == 0) {
        units /= 2;
        unit /= 2;
    }
    return units;
}

/* The size of a tile: the least rows in whole lines and as many columns as fit; with few columns
 * more rows. */
static void shape(walk *w, const extent *tiles) {
    const ct_tile *tile = w->tile;
    ptrdiff_t unit = tile->unit_bytes;
    ptrdiff_t lines = line_units(unit);
    ptrdiff_t rows = ct_most(tiles->rows, (tiles->run_bytes + unit - 1) / unit);
    rows = ct_least((rows + lines - 1) / lines * lines, tile->rows);
    w->columns = ct_most(tiles->bytes / (rows * unit), 1);
    if (w->columns > tile->columns) {
        w->columns = tile->columns;
        rows = ct_most(tiles->bytes / (w->columns * unit) / lines * lines, rows);
    }
    w->rows = ct_least(rows, tile->rows);
    w->strip = ct_most(CT_LINE_BYTES / unit, 1);
}

/* Whether a tile's rows map to so few sets of the cache that lines are evicted before they are used
 * up, as with strides near multiples of 4 KiB. */
static int rows_alias(const walk *w) {
    uint64_t taken = 0;
    ptrdiff_t sets = 0;
    ptrdiff_t rows = ct_least(w->rows, SETS);
    for (ptrdiff_t r = 0; r < rows; r++) {
        uint64_t set = (uint64_t)1 << r * w->tile->from_row / CT_LINE_BYTES % SETS;
        sets += (taken & set) == 0;
        taken |= set;
    }
    return rows > SET_ROWS && sets < SET_ROWS;
}

/* Prefetches share `part` of `parts` of `count` runs of `bytes` bytes, `stride` apart. */
static inline __attribute__((always_inline)) void fetch(const char *first, ptrdiff_t count,
                                                        ptrdiff_t stride, ptrdiff_t bytes,
                                                        ptrdiff_t part, ptrdiff_t parts) {
    for (ptrdiff_t i = count * part / parts; i < count * (part + 1) / parts; i++) {
        ct_fetch(first + i * stride, bytes);
    }
}

/* Prefetches a share of the next tile after (row, panel): its source and its target. */
static inline __attribute__((always_inline)) void
fetch_next(const walk *w, ptrdiff_t row, ptrdiff_t panel, ptrdiff_t part, ptrdiff_t parts) {
    const ct_tile *tile = w->tile;
    row += w->rows;
    if (row >= tile->rows) {
        row = 0;
        panel += w->columns;
    }
    ptrdiff_t rows = ct_least(w->rows, tile->rows - row);
    ptrdiff_t columns = ct_least(w->columns, tile->columns - panel);
    fetch(w->from + row * tile->from_row + panel * tile->from_column, rows, tile->from_row,
          columns * tile->unit_bytes, part, parts);
    fetch(w->into + row * tile->into_row + panel * tile->into_column, columns, tile->into_column,
          rows * tile->unit_bytes, part, parts);
}

static void gather(const walk *w, const char *from, ptrdiff_t rows, ptrdiff_t bytes) {
    for (ptrdiff_t r = 0; r < rows; r++) {
        memcpy(w->gathered + r * w->gathered_row, from + r * w->tile->from_row, (size_t)bytes);
    }
}

static void copy_tile(const walk *w, ptrdiff_t row, ptrdiff_t panel) {
    const ct_tile *tile = w->tile;
    ct_tile strip = *tile;
    ptrdiff_t columns = ct_least(w->columns, tile->columns - panel);
    ptrdiff_t strips = (columns + w->strip - 1) / w->strip;
    const char *from = w->from + row * tile->from_row + panel * tile->from_column;
    char *into = w->into + row * tile->into_row + panel * tile->into_column;
    strip.rows = ct_least(w->rows, tile->rows - row);
    if (w->gathered_row > 0) {
        gather(w, from, strip.rows, columns * tile->unit_bytes);
        from = w->gathered;
        strip.from_row = w->gathered_row;
    }
    for (ptrdiff_t s = 0; s < strips; s++) {
        ptrdiff_t c = s * w->strip;
        strip.columns = ct_least(w->strip, columns - c);
        fetch_next(w, row, panel, s, strips);
        w->kernels.copy(&strip, from + c * tile->from_column, into + c * tile->into_column);
    }
}

/* Whether they are numbers of vectors, one after the other in memory, which are taken apart or put
 * together: in the order of memory, so that nothing needs to be fetched. */
static int are_vectors(const ct_tile *tile) {
    const int are_apart = tile->columns < VECTOR_NUMBERS && tile->from_column == tile->unit_bytes &&
                          tile->from_row == tile->columns * tile->unit_bytes;
    const int are_together = tile->rows < VECTOR_NUMBERS && tile->into_row == tile->unit_bytes &&
                             tile->into_column == tile->rows * tile->unit_bytes;
    return are_apart || are_together;
}

void ct_tile_copy(const ct_tile *tile, const char *from, char *into, int streams) {
    _Alignas(CT_LINE_BYTES) char gathered[GATHERED_BYTES];
    int transposed = tile->from_column == tile->unit_bytes && tile->into_row == tile->unit_bytes;
    walk w = {.tile = tile, .from = from, .into = into, .gathered = gathered};
    const int are_few = are_vectors(tile);
    const ct_tile_kernel components =
        are_few && transposed && !streams ? ct_tile_choose_components(tile->unit_bytes) : NULL;
    if (components != NULL) {
        components(tile, from, into);
        return;
    }
    w.kernels = ct_tile_choose_kernels(tile->unit_bytes, transposed);
    if (streams && copy_past(&w)) {
        return;
    }
    if (tile->rows * tile->columns * tile->unit_bytes <= SMALL_BYTES || are_few) {
        w.kernels.copy(tile, from, into);
        return;
    }
    shape(&w, &plain_tiles);
    if (transposed && tile->columns * tile->unit_bytes >= CT_LINE_BYTES && rows_alias(&w)) {
        if (w.kernels.copy_blocks != NULL && has_whole_lines(&w)) {
            ct_tile_by_blocks(tile, w.kernels.copy_blocks, (char *)from, into); /* only read */
            return;
        }
        shape(&w, &gathered_tiles);
        ptrdiff_t lines = (w.columns * tile->unit_bytes + CT_LINE_BYTES - 1) / CT_LINE_BYTES;
        w.gathered_row = (lines | 1) * CT_LINE_BYTES; /* an odd number of lines spreads over the
                                                         sets */
        assert(w.rows * w.gathered_row <= GATHERED_BYTES);
    }
    for (ptrdiff_t panel = 0; panel < tile->columns; panel += w.columns) {
        for (ptrdiff_t row = 0; row < tile->rows; row += w.rows) {
            copy_tile(&w, row, panel);
        }
    }
}
