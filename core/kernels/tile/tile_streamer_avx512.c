/*
 * Tiles past the cache with AVX-512, block by block: as many rows as are whole lines of the target,
 * by a line of the source; of units of several numbers, as vectors of three, by one unit.
 */
#include "kernels/tile/streamers.h"

#if defined(__x86_64__)
#include "kernels/tile/block_avx512.h"

#include <stdint.h>

#define UNROLL _Pragma("GCC unroll 8")

/* Rows of a block: 64 / gcd(64, unit). */
AVX512_INLINE ptrdiff_t rows_of_block(ptrdiff_t unit) {
    return CT_LINE_BYTES / (unit & -unit);
}

/* Lines of each column of a block. */
AVX512_INLINE ptrdiff_t lines_of_block(ptrdiff_t unit) {
    return unit / (unit & -unit);
}

/* Whether blocks are transposed in registers. */
AVX512_INLINE int are_turned(ptrdiff_t unit) {
    return unit <= 16 && lines_of_block(unit) == 1;
}

enum { MOST_LINES = CT_LINE_BYTES / 4 };

/* The lines of `columns` columns of a block. */
AVX512_INLINE void make_lines(const char *from, ptrdiff_t from_row, __m512i *line, ptrdiff_t unit,
                              ptrdiff_t columns) {
    if (unit == 8) {
        transpose8_lines(from, from_row, line);
    } else if (are_turned(unit)) {
        const ptrdiff_t half = HALF_BYTES / unit;
        for (ptrdiff_t i = 0; i < columns; i += half) {
            transpose(from + i * unit, from_row, line + i, unit);
        }
    } else {
        UNROLL for (ptrdiff_t l = 0; l < lines_of_block(unit); l++) {
            line[l] = gather_line(from, from_row, l, unit);
        }
    }
}

/* Columns, of which those that begin inside a line do so `before` bytes after its start, and the
 * incomplete line of each. */
typedef struct streamed {
    ptrdiff_t before[MOST_LINES];
    __m512i last[MOST_LINES];
} streamed;

/* Streams block b of `columns` columns. */
AVX512_INLINE void stream_block(const ct_tile *tile, const char *from, char *into, ptrdiff_t b,
                                ct_tile_ends ends, streamed *s, ptrdiff_t unit, ptrdiff_t columns,
                                int shifts) {
    const ptrdiff_t lines = lines_of_block(unit);
    __m512i line[MOST_LINES];
    make_lines(from + b * rows_of_block(unit) * tile->from_row, tile->from_row, line, unit,
               columns);
    for (ptrdiff_t i = 0; i < columns; i++) {
        for (ptrdiff_t l = 0; l < lines; l++) {
            const __m512i next = line[i * lines + l];
            const __m512i whole = shifts ? join(s->last[i], next, s->before[i], unit) : next;
            char *to =
                into + i * tile->into_column + (b * lines + l) * CT_LINE_BYTES - s->before[i];
            if (b + l == 0 && ends.first && s->before[i] > 0) {
                store_part(to, whole, s->before[i], CT_LINE_BYTES);
            } else {
                _mm512_stream_si512((__m512i *)(void *)to, whole);
            }
            s->last[i] = next;
        }
    }
}

/* Streams `columns` columns over all whole blocks of a tile. The incomplete line of a column stays
 * in registers from block to block and in `rest` from tile to tile; there is none unless columns
 * `shifts`, that is begin inside a line. `along`: the number of rows, a constant after inlining, of
 * which each is read by instructions of its own; or 0. */
AVX512_INLINE void stream_columns(const ct_tile *tile, const char *from, char *into, char *rest,
                                  ct_tile_ends ends, ct_tile_ahead *ahead, ptrdiff_t unit,
                                  ptrdiff_t columns, ptrdiff_t along, int shifts) {
    const ptrdiff_t blocks = tile->rows / rows_of_block(unit);
    const ptrdiff_t unrolled = along / rows_of_block(unit);
    streamed s;
    for (ptrdiff_t i = 0; i < columns; i++) {
        s.before[i] = shifts ? ct_line_phase(into + i * tile->into_column) : 0;
        s.last[i] = shifts ? _mm512_load_si512(rest + i * CT_LINE_BYTES) : _mm512_setzero_si512();
    }
    if (along > 0) {
        UNROLL for (ptrdiff_t b = 0; b < unrolled; b++) {
            stream_block(tile, from, into, b, ends, &s, unit, columns, shifts);
        }
    } else {
        for (ptrdiff_t b = 0; b < blocks; b++) {
            ct_tile_fetch(ahead);
            stream_block(tile, from, into, b, ends, &s, unit, columns, shifts);
        }
    }
    for (ptrdiff_t i = 0; shifts && i < columns; i++) {
        _mm512_store_si512(rest + i * CT_LINE_BYTES, s.last[i]);
        if (ends.last && s.before[i] > 0) {
            store_part(into + i * tile->into_column +
                           blocks * lines_of_block(unit) * CT_LINE_BYTES - s.before[i],
                       join(s.last[i], s.last[i], s.before[i], unit), 0, s.before[i]);
        }
    }
}

/* A line of the source at a time, so that it is read once; half of one where registers do not
 * suffice for incomplete lines of all columns. */
AVX512_INLINE void stream_panel(const ct_tile *tile, const char *from, char *into, char *rest,
                                ct_tile_ends ends, ct_tile_ahead *ahead, ptrdiff_t unit,
                                ptrdiff_t along) {
    const ptrdiff_t together = are_turned(unit) ? CT_LINE_BYTES / unit : 1;
    const ptrdiff_t columns = tile->columns / together * together;
    const int shifts = ct_line_phase(into) != 0 || tile->into_column % CT_LINE_BYTES != 0;
    for (ptrdiff_t c = 0; c < columns; c += together) {
        const char *at = from + c * unit;
        char *to = into + c * tile->into_column;
        char *kept = rest + c * CT_LINE_BYTES;
        if (!shifts) {
            stream_columns(tile, at, to, kept, ends, ahead, unit, together, along, 0);
        } else if (unit > 4) {
            stream_columns(tile, at, to, kept, ends, ahead, unit, together, along, 1);
        } else {
            ct_tile_ahead none = {.left = 0};
            stream_columns(tile, at, to, kept, ends, ahead, unit, together / 2, along, 1);
            stream_columns(tile, at + HALF_BYTES, to + together / 2 * tile->into_column,
                           kept + together / 2 * CT_LINE_BYTES, ends, &none, unit, together / 2,
                           along, 1);
        }
    }
    ct_tile_rest(tile, tile->rows / rows_of_block(unit) * rows_of_block(unit), columns, from, into);
}

CT_TILE_STREAMER(AVX512, 4)
CT_TILE_STREAMER(AVX512, 8)
CT_TILE_STREAMER(AVX512, 12)
CT_TILE_STREAMER(AVX512, 16)
CT_TILE_STREAMER(AVX512, 24)
CT_TILE_STREAMER(AVX512, 32)
CT_TILE_STREAMER(AVX512, 48)

ct_tile_streaming ct_tile_streaming_avx512(ptrdiff_t unit_bytes) {
    const ct_tile_streamer run = unit_bytes == 4    ? stream_4
                                 : unit_bytes == 8  ? stream_8
                                 : unit_bytes == 12 ? stream_12
                                 : unit_bytes == 16 ? stream_16
                                 : unit_bytes == 24 ? stream_24
                                 : unit_bytes == 32 ? stream_32
                                 : unit_bytes == 48 ? stream_48
                                                    : NULL;
    const ptrdiff_t column_bytes = unit_bytes == 8 || unit_bytes == 16 ? unit_bytes : 4;
    return (ct_tile_streaming){run, column_bytes, PTRDIFF_MAX};
}

#else

ct_tile_streaming ct_tile_streaming_avx512(ptrdiff_t unit_bytes) {
    (void)unit_bytes;
    return (ct_tile_streaming){.run = NULL};
}

#endif
