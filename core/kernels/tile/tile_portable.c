#include "kernels/tile/tile.h"

#include <stdint.h>
#include <string.h>

/* Turns `side` rows of 16 bytes. Left to itself, not inlined into loops, it becomes shuffles in
 * registers: gcc makes five times the speed of single units of it. */
#define TRANSPOSE_BLOCK(name, type, side)                                                          \
    __attribute__((noinline)) static void name(const char *from, ptrdiff_t from_row, char *into,   \
                                               ptrdiff_t into_column) {                            \
        type row[side][side];                                                                      \
        type column[side][side];                                                                   \
        for (int r = 0; r < (side); r++) {                                                         \
            memcpy(row[r], from + r * from_row, sizeof row[r]);                                    \
        }                                                                                          \
        for (int c = 0; c < (side); c++) {                                                         \
            for (int r = 0; r < (side); r++) {                                                     \
                column[c][r] = row[r][c];                                                          \
            }                                                                                      \
        }                                                                                          \
        for (int c = 0; c < (side); c++) {                                                         \
            memcpy(into + c * into_column, column[c], sizeof column[c]);                           \
        }                                                                                          \
    }

enum { BLOCK_BYTES = 16 };

TRANSPOSE_BLOCK(transpose_1, uint8_t, BLOCK_BYTES)
TRANSPOSE_BLOCK(transpose_2, uint16_t, BLOCK_BYTES / 2)
TRANSPOSE_BLOCK(transpose_4, uint32_t, BLOCK_BYTES / 4)

typedef void (*transpose_block)(const char *from, ptrdiff_t from_row, char *into,
                                ptrdiff_t into_column);

/* The remainder outside the first `rows` of the first `columns`. */
static void copy_rest(const ct_tile *tile, ptrdiff_t rows, ptrdiff_t columns, const char *from,
                      char *into, ct_tile_kernel copy) {
    ct_tile right = *tile;
    ct_tile below = *tile;
    right.columns = tile->columns - columns;
    below.rows = tile->rows - rows;
    below.columns = columns;
    if (right.columns > 0) {
        copy(&right, from + columns * tile->from_column, into + columns * tile->into_column);
    }
    if (below.rows > 0) {
        copy(&below, from + rows * tile->from_row, into + rows * tile->into_row);
    }
}

static void transpose(const ct_tile *tile, const char *from, char *into, transpose_block block) {
    ptrdiff_t side = BLOCK_BYTES / tile->unit_bytes;
    ptrdiff_t rows = tile->rows / side * side;
    ptrdiff_t columns = tile->columns / side * side;
    for (ptrdiff_t c = 0; c < columns; c += side) {
        for (ptrdiff_t r = 0; r < rows; r += side) {
            block(from + r * tile->from_row + c * tile->unit_bytes, tile->from_row,
                  into + c * tile->into_column + r * tile->unit_bytes, tile->into_column);
        }
    }
    copy_rest(tile, rows, columns, from, into, ct_tile_units);
}

void ct_tile_portable(const ct_tile *tile, const char *from, char *into) {
    if (tile->unit_bytes == 1) {
        transpose(tile, from, into, transpose_1);
    } else if (tile->unit_bytes == 2) {
        transpose(tile, from, into, transpose_2);
    } else if (tile->unit_bytes == 4) {
        transpose(tile, from, into, transpose_4);
    } else {
        ct_tile_units(tile, from, into);
    }
}

void ct_tile_rest(const ct_tile *tile, ptrdiff_t rows, ptrdiff_t columns, const char *from,
                  char *into) {
    copy_rest(tile, rows, columns, from, into, ct_tile_portable);
}

void ct_tile_swap_rest(const ct_tile *tile, ptrdiff_t rows, ptrdiff_t columns, char *from,
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
