/*
 * Turned rectangles with AVX2: blocks of half a target line by 16 bytes of the source's rows, in
 * registers. The lower half of a register takes 16 bytes of one row and the upper half those of the
 * row half a block below, so that nothing crosses halves.
 */
#include "kernels/tile.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))
#define AVX2_INLINE AVX2 __attribute__((always_inline)) static inline

enum { VECTOR_BYTES = 32, PIECE_BYTES = 16 };

AVX2_INLINE __m256i load_pieces(const char *low, const char *high) {
    return _mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)low)),
        _mm_loadu_si128((const __m128i *)(const void *)high), 1);
}

AVX2_INLINE void store(char *into, __m256i vector) {
    _mm256_storeu_si256((__m256i *)(void *)into, vector);
}

/* 2 rows by 1 column of 16 bytes. */
AVX2_INLINE void turn16(const char *from, ptrdiff_t from_row, char *into) {
    store(into, load_pieces(from, from + from_row));
}

/* 4 rows by 2 columns of 8 bytes. */
AVX2_INLINE void turn8(const char *from, ptrdiff_t from_row, char *into, ptrdiff_t into_column) {
    __m256i row0 = load_pieces(from, from + 2 * from_row);
    __m256i row1 = load_pieces(from + from_row, from + 3 * from_row);
    store(into, _mm256_unpacklo_epi64(row0, row1));
    store(into + into_column, _mm256_unpackhi_epi64(row0, row1));
}

/* 8 rows by 4 columns of 4 bytes. */
AVX2_INLINE void turn4(const char *from, ptrdiff_t from_row, char *into, ptrdiff_t into_column) {
    __m256i row0 = load_pieces(from, from + 4 * from_row);
    __m256i row1 = load_pieces(from + from_row, from + 5 * from_row);
    __m256i row2 = load_pieces(from + 2 * from_row, from + 6 * from_row);
    __m256i row3 = load_pieces(from + 3 * from_row, from + 7 * from_row);
    __m256i upper = _mm256_unpacklo_epi32(row0, row1);
    __m256i lower = _mm256_unpacklo_epi32(row2, row3);
    store(into, _mm256_unpacklo_epi64(upper, lower));
    store(into + into_column, _mm256_unpackhi_epi64(upper, lower));
    upper = _mm256_unpackhi_epi32(row0, row1);
    lower = _mm256_unpackhi_epi32(row2, row3);
    store(into + 2 * into_column, _mm256_unpacklo_epi64(upper, lower));
    store(into + 3 * into_column, _mm256_unpackhi_epi64(upper, lower));
}

/* Whole blocks with `unit` constant, the rest unit by unit. */
AVX2_INLINE void turn(const ct_tile *tile, const char *from, char *into, ptrdiff_t unit) {
    ptrdiff_t block_rows = VECTOR_BYTES / unit;
    ptrdiff_t block_columns = PIECE_BYTES / unit;
    ptrdiff_t rows = tile->rows / block_rows * block_rows;
    ptrdiff_t columns = tile->columns / block_columns * block_columns;
    ptrdiff_t from_row = tile->from_row;
    ptrdiff_t into_column = tile->into_column;
    for (ptrdiff_t c = 0; c < columns; c += block_columns) {
        for (ptrdiff_t r = 0; r < rows; r += block_rows) {
            const char *at = from + r * from_row + c * unit;
            char *to = into + c * into_column + r * unit;
            if (unit == 4) {
                turn4(at, from_row, to, into_column);
            } else if (unit == 8) {
                turn8(at, from_row, to, into_column);
            } else {
                turn16(at, from_row, to);
            }
        }
    }
    ct_tile_rest(tile, rows, columns, from, into);
}

AVX2 static void copy4(const ct_tile *tile, const char *from, char *into) {
    turn(tile, from, into, 4);
}

AVX2 static void copy8(const ct_tile *tile, const char *from, char *into) {
    turn(tile, from, into, 8);
}

AVX2 static void copy16(const ct_tile *tile, const char *from, char *into) {
    turn(tile, from, into, 16);
}

ct_tile_kernels ct_tile_avx2(ptrdiff_t unit_bytes) {
    return unit_bytes == 4    ? (ct_tile_kernels){copy4, NULL}
           : unit_bytes == 8  ? (ct_tile_kernels){copy8, NULL}
           : unit_bytes == 16 ? (ct_tile_kernels){copy16, NULL}
                              : (ct_tile_kernels){NULL, NULL};
}

#else

ct_tile_kernels ct_tile_avx2(ptrdiff_t unit_bytes) {
    (void)unit_bytes;
    return (ct_tile_kernels){NULL, NULL};
}

#endif
