#include "kernels/tile.h"

#include <stdint.h>
#include <string.h>

/* Inlined with a constant `part`, so that no copy here has a variable size: a unit of one to two
 * parts is two parts that may overlap, and one when the compiler sees that it is just a part. */
static inline __attribute__((always_inline)) void move_unit(char *into, const char *from,
                                                            ptrdiff_t unit, size_t part) {
    unsigned char first[16];
    unsigned char last[16];
    memcpy(first, from, part);
    memcpy(last, from + unit - (ptrdiff_t)part, part);
    memcpy(into, first, part);
    memcpy(into + unit - (ptrdiff_t)part, last, part);
}

static inline __attribute__((always_inline)) void
move_all(const ct_tile *tile, const char *from, char *into, ptrdiff_t unit, size_t part) {
    for (ptrdiff_t c = 0; c < tile->columns; c++) {
        const char *at = from + c * tile->from_column;
        char *to = into + c * tile->into_column;
        for (ptrdiff_t r = 0; r < tile->rows; r++) {
            move_unit(to, at, unit, part);
            at += tile->from_row;
            to += tile->into_row;
        }
    }
}

static void move_long(const ct_tile *tile, const char *from, char *into) {
    for (ptrdiff_t c = 0; c < tile->columns; c++) {
        for (ptrdiff_t r = 0; r < tile->rows; r++) {
            memcpy(into + c * tile->into_column + r * tile->into_row,
                   from + c * tile->from_column + r * tile->from_row, (size_t)tile->unit_bytes);
        }
    }
}

void ct_tile_portable(const ct_tile *tile, const char *from, char *into) {
    ptrdiff_t unit = tile->unit_bytes;
    if (unit == 1) {
        move_all(tile, from, into, 1, 1);
    } else if (unit == 2) {
        move_all(tile, from, into, 2, 2);
    } else if (unit == 3) {
        move_all(tile, from, into, 3, 2);
    } else if (unit == 4) {
        move_all(tile, from, into, 4, 4);
    } else if (unit < 8) {
        move_all(tile, from, into, unit, 4);
    } else if (unit == 8) {
        move_all(tile, from, into, 8, 8);
    } else if (unit < 16) {
        move_all(tile, from, into, unit, 8);
    } else if (unit == 16) {
        move_all(tile, from, into, 16, 16);
    } else if (unit <= 32) {
        move_all(tile, from, into, unit, 16);
    } else {
        move_long(tile, from, into);
    }
}

void ct_tile_rest(const ct_tile *tile, ptrdiff_t rows, ptrdiff_t columns, const char *from,
                  char *into) {
    ct_tile right = *tile;
    ct_tile below = *tile;
    right.columns = tile->columns - columns;
    below.rows = tile->rows - rows;
    below.columns = columns;
    if (right.columns > 0) {
        ct_tile_portable(&right, from + columns * tile->from_column,
                         into + columns * tile->into_column);
    }
    if (below.rows > 0) {
        ct_tile_portable(&below, from + rows * tile->from_row, into + rows * tile->into_row);
    }
}
