#include "kernels/cache.h"
#include "kernels/stream.h"
#include "kernels/strided.h"
#include "kernels/tile/tile.h"

#include <string.h>

/* Rows from this size on are streamed even where they are not aligned to cache lines: that saves
 * more than the partial lines at their ends cost. */
enum { STREAMED_ROW_BYTES = 1024 };

/* Prefetch distance in the source: bandwidth times latency of memory. */
enum { AHEAD_BYTES = 4096 };

int ct_strided_fastest(int axes, const ptrdiff_t *stride) {
    int found = axes - 1;
    for (int a = axes - 2; a >= 0; a--) {
        if (stride[a] < stride[found]) {
            found = a;
        }
    }
    return found;
}

/* The innermost rectangle: its rows are along the target's fastest axis, its columns along the
 * source's. A single column where these are the same axis. */
static ct_tile inner(const ct_strided *copy, int row, int column) {
    ptrdiff_t unit = copy->unit_bytes;
    ct_tile tile = {unit, 1, unit, unit, 1, unit, unit};
    if (row >= 0) {
        tile.rows = copy->count[row];
        tile.from_row = copy->from[row];
        tile.into_row = copy->into[row];
        tile.into_column = tile.rows * tile.into_row;
    }
    if (column != row) {
        tile.columns = copy->count[column];
        tile.from_column = copy->from[column];
        tile.into_column = copy->into[column];
    }
    return tile;
}

/* Whether rows are worth streaming: partial lines at their ends are not. */
static int rows_stream(const ct_tile *tile, const char *into) {
    return tile->unit_bytes >= STREAMED_ROW_BYTES ||
           (ct_line_phase(into) == 0 && tile->unit_bytes % CT_LINE_BYTES == 0 &&
            tile->into_row % CT_LINE_BYTES == 0 && tile->into_column % CT_LINE_BYTES == 0);
}

/* Prefetches the lines that a streamed row has only parts of: an ordinary store that misses the
 * cache holds up the streaming stores after it. */
static inline __attribute__((always_inline)) void fetch_ends(const char *row, ptrdiff_t bytes) {
    if (ct_line_phase(row) != 0) {
        ct_fetch_line(row);
    }
    if (ct_line_phase(row + bytes) != 0) {
        ct_fetch_line(row + bytes);
    }
}

static void copy_rows(const ct_tile *tile, const char *from, char *into, int streams) {
    ptrdiff_t bytes = tile->unit_bytes;
    ptrdiff_t ahead = (AHEAD_BYTES + bytes - 1) / bytes;
    for (ptrdiff_t c = 0; c < tile->columns; c++) {
        for (ptrdiff_t r = 0; streams && r < ahead && r < tile->rows; r++) {
            fetch_ends(into + c * tile->into_column + r * tile->into_row, bytes);
        }
        for (ptrdiff_t r = 0; r < tile->rows; r++) {
            const char *at = from + c * tile->from_column + r * tile->from_row;
            char *to = into + c * tile->into_column + r * tile->into_row;
            if (r + ahead < tile->rows) {
                ct_fetch(at + ahead * tile->from_row, bytes < AHEAD_BYTES ? bytes : AHEAD_BYTES);
            }
            if (streams && r + ahead < tile->rows) {
                fetch_ends(to + ahead * tile->into_row, bytes);
            }
            if (streams) {
                ct_stream_copy(to, at, (size_t)bytes);
            } else {
                memcpy(to, at, (size_t)bytes);
            }
        }
    }
}

static int copy_rectangle(const ct_strided *copy, const ct_tile *tile, char *from, char *into) {
    if (tile->unit_bytes > CT_TILE_UNIT_BYTES) {
        copy_rows(tile, from, into, copy->streams && rows_stream(tile, into));
    } else {
        ct_tile_copy(tile, from, into, copy->streams);
    }
    return 1;
}

static int swap_rectangle(const ct_strided *copy, const ct_tile *tile, char *from, char *into) {
    (void)copy;
    return ct_tile_swap(tile, from, into);
}

/* Runs on the rectangle at every position along the axes from `axis` on other than its `own`, for
 * as long as that returns 1. */
static int for_rectangles(const ct_strided *copy, const ct_tile *tile, const int *own, int axis,
                          char *from, char *into,
                          int (*run)(const ct_strided *, const ct_tile *, char *, char *)) {
    while (axis < copy->axes && (axis == own[0] || axis == own[1])) {
        axis++;
    }
    if (axis >= copy->axes) {
        return run(copy, tile, from, into);
    }
    for (ptrdiff_t i = 0; i < copy->count[axis]; i++) {
        if (!for_rectangles(copy, tile, own, axis + 1, from + i * copy->from[axis],
                            into + i * copy->into[axis], run)) {
            return 0;
        }
    }
    return 1;
}

static int run(const ct_strided *copy, char *from, char *into,
               int (*on)(const ct_strided *, const ct_tile *, char *, char *)) {
    const int own[2] = {ct_strided_fastest(copy->axes, copy->into),
                        ct_strided_fastest(copy->axes, copy->from)};
    const ct_tile tile = inner(copy, own[0], own[1]);
    return for_rectangles(copy, &tile, own, 0, from, into, on);
}

void ct_strided_copy_plain(const ct_strided *copy, const char *from, char *into) {
    (void)run(copy, (char *)from, into, copy_rectangle); /* only read */
}

int ct_strided_swap(const ct_strided *copy, void *from, void *into) {
    return copy->conversion == NULL && run(copy, (char *)from + copy->from_offset,
                                           (char *)into + copy->into_offset, swap_rectangle);
}
