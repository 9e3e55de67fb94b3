/* The order of blocks: each comes once, however many there are; along diagonals none shares rows or
 * columns with the one before, and along rows they lie two apart. */
#include "expect.h"

#include "kernels/tile/block_order.h"

enum { MOST = 9, BLOCK = 8, UNIT = 8 };

static ct_block_order order_of(ptrdiff_t from_row, ptrdiff_t unit_bytes, int rows, int columns) {
    const ct_tile tile = {.unit_bytes = unit_bytes, .from_row = from_row};
    return ct_block_order_of(&tile, (ptrdiff_t)rows * BLOCK, (ptrdiff_t)columns * BLOCK, BLOCK);
}

static void check_once(ptrdiff_t from_row, int rows, int columns) {
    int times[MOST][MOST] = {{0}};
    int blocks = 0;
    for (ct_block_order o = order_of(from_row, UNIT, rows, columns);
         !ct_block_order_ended(&o) && blocks <= rows * columns; ct_block_order_next(&o)) {
        EXPECT(o.row >= 0 && o.row < o.rows && o.row % BLOCK == 0);
        EXPECT(o.column >= 0 && o.column < o.columns && o.column % BLOCK == 0);
        times[o.row / BLOCK][o.column / BLOCK]++;
        blocks++;
    }
    EXPECT_INT(blocks, rows * columns);
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < columns; c++) {
            EXPECT_INT(times[r][c], 1);
        }
    }
}

static void check_diagonals(void) {
    ct_block_order last = order_of(8192, UNIT, 4, 5);
    ct_block_order next = last;
    EXPECT_INT(last.path, CT_ALONG_DIAGONALS);
    for (ct_block_order_next(&next); !ct_block_order_ended(&next); ct_block_order_next(&next)) {
        EXPECT(next.row != last.row);
        EXPECT(next.column != last.column || next.row < last.row); /* a new diagonal */
        last = next;
    }
}

static void check_rows(void) {
    ct_block_order last = order_of(4096 + UNIT, UNIT, 4, 5);
    ct_block_order next = last;
    EXPECT_INT(last.path, CT_ALONG_ROWS);
    for (ct_block_order_next(&next); !ct_block_order_ended(&next); ct_block_order_next(&next)) {
        EXPECT(next.column - last.column == (ptrdiff_t)2 * BLOCK || next.column < last.column);
        last = next;
    }
}

int main(void) {
    static const ptrdiff_t from_rows[] = {4096, 4096 + UNIT, 4000};
    for (int i = 0; i < 3; i++) {
        for (int rows = 0; rows < MOST; rows++) {
            for (int columns = 0; columns < MOST; columns++) {
                check_once(from_rows[i], rows, columns);
            }
        }
    }
    check_diagonals();
    check_rows();
    EXPECT_INT(order_of(4000, UNIT, 4, 5).path, CT_DOWN_COLUMNS);
    EXPECT_INT(order_of(4096, 16, 4, 5).path, CT_DOWN_COLUMNS);
    return expect_status();
}
