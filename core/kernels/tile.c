/*
 * A turned rectangle goes tile by tile: panels of columns, and down each panel. While a tile is
 * turned, the next one is fetched into the second-level cache, so that reading and writing overlap.
 */
#include "kernels/tile.h"

#include "kernels/stream.h"

#include <stdint.h>
#include <string.h>

enum {
    LINE_BYTES = 64,
    /* A tile and its copies fit the first- and second-level cache beside what is fetched ahead. */
    TILE_BYTES = 16384,
    /* In one go to the target: a quarter of a KiB keeps a page of memory open long enough. */
    RUN_BYTES = 256,
    /* Shorter rows of the target have too few whole lines to be worth streaming. */
    STREAM_ROW_BYTES = 256,
    /* Rows a multiple of this apart share few sets of the caches: read once, in order. */
    ALIAS_BYTES = 1024,
    GATHER_BYTES = TILE_BYTES + LINE_BYTES * 256,
    STAGE_BYTES = TILE_BYTES + 3 * LINE_BYTES * 64 + LINE_BYTES,
};

/* Where the turned strips of a tile go. */
typedef enum route {
    DIRECT, /* to the target */
    LINES,  /* to the target past the cache: whole lines */
    STAGED, /* to a stage that lies in its lines as the target in its own; from there, whole lines,
               what is left of one waits for the next tile */
    JOINED  /* to a stage, rows one after the other as in the target */
} route;

typedef struct walk {
    const ct_tile *tile;
    const char *from;
    char *into;
    ct_tile_kernels kernels;
    route route;
    ptrdiff_t rows, columns; /* of a whole tile */
    ptrdiff_t strip;         /* columns a kernel runs at a time: a line of the source */
    ptrdiff_t stage_column;  /* of the stage, in bytes */
    int gathers;             /* a tile's source rows are brought together first */
    char *gathered, *stage;
} walk;

static ptrdiff_t least(ptrdiff_t a, ptrdiff_t b) {
    return a < b ? a : b;
}

static ptrdiff_t most(ptrdiff_t a, ptrdiff_t b) {
    return a > b ? a : b;
}

/* Bytes from the start of its line. */
static ptrdiff_t phase(const void *address) {
    return (ptrdiff_t)((uintptr_t)address % LINE_BYTES);
}

/* Fewest units that are whole lines. */
static ptrdiff_t line_units(ptrdiff_t unit) {
    ptrdiff_t units = LINE_BYTES;
    while (units > 1 && unit % 2 == 0) {
        units /= 2;
        unit /= 2;
    }
    return units;
}

/* The size of a tile: rows of RUN_BYTES at least, in whole lines, and as many columns as fit; of
 * few columns, more rows. */
static void shape(walk *w) {
    const ct_tile *tile = w->tile;
    ptrdiff_t unit = tile->unit_bytes;
    ptrdiff_t lines = line_units(unit);
    ptrdiff_t rows = ((RUN_BYTES + unit - 1) / unit + lines - 1) / lines * lines;
    rows = least(rows, tile->rows);
    w->columns = most(TILE_BYTES / (rows * unit), 1);
    if (w->columns > tile->columns) {
        w->columns = tile->columns;
        rows = most(TILE_BYTES / (w->columns * unit) / lines * lines, rows);
    }
    w->rows = least(rows, tile->rows);
    w->strip = w->route == JOINED ? w->columns : most(LINE_BYTES / unit, 1);
}

static route choose_route(const walk *w, int streams) {
    const ct_tile *tile = w->tile;
    ptrdiff_t row_bytes = tile->rows * tile->unit_bytes;
    if (!streams || tile->into_row != tile->unit_bytes) {
        return DIRECT;
    }
    if (row_bytes < STREAM_ROW_BYTES) {
        return tile->into_column == row_bytes ? JOINED : DIRECT;
    }
    return w->kernels.stream != NULL && phase(w->into) == 0 && tile->into_column % LINE_BYTES == 0
               ? LINES
               : STAGED;
}

/* Fetches the share `part` of `parts` of the next tile's source. */
static void fetch(const walk *w, ptrdiff_t row, ptrdiff_t column, ptrdiff_t part, ptrdiff_t parts) {
    const ct_tile *tile = w->tile;
    if (row >= tile->rows) {
        row = 0;
        column += w->columns;
    }
    ptrdiff_t rows = least(w->rows, tile->rows - row);
    ptrdiff_t columns = least(w->columns, tile->columns - column);
    for (ptrdiff_t r = rows * part / parts; r < rows * (part + 1) / parts; r++) {
        const char *at = w->from + (row + r) * tile->from_row + column * tile->from_column;
        for (ptrdiff_t x = 0; x < columns * tile->unit_bytes; x += LINE_BYTES) {
            __builtin_prefetch(at + x, 0, 2);
        }
    }
}

/* Streams the whole lines that `bytes` more of a column complete, from its place in the stage, and
 * keeps what is left of the last for the next tile, which begins as far into its line. */
static void flush(char *into, char *stage, ptrdiff_t bytes, int first, int last) {
    ptrdiff_t before = phase(into);
    ptrdiff_t start = first ? (LINE_BYTES - before) % LINE_BYTES : -before;
    ptrdiff_t end = start + (bytes - start) / LINE_BYTES * LINE_BYTES;
    if (start > 0) {
        memcpy(into, stage, (size_t)start);
    }
    ct_stream_copy(into + start, stage + start, (size_t)(end - start));
    if (last) {
        memcpy(into + end, stage + end, (size_t)(bytes - end));
    } else if (before > 0) {
        memcpy(stage - before, stage + end, LINE_BYTES);
    }
}

/* One strip of a tile, from (row, column) of the whole on, to where it goes. */
static void run_strip(const walk *w, ct_tile *strip, const char *at, ptrdiff_t row,
                      ptrdiff_t column, ptrdiff_t panel) {
    char *to = w->into + row * w->tile->into_row + column * w->tile->into_column;
    if (w->route == DIRECT) {
        w->kernels.copy(strip, at, to);
    } else if (w->route == LINES) {
        w->kernels.stream(strip, at, to);
    } else if (w->route == JOINED) {
        w->kernels.copy(strip, at, w->stage);
        ct_stream_copy(to, w->stage, (size_t)(strip->columns * strip->into_column));
    } else {
        char *first = w->into + panel * w->tile->into_column;
        char *stage = w->stage + phase(first) + (column - panel) * w->stage_column;
        int last = row + strip->rows == w->tile->rows;
        strip->into_column = w->stage_column;
        w->kernels.copy(strip, at, stage);
        for (ptrdiff_t c = 0; c < strip->columns; c++) {
            flush(to + c * w->tile->into_column, stage + c * w->stage_column,
                  strip->rows * strip->unit_bytes, row == 0, last);
        }
    }
}

static void run_tile(const walk *w, ptrdiff_t row, ptrdiff_t panel) {
    const ct_tile *tile = w->tile;
    ptrdiff_t columns = least(w->columns, tile->columns - panel);
    ptrdiff_t strips = (columns + w->strip - 1) / w->strip;
    ct_tile strip = *tile;
    const char *from = w->from + row * tile->from_row + panel * tile->from_column;
    strip.rows = least(w->rows, tile->rows - row);
    if (w->gathers) {
        strip.from_row = columns * tile->unit_bytes + LINE_BYTES;
        for (ptrdiff_t r = 0; r < strip.rows; r++) {
            memcpy(w->gathered + r * strip.from_row, from + r * tile->from_row,
                   (size_t)(columns * tile->unit_bytes));
        }
        from = w->gathered;
    }
    for (ptrdiff_t s = 0; s < strips; s++) {
        ptrdiff_t first = s * w->strip;
        fetch(w, row + w->rows, panel, s, strips);
        strip.columns = least(w->strip, columns - first);
        strip.into_column = tile->into_column;
        run_strip(w, &strip, from + first * tile->from_column, row, panel + first, panel);
    }
}

void ct_tile_copy(const ct_tile *tile, const char *from, char *into, int streams) {
    _Alignas(LINE_BYTES) char gathered[GATHER_BYTES];
    _Alignas(LINE_BYTES) char stage[STAGE_BYTES];
    int turned = tile->from_column == tile->unit_bytes && tile->into_row == tile->unit_bytes;
    walk w = {.tile = tile, .from = from, .into = into, .gathered = gathered, .stage = stage};
    w.kernels =
        turned ? ct_tile_select(tile->unit_bytes) : (ct_tile_kernels){.copy = ct_tile_portable};
    w.route = choose_route(&w, streams);
    shape(&w);
    w.stage_column = w.rows * tile->unit_bytes + 2 * LINE_BYTES + tile->into_column % LINE_BYTES;
    w.gathers = turned && tile->from_row % ALIAS_BYTES == 0 && tile->rows > 1 &&
                w.columns * tile->unit_bytes >= LINE_BYTES;
    for (ptrdiff_t panel = 0; panel < tile->columns; panel += w.columns) {
        for (ptrdiff_t row = 0; row < tile->rows; row += w.rows) {
            run_tile(&w, row, panel);
        }
    }
}
