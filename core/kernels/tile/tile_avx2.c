/*
 * Transposition with AVX2, in blocks of half a line of the target by 16 bytes of the source's rows.
 * A register has 16 bytes of one row in its lower half and of the row half a block below in its
 * upper half, so that no shuffle crosses halves.
 */
#include "kernels/tile/tile.h"

#if defined(__x86_64__)
#include "kernels/cache.h"

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))
#define AVX2_INLINE AVX2 __attribute__((always_inline)) static inline

enum { VECTOR_BYTES = 32, PIECE_BYTES = 16 };

AVX2_INLINE __m256i load_pieces(const char *low, const char *high) {
    return _mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)low)),
        _mm_loadu_si128((const __m128i *)(const void *)high), 1);
}

/* 2 rows by 1 column of 16 bytes. */
AVX2_INLINE void transpose16(const char *from, ptrdiff_t from_row, __m256i *vector) {
    vector[0] = load_pieces(from, from + from_row);
}

/* 4 rows by 2 columns of 8 bytes. */
AVX2_INLINE void transpose8(const char *from, ptrdiff_t from_row, __m256i *vector) {
    __m256i row0 = load_pieces(from, from + 2 * from_row);
    __m256i row1 = load_pieces(from + from_row, from + 3 * from_row);
    vector[0] = _mm256_unpacklo_epi64(row0, row1);
    vector[1] = _mm256_unpackhi_epi64(row0, row1);
}

/* 8 rows by 4 columns of 4 bytes. */
AVX2_INLINE void transpose4(const char *from, ptrdiff_t from_row, __m256i *vector) {
    __m256i row0 = load_pieces(from, from + 4 * from_row);
    __m256i row1 = load_pieces(from + from_row, from + 5 * from_row);
    __m256i row2 = load_pieces(from + 2 * from_row, from + 6 * from_row);
    __m256i row3 = load_pieces(from + 3 * from_row, from + 7 * from_row);
    __m256i low01 = _mm256_unpacklo_epi32(row0, row1);
    __m256i low23 = _mm256_unpacklo_epi32(row2, row3);
    __m256i high01 = _mm256_unpackhi_epi32(row0, row1);
    __m256i high23 = _mm256_unpackhi_epi32(row2, row3);
    vector[0] = _mm256_unpacklo_epi64(low01, low23);
    vector[1] = _mm256_unpackhi_epi64(low01, low23);
    vector[2] = _mm256_unpacklo_epi64(high01, high23);
    vector[3] = _mm256_unpackhi_epi64(high01, high23);
}

/* Transposes 16 bytes of columns into half lines of the target: vector[c] is column c. `unit` is a
 * constant after inlining. */
AVX2_INLINE void transpose_piece(const char *from, ptrdiff_t from_row, __m256i *vector,
                                 ptrdiff_t unit) {
    if (unit == 4) {
        transpose4(from, from_row, vector);
    } else if (unit == 8) {
        transpose8(from, from_row, vector);
    } else {
        transpose16(from, from_row, vector);
    }
}

/* Transposes one line of the target by 16 bytes of the source; `unit` and `streams` are constants
 * after inlining. Stores both halves of a line together. */
AVX2_INLINE void transpose_line(const ct_tile *tile, const char *from, char *into, ptrdiff_t unit,
                                int streams) {
    __m256i upper[PIECE_BYTES / 4];
    __m256i lower[PIECE_BYTES / 4];
    transpose_piece(from, tile->from_row, upper, unit);
    transpose_piece(from + VECTOR_BYTES / unit * tile->from_row, tile->from_row, lower, unit);
    for (ptrdiff_t c = 0; c < PIECE_BYTES / unit; c++) {
        __m256i *to = (__m256i *)(void *)(into + c * tile->into_column);
        if (streams) {
            _mm256_stream_si256(to, upper[c]);
            _mm256_stream_si256(to + 1, lower[c]);
        } else {
            _mm256_storeu_si256(to, upper[c]);
            _mm256_storeu_si256(to + 1, lower[c]);
        }
    }
}

/* A line of the target by one of the source. */
AVX2_INLINE void transpose_square(const ct_tile *tile, const char *from, char *into, ptrdiff_t unit,
                                  int streams) {
    for (ptrdiff_t i = 0; i < CT_LINE_BYTES / unit; i += PIECE_BYTES / unit) {
        transpose_line(tile, from + i * unit, into + i * tile->into_column, unit, streams);
    }
}

/* Whole blocks, a line of the source at a time so that it is read once; the remainder unit by
 * unit. `along`: the number of rows, a constant after inlining, of which each is read by
 * instructions of its own; or 0. */
AVX2_INLINE void run(const ct_tile *tile, const char *from, char *into, ct_tile_ahead *ahead,
                     ptrdiff_t unit, ptrdiff_t along, int streams) {
    const ptrdiff_t block = CT_LINE_BYTES / unit;
    ptrdiff_t rows = tile->rows / block * block;
    ptrdiff_t columns = tile->columns / block * block;
    for (ptrdiff_t c = 0; c < columns; c += block) {
        const char *at = from + c * unit;
        char *to = into + c * tile->into_column;
        if (along > 0) {
#pragma GCC unroll 8
            for (ptrdiff_t r = 0; r < along; r += block) {
                transpose_square(tile, at + r * tile->from_row, to + r * unit, unit, streams);
            }
        } else {
            for (ptrdiff_t r = 0; r < rows; r += block) {
                ct_tile_fetch(ahead);
                transpose_square(tile, at + r * tile->from_row, to + r * unit, unit, streams);
            }
        }
    }
    ct_tile_rest(tile, rows, columns, from, into);
}

AVX2_INLINE void copy(const ct_tile *tile, const char *from, char *into, ptrdiff_t unit) {
    ct_tile_ahead none = {.left = 0};
    run(tile, from, into, &none, unit, 0, 0);
}

AVX2_INLINE void stream(const ct_tile *tile, const char *from, char *into, ct_tile_ahead *ahead,
                        ptrdiff_t unit) {
    const ptrdiff_t rows = ct_tile_along(unit, 0);
    const ptrdiff_t others = ct_tile_along(unit, 1);
    if (tile->rows == rows) {
        run(tile, from, into, ahead, unit, rows, 1);
    } else if (tile->rows == others) {
        run(tile, from, into, ahead, unit, others, 1);
    } else {
        run(tile, from, into, ahead, unit, 0, 1);
    }
}

AVX2 static void copy_4(const ct_tile *tile, const char *from, char *into) {
    copy(tile, from, into, 4);
}

AVX2 static void stream_4(const ct_tile *tile, const char *from, char *into, char *rest,
                          ct_tile_ends ends, ct_tile_ahead *ahead) {
    (void)rest;
    (void)ends;
    stream(tile, from, into, ahead, 4);
}

AVX2 static void copy_8(const ct_tile *tile, const char *from, char *into) {
    copy(tile, from, into, 8);
}

AVX2 static void stream_8(const ct_tile *tile, const char *from, char *into, char *rest,
                          ct_tile_ends ends, ct_tile_ahead *ahead) {
    (void)rest;
    (void)ends;
    stream(tile, from, into, ahead, 8);
}

AVX2 static void copy_16(const ct_tile *tile, const char *from, char *into) {
    copy(tile, from, into, 16);
}

AVX2 static void stream_16(const ct_tile *tile, const char *from, char *into, char *rest,
                           ct_tile_ends ends, ct_tile_ahead *ahead) {
    (void)rest;
    (void)ends;
    stream(tile, from, into, ahead, 16);
}

ct_tile_kernels ct_tile_avx2(ptrdiff_t unit_bytes) {
    return unit_bytes == 4    ? (ct_tile_kernels){copy_4, stream_4, CT_LINE_BYTES, NULL, NULL}
           : unit_bytes == 8  ? (ct_tile_kernels){copy_8, stream_8, CT_LINE_BYTES, NULL, NULL}
           : unit_bytes == 16 ? (ct_tile_kernels){copy_16, stream_16, CT_LINE_BYTES, NULL, NULL}
                              : (ct_tile_kernels){.copy = NULL};
}

#else

ct_tile_kernels ct_tile_avx2(ptrdiff_t unit_bytes) {
    (void)unit_bytes;
    return (ct_tile_kernels){.copy = NULL};
}

#endif
