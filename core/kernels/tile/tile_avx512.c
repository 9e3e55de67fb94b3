/*
 * Transposition with AVX-512, in blocks of one line of the target by half a line of the source. A
 * register has 32 bytes of one row in its lower half and of the row half a block below in its upper
 * half, which saves a third of the shuffles.
 */
#include "kernels/tile/tile.h"

#if defined(__x86_64__)
#include "kernels/cache.h"

#include <immintrin.h>
#include <string.h>

#define AVX512 __attribute__((target("avx512f")))
#define AVX512_INLINE AVX512 __attribute__((always_inline)) static inline

enum { HALF_BYTES = CT_LINE_BYTES / 2 };

AVX512_INLINE __m512i load_halves(const char *low, const char *high) {
    return _mm512_inserti64x4(
        _mm512_castsi256_si512(_mm256_loadu_si256((const __m256i *)(const void *)low)),
        _mm256_loadu_si256((const __m256i *)(const void *)high), 1);
}

/* Separates two registers of 16-byte pieces of alternating columns into a line of each column. */
AVX512_INLINE void split_columns(__m512i left, __m512i right, __m512i *first, __m512i *second) {
    const __m512i even = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
    const __m512i odd = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
    *first = _mm512_permutex2var_epi64(left, even, right);
    *second = _mm512_permutex2var_epi64(left, odd, right);
}

/* 4 rows by 2 columns of 16 bytes. */
AVX512_INLINE void transpose16(const char *from, ptrdiff_t from_row, __m512i *line) {
    __m512i row0 = load_halves(from, from + 2 * from_row);
    __m512i row1 = load_halves(from + from_row, from + 3 * from_row);
    split_columns(row0, row1, &line[0], &line[1]);
}

/* 8 rows by 4 columns of 8 bytes. */
AVX512_INLINE void transpose8(const char *from, ptrdiff_t from_row, __m512i *line) {
    __m512i row0 = load_halves(from, from + 4 * from_row);
    __m512i row1 = load_halves(from + from_row, from + 5 * from_row);
    __m512i row2 = load_halves(from + 2 * from_row, from + 6 * from_row);
    __m512i row3 = load_halves(from + 3 * from_row, from + 7 * from_row);
    split_columns(_mm512_unpacklo_epi64(row0, row1), _mm512_unpacklo_epi64(row2, row3), &line[0],
                  &line[2]);
    split_columns(_mm512_unpackhi_epi64(row0, row1), _mm512_unpackhi_epi64(row2, row3), &line[1],
                  &line[3]);
}

/* Four rows of 4-byte units, and the four half a block below, to pieces of the columns 0 and 4, 1
 * and 5, 2 and 6, 3 and 7. */
AVX512_INLINE void transpose_pieces(const __m512i *row, __m512i *piece) {
    __m512i low01 = _mm512_unpacklo_epi32(row[0], row[1]);
    __m512i low23 = _mm512_unpacklo_epi32(row[2], row[3]);
    __m512i high01 = _mm512_unpackhi_epi32(row[0], row[1]);
    __m512i high23 = _mm512_unpackhi_epi32(row[2], row[3]);
    piece[0] = _mm512_unpacklo_epi64(low01, low23);
    piece[1] = _mm512_unpackhi_epi64(low01, low23);
    piece[2] = _mm512_unpacklo_epi64(high01, high23);
    piece[3] = _mm512_unpackhi_epi64(high01, high23);
}

/* 16 rows by 8 columns of 4 bytes. */
AVX512_INLINE void transpose4(const char *from, ptrdiff_t from_row, __m512i *line) {
    __m512i row[8];
    __m512i upper[4];
    __m512i lower[4];
    for (int r = 0; r < 8; r++) {
        row[r] = load_halves(from + r * from_row, from + (r + 8) * from_row);
    }
    transpose_pieces(row, upper);
    transpose_pieces(row + 4, lower);
    for (int c = 0; c < 4; c++) {
        split_columns(upper[c], lower[c], &line[c], &line[c + 4]);
    }
}

/* Transposes half a line of columns into lines of the target: line[c] is column c. `unit` is a
 * constant after inlining. */
AVX512_INLINE void transpose(const char *from, ptrdiff_t from_row, __m512i *line, ptrdiff_t unit) {
    if (unit == 4) {
        transpose4(from, from_row, line);
    } else if (unit == 8) {
        transpose8(from, from_row, line);
    } else {
        transpose16(from, from_row, line);
    }
}

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

/* Streams `columns` columns, half a line or a line of the source, over all whole blocks of a tile.
 * The incomplete line of a column stays in registers from block to block and in `rest` from tile to
 * tile; there is none unless columns `shifts`, that is begin inside a line. */
AVX512_INLINE void stream_columns(const ct_tile *tile, const char *from, char *into, char *rest,
                                  ct_tile_ends ends, ct_tile_ahead *ahead, ptrdiff_t unit,
                                  ptrdiff_t columns, int shifts) {
    const ptrdiff_t block = CT_LINE_BYTES / unit;
    ptrdiff_t blocks = tile->rows / block;
    ptrdiff_t before[CT_LINE_BYTES / 4];
    __m512i last[CT_LINE_BYTES / 4];
    __m512i line[CT_LINE_BYTES / 8];
    for (ptrdiff_t i = 0; i < columns; i++) {
        before[i] = shifts ? ct_line_phase(into + i * tile->into_column) : 0;
        last[i] = shifts ? _mm512_load_si512(rest + i * CT_LINE_BYTES) : _mm512_setzero_si512();
    }
    for (ptrdiff_t b = 0; b < blocks; b++) {
        const char *at = from + b * block * tile->from_row;
        ct_tile_fetch(ahead);
        for (ptrdiff_t half = 0; half < columns; half += block / 2) {
            transpose(at + half * unit, tile->from_row, line, unit);
            for (ptrdiff_t i = half; i < half + block / 2; i++) {
                __m512i next = line[i - half];
                char *to = into + i * tile->into_column + b * CT_LINE_BYTES - before[i];
                __m512i whole = shifts ? join(last[i], next, before[i] / unit, unit) : next;
                if (b == 0 && ends.first && before[i] > 0) {
                    store_part(to, whole, before[i], CT_LINE_BYTES);
                } else {
                    _mm512_stream_si512((__m512i *)(void *)to, whole);
                }
                last[i] = next;
            }
        }
    }
    for (ptrdiff_t i = 0; shifts && i < columns; i++) {
        _mm512_store_si512(rest + i * CT_LINE_BYTES, last[i]);
        if (ends.last && before[i] > 0) {
            store_part(into + i * tile->into_column + blocks * CT_LINE_BYTES - before[i],
                       join(last[i], last[i], before[i] / unit, unit), 0, before[i]);
        }
    }
}

/* A line of the source at a time, so that it is read once; half of one where registers do not
 * suffice for incomplete lines of all columns. */
AVX512_INLINE void stream(const ct_tile *tile, const char *from, char *into, char *rest,
                          ct_tile_ends ends, ct_tile_ahead *ahead, ptrdiff_t unit) {
    const ptrdiff_t block = CT_LINE_BYTES / unit;
    const ptrdiff_t columns = tile->columns / block * block;
    const int shifts = ct_line_phase(into) != 0 || tile->into_column % CT_LINE_BYTES != 0;
    for (ptrdiff_t c = 0; c < columns; c += block) {
        const char *at = from + c * unit;
        char *to = into + c * tile->into_column;
        char *kept = rest + c * CT_LINE_BYTES;
        if (!shifts) {
            stream_columns(tile, at, to, kept, ends, ahead, unit, block, 0);
        } else if (unit > 4) {
            stream_columns(tile, at, to, kept, ends, ahead, unit, block, 1);
        } else {
            ct_tile_ahead none = {.left = 0};
            stream_columns(tile, at, to, kept, ends, ahead, unit, block / 2, 1);
            stream_columns(tile, at + HALF_BYTES, to + block / 2 * tile->into_column,
                           kept + block / 2 * CT_LINE_BYTES, ends, &none, unit, block / 2, 1);
        }
    }
    ct_tile_rest(tile, tile->rows / block * block, columns, from, into);
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
AVX512_INLINE void swap(const ct_tile *tile, char *from, char *into, ct_tile_ahead *ahead_from,
                        ct_tile_ahead *ahead_into, ptrdiff_t unit) {
    const ptrdiff_t block = CT_LINE_BYTES / unit;
    const ptrdiff_t rows = tile->rows / block * block;
    const ptrdiff_t columns = tile->columns / block * block;
    __m512i line[CT_LINE_BYTES / 4];
    __m512i back[CT_LINE_BYTES / 4];
    for (ptrdiff_t c = 0; c < columns; c += block) {
        for (ptrdiff_t r = 0; r < rows; r += block) {
            char *a = from + r * tile->from_row + c * unit;
            char *b = into + r * unit + c * tile->into_column;
            ct_tile_fetch(ahead_from);
            ct_tile_fetch(ahead_into);
            transpose(a, tile->from_row, line, unit);
            transpose(a + HALF_BYTES, tile->from_row, line + block / 2, unit);
            transpose(b, tile->into_column, back, unit);
            transpose(b + HALF_BYTES, tile->into_column, back + block / 2, unit);
            for (ptrdiff_t i = 0; i < block; i++) {
                _mm512_storeu_si512(a + i * tile->from_row, back[i]);
                _mm512_storeu_si512(b + i * tile->into_column, line[i]);
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
