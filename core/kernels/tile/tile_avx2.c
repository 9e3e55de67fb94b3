/*
 * Tiles with AVX2, copied and swapped.
 */
#include "kernels/tile/tile.h"

#if defined(__x86_64__)
#include "kernels/tile/block_avx2.h"
#include "kernels/tile/block_order.h"

enum { HALVES = CT_LINE_BYTES / VECTOR_BYTES, MOST_COLUMNS = CT_LINE_BYTES };

/* Transposes a block of lines by lines: line[c] is column c. Each line of the source is read at
 * once: where rows share sets of the cache, the next rows evict it. */
AVX2_INLINE void turn(const char *from, ptrdiff_t from_row, __m256i (*line)[HALVES],
                      ptrdiff_t unit) {
    const ptrdiff_t side = VECTOR_BYTES / unit;
    for (ptrdiff_t j = 0; j < HALVES; j++) {
        for (ptrdiff_t i = 0; i < HALVES; i++) {
            __m256i column[VECTOR_BYTES];
            transpose_square(from + j * side * from_row + i * VECTOR_BYTES, from_row, column, unit);
            UNROLL for (ptrdiff_t c = 0; c < side; c++) {
                line[i * side + c][j] = column[c];
            }
        }
    }
}

/* With ordinary stores. */
AVX2_INLINE void store(__m256i (*line)[HALVES], char *into, ptrdiff_t into_column, ptrdiff_t unit) {
    for (ptrdiff_t c = 0; c < CT_LINE_BYTES / unit; c++) {
        __m256i *to = (__m256i *)(void *)(into + c * into_column);
        _mm256_storeu_si256(to, line[c][0]);
        _mm256_storeu_si256(to + 1, line[c][1]);
    }
}

AVX2_INLINE void copy_block(const ct_tile *tile, const char *from, char *into, ptrdiff_t unit) {
    __m256i there[MOST_COLUMNS][HALVES];
    turn(from, tile->from_row, there, unit);
    store(there, into, tile->into_column, unit);
}

AVX2_INLINE void swap_block(const ct_tile *tile, char *from, char *into, ptrdiff_t unit) {
    __m256i there[MOST_COLUMNS][HALVES];
    __m256i back[MOST_COLUMNS][HALVES];
    turn(from, tile->from_row, there, unit);
    turn(into, tile->into_column, back, unit);
    store(back, from, tile->from_row, unit);
    store(there, into, tile->into_column, unit);
}

/* Copies or swaps whole blocks; the remainder unit by unit. */
AVX2_INLINE void run_blocks(const ct_tile *tile, char *from, char *into, ct_tile_ahead *ahead_from,
                            ct_tile_ahead *ahead_into, ptrdiff_t unit, int swaps) {
    const ptrdiff_t block = CT_LINE_BYTES / unit;
    const ptrdiff_t rows = tile->rows / block * block;
    const ptrdiff_t columns = tile->columns / block * block;
    for (ct_block_order b = ct_block_order_of(tile, rows, columns, block);
         !ct_block_order_ended(&b); ct_block_order_next(&b)) {
        char *at = from + b.row * tile->from_row + b.column * unit;
        char *to = into + b.row * unit + b.column * tile->into_column;
        ct_tile_fetch(ahead_from);
        ct_tile_fetch(ahead_into);
        if (swaps) {
            swap_block(tile, at, to, unit);
        } else {
            copy_block(tile, at, to, unit);
        }
    }
    if (swaps) {
        ct_tile_swap_rest(tile, rows, columns, from, into);
    } else {
        ct_tile_rest(tile, rows, columns, from, into);
    }
}

/* The functions of a unit. */
#define DEFINE(UNIT)                                                                               \
    AVX2 static void copy_##UNIT(const ct_tile *tile, const char *from, char *into) {              \
        ct_tile_ahead none = {.left = 0};                                                          \
        run_blocks(tile, (char *)from, into, &none, &none, UNIT, 0); /* only read */               \
    }                                                                                              \
    AVX2 static void copy_blocks_##UNIT(const ct_tile *tile, char *from, char *into,               \
                                        ct_tile_ahead *ahead_from, ct_tile_ahead *ahead_into) {    \
        run_blocks(tile, from, into, ahead_from, ahead_into, UNIT, 0);                             \
    }                                                                                              \
    AVX2 static void swap_blocks_##UNIT(const ct_tile *tile, char *from, char *into,               \
                                        ct_tile_ahead *ahead_from, ct_tile_ahead *ahead_into) {    \
        run_blocks(tile, from, into, ahead_from, ahead_into, UNIT, 1);                             \
    }

DEFINE(1)
DEFINE(2)
DEFINE(4)
DEFINE(8)
DEFINE(16)

#define KERNELS(UNIT)                                                                              \
    (ct_tile_kernels) {                                                                            \
        copy_##UNIT, streaming, copy_blocks_##UNIT, swap_blocks_##UNIT                             \
    }

ct_tile_kernels ct_tile_avx2(ptrdiff_t unit_bytes) {
    const ct_tile_streaming streaming = ct_tile_streaming_avx2(unit_bytes);
    return unit_bytes == 1         ? KERNELS(1)
           : unit_bytes == 2       ? KERNELS(2)
           : unit_bytes == 4       ? KERNELS(4)
           : unit_bytes == 8       ? KERNELS(8)
           : unit_bytes == 16      ? KERNELS(16)
           : streaming.run != NULL ? (ct_tile_kernels){ct_tile_portable, streaming, NULL, NULL}
                                   : (ct_tile_kernels){.copy = NULL};
}

#else

ct_tile_kernels ct_tile_avx2(ptrdiff_t unit_bytes) {
    (void)unit_bytes;
    return (ct_tile_kernels){.copy = NULL};
}

#endif
