/*
 * Tiles with AVX-512, copied and swapped.
 */
#include "kernels/tile/tile.h"

#if defined(__x86_64__)
#include "kernels/tile/block_avx512.h"
#include "kernels/tile/block_order.h"

AVX512_INLINE void copy_all(const ct_tile *tile, const char *from, char *into,
                            ct_tile_ahead *ahead_from, ct_tile_ahead *ahead_into, ptrdiff_t unit) {
    const ptrdiff_t block = CT_LINE_BYTES / unit;
    const ptrdiff_t rows = tile->rows / block * block;
    const ptrdiff_t columns = tile->columns / block * block;
    __m512i line[CT_LINE_BYTES / 4];
    for (ct_block_order b = ct_block_order_of(tile, rows, columns, block);
         !ct_block_order_ended(&b); ct_block_order_next(&b)) {
        ct_tile_fetch(ahead_from);
        ct_tile_fetch(ahead_into);
        const char *at = from + b.row * tile->from_row + b.column * unit;
        char *to = into + b.row * unit + b.column * tile->into_column;
        transpose(at, tile->from_row, line, unit);
        transpose(at + HALF_BYTES, tile->from_row, line + block / 2, unit);
        for (ptrdiff_t i = 0; i < block; i++) {
            _mm512_storeu_si512(to + i * tile->into_column, line[i]);
        }
    }
    ct_tile_rest(tile, rows, columns, from, into);
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

AVX512_INLINE void swap_all(const ct_tile *tile, char *from, char *into, ct_tile_ahead *ahead_from,
                            ct_tile_ahead *ahead_into, ptrdiff_t unit) {
    const ptrdiff_t block = CT_LINE_BYTES / unit;
    const ptrdiff_t rows = tile->rows / block * block;
    const ptrdiff_t columns = tile->columns / block * block;
    for (ct_block_order b = ct_block_order_of(tile, rows, columns, block);
         !ct_block_order_ended(&b); ct_block_order_next(&b)) {
        ct_tile_fetch(ahead_from);
        ct_tile_fetch(ahead_into);
        swap_block(tile, from + b.row * tile->from_row + b.column * unit,
                   into + b.row * unit + b.column * tile->into_column, unit);
    }
    ct_tile_swap_rest(tile, rows, columns, from, into);
}

/* The functions of a unit. */
#define COPIES(UNIT)                                                                               \
    AVX512 static void copy_##UNIT(const ct_tile *tile, const char *from, char *into) {            \
        ct_tile_ahead none = {.left = 0};                                                          \
        copy_all(tile, from, into, &none, &none, UNIT);                                            \
    }
#define COPIES_BLOCKS(UNIT)                                                                        \
    AVX512 static void copy_blocks_##UNIT(const ct_tile *tile, char *from, char *into,             \
                                          ct_tile_ahead *ahead_from, ct_tile_ahead *ahead_into) {  \
        copy_all(tile, from, into, ahead_from, ahead_into, UNIT);                                  \
    }
#define SWAPS_BLOCKS(UNIT)                                                                         \
    AVX512 static void swap_blocks_##UNIT(const ct_tile *tile, char *from, char *into,             \
                                          ct_tile_ahead *ahead_from, ct_tile_ahead *ahead_into) {  \
        swap_all(tile, from, into, ahead_from, ahead_into, UNIT);                                  \
    }

COPIES(4)
COPIES(8)
COPIES(16)
COPIES_BLOCKS(4)
COPIES_BLOCKS(8)
SWAPS_BLOCKS(4)
SWAPS_BLOCKS(8)
SWAPS_BLOCKS(16)

ct_tile_kernels ct_tile_avx512(ptrdiff_t unit_bytes) {
    const ct_tile_streaming streaming = ct_tile_streaming_avx512(unit_bytes);
    return unit_bytes == 4    ? (ct_tile_kernels){copy_4, streaming, copy_blocks_4, swap_blocks_4}
           : unit_bytes == 8  ? (ct_tile_kernels){copy_8, streaming, copy_blocks_8, swap_blocks_8}
           : unit_bytes == 16 ? (ct_tile_kernels){copy_16, streaming, NULL, swap_blocks_16}
           : streaming.run != NULL ? (ct_tile_kernels){ct_tile_portable, streaming, NULL, NULL}
                                   : (ct_tile_kernels){.copy = NULL};
}

#else

ct_tile_kernels ct_tile_avx512(ptrdiff_t unit_bytes) {
    (void)unit_bytes;
    return (ct_tile_kernels){.copy = NULL};
}

#endif
