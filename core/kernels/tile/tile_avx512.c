/*
 * Tiles with AVX-512, copied and swapped.
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

AVX512 static void copy_8(const ct_tile *tile, const char *from, char *into) {
    copy(tile, from, into, 8);
}

AVX512 static void copy_16(const ct_tile *tile, const char *from, char *into) {
    copy(tile, from, into, 16);
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
    const ct_tile_streamer stream = ct_tile_streamer_avx512(unit_bytes);
    return unit_bytes == 4    ? (ct_tile_kernels){copy_4, stream, 4, swap_4}
           : unit_bytes == 8  ? (ct_tile_kernels){copy_8, stream, 8, swap_8}
           : unit_bytes == 16 ? (ct_tile_kernels){copy_16, stream, 16, swap_16}
                              : (ct_tile_kernels){ct_tile_portable, stream, 4, NULL};
}

#else

ct_tile_kernels ct_tile_avx512(ptrdiff_t unit_bytes) {
    (void)unit_bytes;
    return (ct_tile_kernels){.copy = NULL};
}

#endif
