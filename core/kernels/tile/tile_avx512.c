/*
 * Tiles with AVX-512: copied, swapped, and streamed past the cache.
 */
#include "kernels/tile/tile.h"

#if defined(__x86_64__)
#include "kernels/tile/block_avx512.h"

#include <string.h>

AVX512_INLINE void copy(const ct_tile *tile, const char *from, char *into, ptrdiff_t unit) {
    const ptrdiff_t block = CT_LINE_BYTES / unit;
    ptrdiff_t rows = tile->rows / block * block;
    ptrdiff_t columns = tile->columns / block * block;
    __m512i line[CT_LINE_BYTES / 4];
    for (ptrdiff_t c = 0; c < columns; c += block) {
        for (ptrdiff_t r = 0; r < rows; r += block) {
            const char *at = from + r * tile->from_row + c * unit;
            transpose(at, tile->from_row, line, unit);
            transpose(at + HALF_BYTES, tile->from_row, line + block / 2, unit);
            for (ptrdiff_t i = 0; i < block; i++) {
                _mm512_storeu_si512(into + (c + i) * tile->into_column + r * unit, line[i]);
            }
        }
    }
    ct_tile_rest(tile, rows, columns, from, into);
}

/* The line that begins `before` units before the first of `next`, its start in `last`. */
AVX512_INLINE __m512i join(__m512i last, __m512i next, ptrdiff_t before, ptrdiff_t unit) {
    if (unit == 4) {
        const __m512i lane =
            _mm512_setr_epi32(16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
        return _mm512_permutex2var_epi32(
            last, _mm512_sub_epi32(lane, _mm512_set1_epi32((int)before)), next);
    }
    const __m512i lane = _mm512_setr_epi64(8, 9, 10, 11, 12, 13, 14, 15);
    return _mm512_permutex2var_epi64(
        last, _mm512_sub_epi64(lane, _mm512_set1_epi64(before * (unit / 8))), next);
}

/* Stores the bytes `first` .. `end - 1` of a line, whole units, with ordinary stores. */
AVX512_INLINE void store_part(char *into, __m512i line, ptrdiff_t first, ptrdiff_t end) {
    unsigned mask = (0xFFFFU >> (16 - end / 4)) & (0xFFFFU << first / 4);
    _mm512_mask_storeu_epi32(into, (__mmask16)mask, line);
}

/* The columns that stream_columns is at: those that begin inside a line `before` bytes after its
 * start, and the incomplete line of each. */
typedef struct streamed {
    ptrdiff_t before[CT_LINE_BYTES / 4];
    __m512i last[CT_LINE_BYTES / 4];
} streamed;

/* Streams block b of `columns` columns. */
AVX512_INLINE void stream_block(const ct_tile *tile, const char *from, char *into, ptrdiff_t b,
                                ct_tile_ends ends, streamed *s, ptrdiff_t unit, ptrdiff_t columns,
                                int shifts) {
    const ptrdiff_t block = CT_LINE_BYTES / unit;
    const char *at = from + b * block * tile->from_row;
    __m512i line[CT_LINE_BYTES / 4];
    if (unit == 8) {
        transpose8_lines(at, tile->from_row, line);
    } else {
        for (ptrdiff_t half = 0; half < columns; half += block / 2) {
            transpose(at + half * unit, tile->from_row, line + half, unit);
        }
    }
    for (ptrdiff_t i = 0; i < columns; i++) {
        char *to = into + i * tile->into_column + b * CT_LINE_BYTES - s->before[i];
        __m512i whole = shifts ? join(s->last[i], line[i], s->before[i] / unit, unit) : line[i];
        if (b == 0 && ends.first && s->before[i] > 0) {
            store_part(to, whole, s->before[i], CT_LINE_BYTES);
        } else {
            _mm512_stream_si512((__m512i *)(void *)to, whole);
        }
        s->last[i] = line[i];
    }
}

/* Streams `columns` columns, half a line or a line of the source, over all whole blocks of a tile.
 * The incomplete line of a column stays in registers from block to block and in `rest` from tile to
 * tile; there is none unless columns `shifts`, that is begin inside a line. `along`: the number of
 * rows, a constant after inlining, of which each is read by instructions of its own; or 0. */
AVX512_INLINE void stream_columns(const ct_tile *tile, const char *from, char *into, char *rest,
                                  ct_tile_ends ends, ct_tile_ahead *ahead, ptrdiff_t unit,
                                  ptrdiff_t columns, ptrdiff_t along, int shifts) {
    const ptrdiff_t blocks = tile->rows * unit / CT_LINE_BYTES;
    streamed s;
    for (ptrdiff_t i = 0; i < columns; i++) {
        s.before[i] = shifts ? ct_line_phase(into + i * tile->into_column) : 0;
        s.last[i] = shifts ? _mm512_load_si512(rest + i * CT_LINE_BYTES) : _mm512_setzero_si512();
    }
    if (along > 0) {
#pragma GCC unroll 8
        for (ptrdiff_t b = 0; b < along * unit / CT_LINE_BYTES; b++) {
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
            store_part(into + i * tile->into_column + blocks * CT_LINE_BYTES - s.before[i],
                       join(s.last[i], s.last[i], s.before[i] / unit, unit), 0, s.before[i]);
        }
    }
}

/* A line of the source at a time, so that it is read once; half of one where registers do not
 * suffice for incomplete lines of all columns. */
AVX512_INLINE void stream_panel(const ct_tile *tile, const char *from, char *into, char *rest,
                                ct_tile_ends ends, ct_tile_ahead *ahead, ptrdiff_t unit,
                                ptrdiff_t along) {
    const ptrdiff_t block = CT_LINE_BYTES / unit;
    const ptrdiff_t columns = tile->columns / block * block;
    const int shifts = ct_line_phase(into) != 0 || tile->into_column % CT_LINE_BYTES != 0;
    for (ptrdiff_t c = 0; c < columns; c += block) {
        const char *at = from + c * unit;
        char *to = into + c * tile->into_column;
        char *kept = rest + c * CT_LINE_BYTES;
        if (!shifts) {
            stream_columns(tile, at, to, kept, ends, ahead, unit, block, along, 0);
        } else if (unit > 4) {
            stream_columns(tile, at, to, kept, ends, ahead, unit, block, along, 1);
        } else {
            ct_tile_ahead none = {.left = 0};
            stream_columns(tile, at, to, kept, ends, ahead, unit, block / 2, along, 1);
            stream_columns(tile, at + HALF_BYTES, to + block / 2 * tile->into_column,
                           kept + block / 2 * CT_LINE_BYTES, ends, &none, unit, block / 2, along,
                           1);
        }
    }
    ct_tile_rest(tile, tile->rows / block * block, columns, from, into);
}

AVX512_INLINE void stream(const ct_tile *tile, const char *from, char *into, char *rest,
                          ct_tile_ends ends, ct_tile_ahead *ahead, ptrdiff_t unit) {
    const ptrdiff_t rows = ct_tile_along(unit, 0);
    const ptrdiff_t others = ct_tile_along(unit, 1);
    if (tile->rows == rows) {
        stream_panel(tile, from, into, rest, ends, ahead, unit, rows);
    } else if (tile->rows == others) {
        stream_panel(tile, from, into, rest, ends, ahead, unit, others);
    } else {
        stream_panel(tile, from, into, rest, ends, ahead, unit, 0);
    }
}

/* Swaps the units outside the first `rows` of the first `columns`, which whole blocks cover. */
static void swap_rest(const ct_tile *tile, ptrdiff_t rows, ptrdiff_t columns, char *from,
                      char *into) {
    for (ptrdiff_t r = 0; r < tile->rows; r++) {
        for (ptrdiff_t c = r < rows ? columns : 0; c < tile->columns; c++) {
            char kept[CT_TILE_UNIT_BYTES];
            char *a = from + r * tile->from_row + c * tile->from_column;
            char *b = into + r * tile->into_row + c * tile->into_column;
            memcpy(kept, a, (size_t)tile->unit_bytes);
            memcpy(a, b, (size_t)tile->unit_bytes);
            memcpy(b, kept, (size_t)tile->unit_bytes);
        }
    }
}

/* With ordinary stores: the lines are in the cache, since they were read. */
AVX512_INLINE void swap_block(const ct_tile *tile, char *a, char *b, ptrdiff_t unit) {
    const ptrdiff_t block = CT_LINE_BYTES / unit;
    __m512i line[CT_LINE_BYTES / 4];
    __m512i back[CT_LINE_BYTES / 4];
    transpose(a, tile->from_row, line, unit);
    transpose(a + HALF_BYTES, tile->from_row, line + block / 2, unit);
    transpose(b, tile->into_column, back, unit);
    transpose(b + HALF_BYTES, tile->into_column, back + block / 2, unit);
    for (ptrdiff_t i = 0; i < block; i++) {
        _mm512_storeu_si512(a + i * tile->from_row, back[i]);
        _mm512_storeu_si512(b + i * tile->into_column, line[i]);
    }
}

/* Whether a block's loads have the low bits of addresses of stores of the block before, which they
 * then wait for: rows lie pages and a unit apart, as those of 2^k + 1 numbers do, so that (r, c)
 * and (c, r) of a matrix have the same low bits. */
static int blocks_collide(const ct_tile *tile) {
    enum { COMPARED_BYTES = 4096 };
    return tile->from_row % COMPARED_BYTES == tile->unit_bytes;
}

/* Blocks that follow each other lie two lines apart where they collide: 2049^2 doubles, two ranks,
 * 2.7 ms and 1.1; elsewhere it would be up to twice as slow. */
AVX512_INLINE void swap(const ct_tile *tile, char *from, char *into, ct_tile_ahead *ahead_from,
                        ct_tile_ahead *ahead_into, ptrdiff_t unit) {
    const ptrdiff_t block = CT_LINE_BYTES / unit;
    const ptrdiff_t rows = tile->rows / block * block;
    const ptrdiff_t columns = tile->columns / block * block;
    const int collide = blocks_collide(tile);
    const ptrdiff_t high = collide ? block : rows; /* of strips, each from left to right */
    const ptrdiff_t step = collide ? 2 * block : block;
    for (ptrdiff_t top = 0; top < rows; top += high) {
        for (ptrdiff_t first = 0; first < step; first += block) {
            for (ptrdiff_t c = first; c < columns; c += step) {
                for (ptrdiff_t r = top; r < top + high; r += block) {
                    ct_tile_fetch(ahead_from);
                    ct_tile_fetch(ahead_into);
                    swap_block(tile, from + r * tile->from_row + c * unit,
                               into + r * unit + c * tile->into_column, unit);
                }
            }
        }
    }
    swap_rest(tile, rows, columns, from, into);
}

AVX512 static void copy_4(const ct_tile *tile, const char *from, char *into) {
    copy(tile, from, into, 4);
}

AVX512 static void stream_4(const ct_tile *tile, const char *from, char *into, char *rest,
                            ct_tile_ends ends, ct_tile_ahead *ahead) {
    stream(tile, from, into, rest, ends, ahead, 4);
}

AVX512 static void copy_8(const ct_tile *tile, const char *from, char *into) {
    copy(tile, from, into, 8);
}

AVX512 static void stream_8(const ct_tile *tile, const char *from, char *into, char *rest,
                            ct_tile_ends ends, ct_tile_ahead *ahead) {
    stream(tile, from, into, rest, ends, ahead, 8);
}

AVX512 static void copy_16(const ct_tile *tile, const char *from, char *into) {
    copy(tile, from, into, 16);
}

AVX512 static void stream_16(const ct_tile *tile, const char *from, char *into, char *rest,
                             ct_tile_ends ends, ct_tile_ahead *ahead) {
    stream(tile, from, into, rest, ends, ahead, 16);
}

AVX512 static void swap_4(const ct_tile *tile, char *from, char *into, ct_tile_ahead *ahead_from,
                          ct_tile_ahead *ahead_into) {
    swap(tile, from, into, ahead_from, ahead_into, 4);
}

AVX512 static void swap_8(const ct_tile *tile, char *from, char *into, ct_tile_ahead *ahead_from,
                          ct_tile_ahead *ahead_into) {
    swap(tile, from, into, ahead_from, ahead_into, 8);
}

AVX512 static void swap_16(const ct_tile *tile, char *from, char *into, ct_tile_ahead *ahead_from,
                           ct_tile_ahead *ahead_into) {
    swap(tile, from, into, ahead_from, ahead_into, 16);
}

ct_tile_kernels ct_tile_avx512(ptrdiff_t unit_bytes) {
    return unit_bytes == 4    ? (ct_tile_kernels){copy_4, stream_4, 4, swap_4}
           : unit_bytes == 8  ? (ct_tile_kernels){copy_8, stream_8, 8, swap_8}
           : unit_bytes == 16 ? (ct_tile_kernels){copy_16, stream_16, 16, swap_16}
                              : (ct_tile_kernels){.copy = NULL};
}

#else

ct_tile_kernels ct_tile_avx512(ptrdiff_t unit_bytes) {
    (void)unit_bytes;
    return (ct_tile_kernels){.copy = NULL};
}

#endif
