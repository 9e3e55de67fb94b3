/*
 * The order of a tile's blocks of lines by lines. A load waits for earlier stores whose addresses
 * have the same low 12 bits. Rows that lie pages apart, as those of 2^k numbers do, have these bits
 * in common, so blocks follow each other along diagonals: none has rows or columns of the few
 * before it (512^2 doubles in one rank's cache, swapped: 0.25 ns a number and 0.14, copied: 0.34
 * and 0.24; 4096^2 by two ranks in place, where memory is fast, 4.0 ms and 3.4). Where rows lie
 * pages and a unit apart, as those of 2^k + 1 numbers do, the bits of (r, c) and (c, r) are the
 * same along the other diagonals: there blocks follow each other along rows, two lines apart
 * (2049^2 doubles, swapped by two ranks: 2.7 ms and 1.1). Blocks of 16-byte units have few stores,
 * so diagonals do not pay (2048^2 swapped 1.38 ms, along them 1.5).
 *
 * Local, pure.
 */
#ifndef CT_KERNELS_TILE_BLOCK_ORDER_H
#define CT_KERNELS_TILE_BLOCK_ORDER_H

#include "kernels/tile/tile.h"

/* Blocks of `block` rows by as many columns; (row, column) is the first unit of one. */
typedef struct ct_block_order {
    enum { CT_DOWN_COLUMNS, CT_ALONG_DIAGONALS, CT_ALONG_ROWS } path;
    ptrdiff_t rows, columns, block; /* of whole blocks */
    ptrdiff_t row, column;
    ptrdiff_t first; /* column of the diagonal's or row's first block */
} ct_block_order;

/* Addresses are compared modulo so many bytes. */
enum { CT_COMPARED_BYTES = 4096 };

/* Whether blocks follow each other along diagonals. */
static inline __attribute__((always_inline)) int ct_has_diagonals(const ct_tile *tile) {
    return tile->from_row % CT_COMPARED_BYTES == 0 && tile->unit_bytes < 16;
}

/* At the first block. */
static inline __attribute__((always_inline)) ct_block_order
ct_block_order_of(const ct_tile *tile, ptrdiff_t rows, ptrdiff_t columns, ptrdiff_t block) {
    ct_block_order order = {.rows = rows, .columns = columns, .block = block};
    order.path = ct_has_diagonals(tile)                                   ? CT_ALONG_DIAGONALS
                 : tile->from_row % CT_COMPARED_BYTES == tile->unit_bytes ? CT_ALONG_ROWS
                                                                          : CT_DOWN_COLUMNS;
    return order;
}

static inline __attribute__((always_inline)) int ct_block_order_ended(const ct_block_order *order) {
    return order->row >= order->rows || order->first >= order->columns;
}

static inline __attribute__((always_inline)) void ct_block_order_next(ct_block_order *order) {
    const ptrdiff_t block = order->block;
    if (order->path == CT_ALONG_ROWS) {
        order->column += 2 * block;
        if (order->column >= order->columns) {
            const int has_odd = order->first == 0 && order->columns > block;
            order->first = has_odd ? block : 0;
            order->row += has_odd ? 0 : block;
            order->column = order->first;
        }
        return;
    }
    order->row += block;
    order->column += order->path == CT_ALONG_DIAGONALS ? block : 0;
    if (order->row >= order->rows) {
        order->row = 0;
        order->first += block;
        order->column = order->first;
    } else if (order->column >= order->columns) {
        order->column = 0;
    }
}

#endif
