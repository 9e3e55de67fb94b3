/*
 * Lines of the target from rows of the source, with AVX-512. Units of 4, 8 and 16 bytes are
 * transposed in registers, in blocks of one line of the target by half a line of the source: a
 * register has 32 bytes of one row in its lower half and of the row half a block below in its upper
 * half, which saves a third of the shuffles. Units of several numbers are loaded with masks.
 */
#ifndef CT_KERNELS_TILE_BLOCK_AVX512_H
#define CT_KERNELS_TILE_BLOCK_AVX512_H

#include "kernels/cache.h"

#include <immintrin.h>

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

/* 8 rows by 8 columns of 8 bytes: half as many shuffles again as by two halves, but one instruction
 * reads each line, so that the processor reads ahead better (4096^2, 8192^2: 3 to 6 %). */
AVX512_INLINE void transpose8_lines(const char *from, ptrdiff_t from_row, __m512i *line) {
    __m512i pair[8];
    for (int r = 0; r < 8; r += 2) {
        const __m512i upper = _mm512_loadu_si512(from + r * from_row);
        const __m512i lower = _mm512_loadu_si512(from + (r + 1) * from_row);
        pair[r] = _mm512_unpacklo_epi64(upper, lower);
        pair[r + 1] = _mm512_unpackhi_epi64(upper, lower);
    }
    for (int odd = 0; odd < 2; odd++) { /* 04: columns odd and odd + 4; 26: odd + 2, odd + 6 */
        const __m512i upper04 = _mm512_shuffle_i64x2(pair[odd], pair[2 + odd], 0x88);
        const __m512i upper26 = _mm512_shuffle_i64x2(pair[odd], pair[2 + odd], 0xdd);
        const __m512i lower04 = _mm512_shuffle_i64x2(pair[4 + odd], pair[6 + odd], 0x88);
        const __m512i lower26 = _mm512_shuffle_i64x2(pair[4 + odd], pair[6 + odd], 0xdd);
        line[odd] = _mm512_shuffle_i64x2(upper04, lower04, 0x88);
        line[odd + 4] = _mm512_shuffle_i64x2(upper04, lower04, 0xdd);
        line[odd + 2] = _mm512_shuffle_i64x2(upper26, lower26, 0x88);
        line[odd + 6] = _mm512_shuffle_i64x2(upper26, lower26, 0xdd);
    }
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

/* Line l of a block of units of several numbers, one of each row; all but the addresses are
 * constants after inlining. */
AVX512_INLINE __m512i gather_line(const char *from, ptrdiff_t from_row, ptrdiff_t l,
                                  ptrdiff_t unit) {
    __m512i line = _mm512_setzero_si512();
    for (ptrdiff_t k = 0; k < CT_LINE_BYTES / unit + 2; k++) {
        const ptrdiff_t row = l * CT_LINE_BYTES / unit + k;
        const ptrdiff_t begin = row * unit - l * CT_LINE_BYTES; /* in the line */
        const ptrdiff_t first = begin > 0 ? begin : 0;
        const ptrdiff_t end = begin + unit < CT_LINE_BYTES ? begin + unit : CT_LINE_BYTES;
        if (first < end) {
            const unsigned lanes = (0xFFFFU >> (16 - (end - first) / 4)) << first / 4;
            line = _mm512_mask_loadu_epi32(line, (__mmask16)lanes, from + row * from_row - begin);
        }
    }
    return line;
}

/* The line that begins `before` bytes before `next`, its start in `last`: whole units of 8 and 16
 * bytes, numbers of 4 of all others. */
AVX512_INLINE __m512i join(__m512i last, __m512i next, ptrdiff_t before, ptrdiff_t unit) {
    if (unit != 8 && unit != 16) {
        const __m512i lane =
            _mm512_setr_epi32(16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
        return _mm512_permutex2var_epi32(
            last, _mm512_sub_epi32(lane, _mm512_set1_epi32((int)before / 4)), next);
    }
    const __m512i lane = _mm512_setr_epi64(8, 9, 10, 11, 12, 13, 14, 15);
    return _mm512_permutex2var_epi64(last, _mm512_sub_epi64(lane, _mm512_set1_epi64(before / 8)),
                                     next);
}

/* Stores the bytes `first` .. `end - 1` of a line, whole units, with ordinary stores. */
AVX512_INLINE void store_part(char *into, __m512i line, ptrdiff_t first, ptrdiff_t end) {
    unsigned mask = (0xFFFFU >> (16 - end / 4)) & (0xFFFFU << first / 4);
    _mm512_mask_storeu_epi32(into, (__mmask16)mask, line);
}

#endif
