/*
 * Turned rectangles with AVX-512: blocks of one target line by eight units, four of 16 bytes, in
 * registers. The lower half of a register takes a piece of 32 bytes of one row and the upper half
 * that of the row half a block below, which saves a third of the shuffles.
 */
#include "kernels/tile.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define AVX512 __attribute__((target("avx512f")))
#define AVX512_INLINE AVX512 __attribute__((always_inline)) static inline

enum { LINE_BYTES = 64, HALF_BYTES = 32 };

AVX512_INLINE __m512i load_halves(const char *low, const char *high) {
    return _mm512_inserti64x4(
        _mm512_castsi256_si512(_mm256_loadu_si256((const __m256i *)(const void *)low)),
        _mm256_loadu_si256((const __m256i *)(const void *)high), 1);
}

/* `streams` is constant where this is inlined. */
AVX512_INLINE void store(char *into, __m512i line, int streams) {
    if (streams) {
        _mm512_stream_si512((__m512i *)(void *)into, line);
    } else {
        _mm512_storeu_si512(into, line);
    }
}

/* Two registers of 16-byte pieces, of the columns c and c + 1 in turn, to a line of each. */
AVX512_INLINE void store_columns(__m512i even, __m512i odd, char *into, ptrdiff_t into_column,
                                 int streams) {
    const __m512i first = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
    const __m512i second = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
    store(into, _mm512_permutex2var_epi64(even, first, odd), streams);
    store(into + into_column, _mm512_permutex2var_epi64(even, second, odd), streams);
}

/* 4 rows by 2 columns of 16 bytes. */
AVX512_INLINE void turn16(const char *from, ptrdiff_t from_row, char *into, ptrdiff_t into_column,
                          int streams) {
    __m512i row0 = load_halves(from, from + 2 * from_row);
    __m512i row1 = load_halves(from + from_row, from + 3 * from_row);
    store_columns(row0, row1, into, into_column, streams);
}

/* 8 rows by 4 columns of 8 bytes. */
AVX512_INLINE void turn8(const char *from, ptrdiff_t from_row, char *into, ptrdiff_t into_column,
                         int streams) {
    __m512i row0 = load_halves(from, from + 4 * from_row);
    __m512i row1 = load_halves(from + from_row, from + 5 * from_row);
    __m512i row2 = load_halves(from + 2 * from_row, from + 6 * from_row);
    __m512i row3 = load_halves(from + 3 * from_row, from + 7 * from_row);
    store_columns(_mm512_unpacklo_epi64(row0, row1), _mm512_unpacklo_epi64(row2, row3), into,
                  2 * into_column, streams);
    store_columns(_mm512_unpackhi_epi64(row0, row1), _mm512_unpackhi_epi64(row2, row3),
                  into + into_column, 2 * into_column, streams);
}

/* 16 rows by 8 columns of 4 bytes: the columns c and c + 4 of the rows row .. row + 3 and of those
 * 8 below, of which `high` takes the odd c / 2 and `odd` the odd c. */
AVX512_INLINE __m512i four_rows(const __m512i *row, int high, int odd) {
    __m512i upper =
        high ? _mm512_unpackhi_epi32(row[0], row[1]) : _mm512_unpacklo_epi32(row[0], row[1]);
    __m512i lower =
        high ? _mm512_unpackhi_epi32(row[2], row[3]) : _mm512_unpacklo_epi32(row[2], row[3]);
    return odd ? _mm512_unpackhi_epi64(upper, lower) : _mm512_unpacklo_epi64(upper, lower);
}

AVX512_INLINE void turn4(const char *from, ptrdiff_t from_row, char *into, ptrdiff_t into_column,
                         int streams) {
    __m512i row[8];
    for (int r = 0; r < 8; r++) {
        row[r] = load_halves(from + r * from_row, from + (r + 8) * from_row);
    }
    for (int c = 0; c < 4; c++) {
        store_columns(four_rows(row, c / 2, c % 2), four_rows(row + 4, c / 2, c % 2),
                      into + c * into_column, 4 * into_column, streams);
    }
}

/* Whole blocks with `unit` and `streams` constant, the rest unit by unit. */
AVX512_INLINE void turn(const ct_tile *tile, const char *from, char *into, ptrdiff_t unit,
                        int streams) {
    ptrdiff_t block_rows = LINE_BYTES / unit;
    ptrdiff_t block_columns = HALF_BYTES / unit;
    ptrdiff_t rows = tile->rows / block_rows * block_rows;
    ptrdiff_t columns = tile->columns / block_columns * block_columns;
    ptrdiff_t from_row = tile->from_row;
    ptrdiff_t into_column = tile->into_column;
    for (ptrdiff_t c = 0; c < columns; c += block_columns) {
        for (ptrdiff_t r = 0; r < rows; r += block_rows) {
            const char *at = from + r * from_row + c * unit;
            char *to = into + c * into_column + r * unit;
            if (unit == 4) {
                turn4(at, from_row, to, into_column, streams);
            } else if (unit == 8) {
                turn8(at, from_row, to, into_column, streams);
            } else {
                turn16(at, from_row, to, into_column, streams);
            }
        }
    }
    ct_tile_rest(tile, rows, columns, from, into);
}

AVX512 static void copy4(const ct_tile *tile, const char *from, char *into) {
    turn(tile, from, into, 4, 0);
}

AVX512 static void copy8(const ct_tile *tile, const char *from, char *into) {
    turn(tile, from, into, 8, 0);
}

AVX512 static void copy16(const ct_tile *tile, const char *from, char *into) {
    turn(tile, from, into, 16, 0);
}

AVX512 static void stream4(const ct_tile *tile, const char *from, char *into) {
    turn(tile, from, into, 4, 1);
}

AVX512 static void stream8(const ct_tile *tile, const char *from, char *into) {
    turn(tile, from, into, 8, 1);
}

AVX512 static void stream16(const ct_tile *tile, const char *from, char *into) {
    turn(tile, from, into, 16, 1);
}

ct_tile_kernels ct_tile_avx512(ptrdiff_t unit_bytes) {
    return unit_bytes == 4    ? (ct_tile_kernels){copy4, stream4}
           : unit_bytes == 8  ? (ct_tile_kernels){copy8, stream8}
           : unit_bytes == 16 ? (ct_tile_kernels){copy16, stream16}
                              : (ct_tile_kernels){NULL, NULL};
}

#else

ct_tile_kernels ct_tile_avx512(ptrdiff_t unit_bytes) {
    (void)unit_bytes;
    return (ct_tile_kernels){NULL, NULL};
}

#endif
