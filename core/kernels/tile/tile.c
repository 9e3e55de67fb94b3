/*
 * A rectangle goes tile by tile: panels of columns, and down each panel. While a tile is
 * transposed, the next one is fetched into the second-level cache, so that reading and writing
 * overlap.
 */
#include "kernels/tile/tile.h"

#include "kernels/cache.h"
#include "kernels/vectors.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

enum {
    /* Of these it does not matter in which order they go. */
    SMALL_BYTES = 4096,
    /* Columns of fewer bytes have too few whole lines to be worth streaming. */
    STREAM_COLUMN_BYTES = 256,
    /* Of a first-level cache: this many sets, in one of which the lines of 8 rows have room. */
    SETS = 64,
    SET_ROWS = 8
};

/* Tiles have at most `bytes`, at least `rows` rows and `run_bytes` of each column. */
typedef struct extent {
    ptrdiff_t bytes, rows, run_bytes;
} extent;

/* Measured: shorter runs leave a page of memory too soon; of larger tiles, what was fetched ahead
 * is gone when its turn comes. */
static const extent plain_tiles = {32768, 32, 256};
/* Rows that share few sets push each other out of the second-level cache, too. */
static const extent gathered_tiles = {16384, 16, 128};

/* Room for these: rows of a line at least, each made up to an odd number of lines; and for the
 * columns that are streamed. */
enum {
    GATHERED_BYTES = 16384 + 16384 / CT_LINE_BYTES * (2 * CT_LINE_BYTES),
    STREAMED_COLUMNS = 128
};

typedef struct walk {
    const ct_tile *tile;
    const char *from;
    char *into;
    ct_tile_kernels kernels;
    int streams;
    ptrdiff_t rows, columns; /* of a whole tile */
    ptrdiff_t strip;         /* columns a kernel runs at a time: a line of the source */
    ptrdiff_t gathered_row;  /* bytes from one gathered row to the next; 0: none are */
    char *gathered, *rest;
} walk;

static ptrdiff_t least(ptrdiff_t a, ptrdiff_t b) {
    return a < b ? a : b;
}

static ptrdiff_t most(ptrdiff_t a, ptrdiff_t b) {
    return a > b ? a : b;
}

static ct_tile_kernels choose_kernels(ptrdiff_t unit, int transposed) {
    ct_vectors vectors = ct_vectors_used();
    ct_tile_kernels kernels = {NULL, NULL, 0};
    if (!transposed) {
        return (ct_tile_kernels){ct_tile_units, NULL, 0};
    }
    if (vectors == CT_VECTORS_AVX512) {
        kernels = ct_tile_avx512(unit);
    } else if (vectors == CT_VECTORS_AVX2) {
        kernels = ct_tile_avx2(unit);
    }
    return kernels.copy != NULL ? kernels : (ct_tile_kernels){ct_tile_portable, NULL, 0};
}

static int can_stream(const walk *w) {
    const ct_tile *tile = w->tile;
    return w->kernels.stream != NULL && tile->rows * tile->unit_bytes >= STREAM_COLUMN_BYTES &&
           ct_line_phase(w->into) % w->kernels.stream_bytes == 0 &&
           tile->into_column % w->kernels.stream_bytes == 0;
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

/* The size of a tile: least rows in whole lines and as many columns as fit; of few columns, more
 * rows. */
static void shape(walk *w, const extent *tiles) {
    const ct_tile *tile = w->tile;
    ptrdiff_t unit = tile->unit_bytes;
    ptrdiff_t lines = line_units(unit);
    ptrdiff_t rows = most(tiles->rows, (tiles->run_bytes + unit - 1) / unit);
    rows = least((rows + lines - 1) / lines * lines, tile->rows);
    w->columns = most(tiles->bytes / (rows * unit), 1);
    if (w->columns > tile->columns) {
        w->columns = tile->columns;
        rows = most(tiles->bytes / (w->columns * unit) / lines * lines, rows);
    }
    w->rows = least(rows, tile->rows);
    w->strip = most(CT_LINE_BYTES / unit, 1);
}

/* Whether the rows of a tile lie in so few sets of the cache that they drive each other out before
 * their lines are used up, as when they are about a multiple of 4 KiB apart. */
static int rows_alias(const walk *w) {
    uint64_t taken = 0;
    ptrdiff_t sets = 0;
    ptrdiff_t rows = least(w->rows, SETS);
    for (ptrdiff_t r = 0; r < rows; r++) {
        uint64_t set = (uint64_t)1 << r * w->tile->from_row / CT_LINE_BYTES % SETS;
        sets += (taken & set) == 0;
        taken |= set;
    }
    return rows > SET_ROWS && sets < SET_ROWS;
}

/* Of `count` runs of `bytes` bytes, `stride` apart, in `parts` shares, fetches the share `part`. */
static inline __attribute__((always_inline)) void fetch(const char *first, ptrdiff_t count,
                                                        ptrdiff_t stride, ptrdiff_t bytes,
                                                        ptrdiff_t part, ptrdiff_t parts) {
    for (ptrdiff_t i = count * part / parts; i < count * (part + 1) / parts; i++) {
        ct_fetch(first + i * stride, bytes);
    }
}

/* Fetches a share of the tile after the one at (row, panel): of its source, and of its target where
 * stores would wait for its lines. */
static inline __attribute__((always_inline)) void
fetch_next(const walk *w, ptrdiff_t row, ptrdiff_t panel, ptrdiff_t part, ptrdiff_t parts) {
    const ct_tile *tile = w->tile;
    row += w->rows;
    if (row >= tile->rows) {
        row = 0;
        panel += w->columns;
    }
    ptrdiff_t rows = least(w->rows, tile->rows - row);
    ptrdiff_t columns = least(w->columns, tile->columns - panel);
    fetch(w->from + row * tile->from_row + panel * tile->from_column, rows, tile->from_row,
          columns * tile->unit_bytes, part, parts);
    if (!w->streams) {
        fetch(w->into + row * tile->into_row + panel * tile->into_column, columns,
              tile->into_column, rows * tile->unit_bytes, part, parts);
    }
}

static void gather(const walk *w, const char *from, ptrdiff_t rows, ptrdiff_t bytes) {
    for (ptrdiff_t r = 0; r < rows; r++) {
        memcpy(w->gathered + r * w->gathered_row, from + r * w->tile->from_row, (size_t)bytes);
    }
}

static void run_tile(const walk *w, ptrdiff_t row, ptrdiff_t panel) {
    const ct_tile *tile = w->tile;
    ct_tile strip = *tile;
    ptrdiff_t columns = least(w->columns, tile->columns - panel);
    ptrdiff_t strips = (columns + w->strip - 1) / w->strip;
    const char *from = w->from + row * tile->from_row + panel * tile->from_column;
    char *into = w->into + row * tile->into_row + panel * tile->into_column;
    strip.rows = least(w->rows, tile->rows - row);
    ct_tile_ends ends = {row == 0, row + strip.rows == tile->rows};
    if (w->gathered_row > 0) {
        gather(w, from, strip.rows, columns * tile->unit_bytes);
        from = w->gathered;
        strip.from_row = w->gathered_row;
    }
    for (ptrdiff_t s = 0; s < strips; s++) {
        ptrdiff_t c = s * w->strip;
        strip.columns = least(w->strip, columns - c);
        fetch_next(w, row, panel, s, strips);
        if (w->streams) {
            w->kernels.stream(&strip, from + c * tile->from_column, into + c * tile->into_column,
                              w->rest + c * CT_LINE_BYTES, ends);
        } else {
            w->kernels.copy(&strip, from + c * tile->from_column, into + c * tile->into_column);
        }
    }
}

void ct_tile_copy(const ct_tile *tile, const char *from, char *into, int streams) {
    _Alignas(CT_LINE_BYTES) char gathered[GATHERED_BYTES];
    _Alignas(CT_LINE_BYTES) char rest[STREAMED_COLUMNS * CT_LINE_BYTES];
    int transposed = tile->from_column == tile->unit_bytes && tile->into_row == tile->unit_bytes;
    walk w = {.tile = tile, .from = from, .into = into, .gathered = gathered, .rest = rest};
    w.kernels = choose_kernels(tile->unit_bytes, transposed);
    w.streams = streams && can_stream(&w);
    if (!w.streams && tile->rows * tile->columns * tile->unit_bytes <= SMALL_BYTES) {
        w.kernels.copy(tile, from, into);
        return;
    }
    shape(&w, &plain_tiles);
    if (transposed && tile->columns * tile->unit_bytes >= CT_LINE_BYTES && rows_alias(&w)) {
        shape(&w, &gathered_tiles);
        ptrdiff_t lines = (w.columns * tile->unit_bytes + CT_LINE_BYTES - 1) / CT_LINE_BYTES;
        w.gathered_row = (lines | 1) * CT_LINE_BYTES; /* an odd number spreads over the sets */
        assert(w.rows * w.gathered_row <= GATHERED_BYTES);
    }
    assert(!w.streams || w.columns <= STREAMED_COLUMNS);
    for (ptrdiff_t panel = 0; panel < tile->columns; panel += w.columns) {
        for (ptrdiff_t row = 0; row < tile->rows; row += w.rows) {
            run_tile(&w, row, panel);
        }
    }
}
