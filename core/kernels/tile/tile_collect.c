/*
 * Units of 3 to 15 bytes that no vector instruction shuffles. One load and one store of 4, 8 or 16
 * bytes copy each; what these are too long by, the next unit of the column overwrites. Past the
 * cache columns are collected in the first-level cache, and go on by whole lines wherever they
 * begin.
 */
#include "kernels/tile/tile.h"

#if defined(__x86_64__)
#include <assert.h>
#include <emmintrin.h>
#include <string.h>

#define INLINE __attribute__((always_inline)) static inline
#define UNROLL _Pragma("GCC unroll 32")

enum {
    MOST_UNIT_BYTES = 15,
    HELD_BYTES = 16,
    AHEAD_BYTES = 4 * CT_LINE_BYTES,
    /* Columns of a line of units of 3 bytes, which take the most. */
    COLLECTED_BYTES = CT_LINE_BYTES / 3 * 5 * CT_LINE_BYTES
};

/* Of a collected column: what the tile above left of a line, the units, and what the last one is
 * too long by. */
INLINE ptrdiff_t room_of(ptrdiff_t unit) {
    return CT_LINE_BYTES + ct_in_lines(ct_tile_along(unit, 0) * unit + HELD_BYTES);
}

/* Units of some columns, a constant after inlining: a line of each row is used up at once, as rows
 * that lie pages apart evict each other. */
INLINE void collect(const ct_tile *tile, const char *from, char *into, ptrdiff_t together,
                    ptrdiff_t unit, size_t held) {
    for (ptrdiff_t r = 0; r < tile->rows; r++) {
        ct_fetch_line(from + AHEAD_BYTES);
        UNROLL for (ptrdiff_t c = 0; c < together; c++) {
            memcpy(into + c * room_of(unit), from + c * unit, held);
        }
        from += tile->from_row;
        into += unit;
    }
}

/* Stores the whole lines from `line` on of what a column has, of which the first `left` bytes are
 * what the tile above left; of the first tile, which has a line at least, they are not of the
 * column. The tile below gets the last bytes, of which it needs those of an incomplete line. */
INLINE void send(const char *bytes, char *line, ptrdiff_t left, ptrdiff_t end, char *rest,
                 ct_tile_ends ends) {
    ptrdiff_t at = 0;
    if (ends.first && left > 0) {
        memcpy(line + left, bytes + left, (size_t)(CT_LINE_BYTES - left));
        at = CT_LINE_BYTES;
    }
    for (; at + CT_LINE_BYTES <= end; at += CT_LINE_BYTES) {
        UNROLL for (ptrdiff_t i = 0; i < CT_LINE_BYTES; i += 16) {
            _mm_stream_si128((__m128i *)(void *)(line + at + i),
                             _mm_loadu_si128((const __m128i *)(const void *)(bytes + at + i)));
        }
    }
    if (!ends.last) {
        memcpy(rest, bytes + end - CT_LINE_BYTES, CT_LINE_BYTES);
    } else {
        memcpy(line + at, bytes + at, (size_t)(end - at));
    }
}

INLINE void stream_some(const ct_tile *tile, const char *from, char *into, char *rest,
                        ct_tile_ends ends, ptrdiff_t together, ptrdiff_t unit, size_t held) {
    char collected[COLLECTED_BYTES];
    char *first = collected + CT_LINE_BYTES;
    assert(together * room_of(unit) <= COLLECTED_BYTES);
    for (ptrdiff_t c = 0; c < together && !ends.first; c++) {
        memcpy(collected + c * room_of(unit), rest + c * CT_LINE_BYTES, CT_LINE_BYTES);
    }
    collect(tile, from, first, together, unit, held);
    for (ptrdiff_t c = 0; c < together; c++) {
        char *to = into + c * tile->into_column;
        const ptrdiff_t left = ct_line_phase(to);
        send(first + c * room_of(unit) - left, to - left, left, left + tile->rows * unit,
             rest + c * CT_LINE_BYTES, ends);
    }
}

/* The last columns of the last row must not be read too far, so they go one by one. */
INLINE void stream_panel(const ct_tile *tile, const char *from, char *into, char *rest,
                         ct_tile_ends ends, ptrdiff_t unit, size_t held) {
    const ptrdiff_t together = CT_LINE_BYTES / unit;
    const ptrdiff_t most = ends.last ? tile->columns - 1 : tile->columns;
    ptrdiff_t c = 0;
    for (; c + together <= most; c += together) {
        stream_some(tile, from + c * unit, into + c * tile->into_column, rest + c * CT_LINE_BYTES,
                    ends, together, unit, held);
    }
    for (; c < tile->columns; c++) {
        stream_some(tile, from + c * unit, into + c * tile->into_column, rest + c * CT_LINE_BYTES,
                    ends, 1, unit, (size_t)unit);
    }
}

/* In the cache. The last row unit by unit: others are read and stored too far. */
INLINE void copy_units(const ct_tile *tile, const char *from, char *into, ptrdiff_t unit,
                       size_t held) {
    for (ptrdiff_t c = 0; c < tile->columns; c++) {
        const char *at = from + c * unit;
        char *to = into + c * tile->into_column;
        for (ptrdiff_t r = 0; r + 1 < tile->rows; r++) {
            memcpy(to, at, held);
            at += tile->from_row;
            to += unit;
        }
    }
    if (tile->rows > 0) {
        ct_tile_rest(tile, tile->rows - 1, tile->columns, from, into);
    }
}

#define DEFINE(UNIT, HELD)                                                                         \
    static void copy_##UNIT(const ct_tile *tile, const char *from, char *into) {                   \
        copy_units(tile, from, into, UNIT, HELD);                                                  \
    }                                                                                              \
    static void stream_##UNIT(const ct_tile *tile, const char *from, char *into, char *rest,       \
                              ct_tile_ends ends, ct_tile_ahead *ahead) {                           \
        (void)ahead; /* lines are fetched along the rows */                                        \
        stream_panel(tile, from, into, rest, ends, UNIT, HELD);                                    \
    }

DEFINE(3, 4)
DEFINE(5, 8)
DEFINE(6, 8)
DEFINE(7, 8)
DEFINE(9, 16)
DEFINE(10, 16)
DEFINE(11, 16)
DEFINE(12, 16)
DEFINE(13, 16)
DEFINE(14, 16)
DEFINE(15, 16)

#define KERNELS(UNIT) [UNIT] = {copy_##UNIT, {stream_##UNIT, 1, CT_TILE_REST_COLUMNS}, NULL, NULL}

ct_tile_kernels ct_tile_collected(ptrdiff_t unit_bytes) {
    static const ct_tile_kernels kernels[MOST_UNIT_BYTES + 1] = {
        KERNELS(3),  KERNELS(5),  KERNELS(6),  KERNELS(7),  KERNELS(9), KERNELS(10),
        KERNELS(11), KERNELS(12), KERNELS(13), KERNELS(14), KERNELS(15)};
    return unit_bytes <= MOST_UNIT_BYTES ? kernels[unit_bytes] : (ct_tile_kernels){.copy = NULL};
}

#else

ct_tile_kernels ct_tile_collected(ptrdiff_t unit_bytes) {
    (void)unit_bytes;
    return (ct_tile_kernels){.copy = NULL};
}

#endif
