/*
 * Squares of units of 1, 2, 4, 8 or 16 bytes, half a line of the source by half a line of the
 * target, transposed with AVX2. Pieces of 16 bytes are transposed first, so that one shuffle a
 * vector crosses halves, and each half line is read by one instruction.
 */
#ifndef CT_KERNELS_TILE_BLOCK_AVX2_H
#define CT_KERNELS_TILE_BLOCK_AVX2_H

#include "kernels/cache.h"

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))
#define AVX2_INLINE AVX2 __attribute__((always_inline)) static inline
#define UNROLL _Pragma("GCC unroll 32")

enum { VECTOR_BYTES = 32, PIECE_BYTES = 16 };

AVX2_INLINE __m256i load(const char *from) {
    return _mm256_loadu_si256((const __m256i *)(const void *)from);
}

/* Units of both in turn, of the lower or upper half of each piece. */
AVX2_INLINE __m256i interleave(__m256i first, __m256i second, int upper, ptrdiff_t unit) {
    if (unit == 1) {
        return upper ? _mm256_unpackhi_epi8(first, second) : _mm256_unpacklo_epi8(first, second);
    }
    if (unit == 2) {
        return upper ? _mm256_unpackhi_epi16(first, second) : _mm256_unpacklo_epi16(first, second);
    }
    if (unit == 4) {
        return upper ? _mm256_unpackhi_epi32(first, second) : _mm256_unpacklo_epi32(first, second);
    }
    return upper ? _mm256_unpackhi_epi64(first, second) : _mm256_unpacklo_epi64(first, second);
}

/* Two squares of a piece by a piece beside each other: interleaving the first half of the rows with
 * the second transposes after log2 of their number. */
AVX2_INLINE void transpose_pieces(const char *from, ptrdiff_t from_row, __m256i *vector,
                                  ptrdiff_t unit) {
    const int rows = PIECE_BYTES / (int)unit;
    UNROLL for (int r = 0; r < rows; r++) {
        vector[r] = load(from + r * from_row);
    }
    UNROLL for (int step = 1; step < rows; step *= 2) {
        __m256i mixed[PIECE_BYTES];
        UNROLL for (int r = 0; r < rows; r++) {
            mixed[r] = interleave(vector[r / 2], vector[r / 2 + rows / 2], r % 2, unit);
        }
        UNROLL for (int r = 0; r < rows; r++) {
            vector[r] = mixed[r];
        }
    }
}

/* column[c] is column c of a square. `unit` is a constant after inlining. */
AVX2_INLINE void transpose_square(const char *from, ptrdiff_t from_row, __m256i *column,
                                  ptrdiff_t unit) {
    const int rows = PIECE_BYTES / (int)unit;
    __m256i upper[PIECE_BYTES];
    __m256i lower[PIECE_BYTES];
    transpose_pieces(from, from_row, upper, unit);
    transpose_pieces(from + rows * from_row, from_row, lower, unit);
    UNROLL for (int c = 0; c < rows; c++) {
        column[c] = _mm256_permute2x128_si256(upper[c], lower[c], 0x20);
        column[c + rows] = _mm256_permute2x128_si256(upper[c], lower[c], 0x31);
    }
}

#endif
