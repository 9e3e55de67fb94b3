/* Rectangles unit by unit: what the kernels leave, and few columns or rows, as of vectors whose
 * components are taken apart or put together. */
#include "kernels/tile/tile.h"

#include <string.h>

/* Columns that are moved at once: the rows of one side are read or written once and in order. Of
 * 128 vectors of three doubles, in the cache, ns a unit, one by one and so: 1.2 and 0.3. */
enum { AT_ONCE = 4 };

/* Copies a unit of one to two `part`s as two overlapping parts, so that copies have constant sizes
 * after inlining. */
static inline __attribute__((always_inline)) void move_unit(char *into, const char *from,
                                                            ptrdiff_t unit, ptrdiff_t part) {
    unsigned char first[16];
    unsigned char last[16];
    memcpy(first, from, (size_t)part);
    memcpy(last, from + unit - part, (size_t)part);
    memcpy(into, first, (size_t)part);
    memcpy(into + unit - part, last, (size_t)part);
}

/* The tile is a copy, which stays in registers: another might be what is written. */
static inline __attribute__((always_inline)) void move_columns(ct_tile tile, const char *from,
                                                               char *into, ptrdiff_t columns,
                                                               ptrdiff_t unit, ptrdiff_t part) {
    for (ptrdiff_t r = 0; r < tile.rows; r++) {
        for (ptrdiff_t c = 0; c < columns; c++) {
            move_unit(into + c * tile.into_column, from + c * tile.from_column, unit, part);
        }
        from += tile.from_row;
        into += tile.into_row;
    }
}

static inline __attribute__((always_inline)) void
move_all(const ct_tile *tile, const char *from, char *into, ptrdiff_t unit, ptrdiff_t part) {
    const ptrdiff_t groups = (tile->columns + AT_ONCE - 1) / AT_ONCE;
    for (ptrdiff_t g = 0; g < groups; g++) {
        const ptrdiff_t c = tile->columns * g / groups;
        const char *at = from + c * tile->from_column;
        char *to = into + c * tile->into_column;
        switch (tile->columns * (g + 1) / groups - c) {
        case 1:
            move_columns(*tile, at, to, 1, unit, part);
            break;
        case 2:
            move_columns(*tile, at, to, 2, unit, part);
            break;
        case 3:
            move_columns(*tile, at, to, 3, unit, part);
            break;
        default:
            move_columns(*tile, at, to, AT_ONCE, unit, part);
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

/* Rows and columns exchanged, where rows are few. */
static ct_tile along_the_longer(const ct_tile *tile) {
    enum { FEW = 2 * AT_ONCE };
    return tile->rows < FEW && tile->rows < tile->columns
               ? (ct_tile){tile->unit_bytes, tile->columns,  tile->from_column, tile->into_column,
                           tile->rows,       tile->from_row, tile->into_row}
               : *tile;
}

void ct_tile_units(const ct_tile *tile, const char *from, char *into) {
    const ct_tile longer = along_the_longer(tile);
    const ptrdiff_t unit = longer.unit_bytes;
    if (unit == 1) {
        move_all(&longer, from, into, 1, 1);
    } else if (unit == 2) {
        move_all(&longer, from, into, 2, 2);
    } else if (unit == 3) {
        move_all(&longer, from, into, 3, 2);
    } else if (unit == 4) {
        move_all(&longer, from, into, 4, 4);
    } else if (unit < 8) {
        move_all(&longer, from, into, unit, 4);
    } else if (unit == 8) {
        move_all(&longer, from, into, 8, 8);
    } else if (unit < 16) {
        move_all(&longer, from, into, unit, 8);
    } else if (unit == 16) {
        move_all(&longer, from, into, 16, 16);
    } else if (unit <= 32) {
        move_all(&longer, from, into, unit, 16);
    } else {
        move_long(&longer, from, into);
    }
}
