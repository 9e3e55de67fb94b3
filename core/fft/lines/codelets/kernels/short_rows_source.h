/*
 * Rows of few points, any number from four on: four points of each of four rows (of floats of
 * eight) are four registers, which are transposed, so that each point of the rows has a register,
 * as points of columns have; and back. Cache lines are written in parts, which streaming stores
 * cannot. For kernels_source.h.
 */

/* Squares of four registers, from rows or to them; the last may have some points of the one before.
 */
INLINE void read_squares(wide *x, int points, const char *from, ptrdiff_t step, REAL factor) {
    UNROLL for (int i = 0; i < points; i += 4) {
        const ptrdiff_t at = i + 4 <= points ? i : points - 4;
        wide y[4];
        UNROLL for (ptrdiff_t row = 0; row < 4; row++) {
            y[row] = read_rows(from + row * REGISTER_ROWS * step + at * NUMBER_BYTES, step);
            y[row] *= factor;
        }
        transpose(y);
        memcpy(x + at, y, sizeof y);
    }
}

INLINE void write_squares(const wide *x, int points, char *into, ptrdiff_t step) {
    UNROLL for (int i = 0; i < points; i += 4) {
        const ptrdiff_t at = i + 4 <= points ? i : points - 4;
        wide y[4] = {x[at], x[at + 1], x[at + 2], x[at + 3]};
        transpose(y);
        UNROLL for (ptrdiff_t row = 0; row < 4; row++) {
            write_rows(y[row], into + row * REGISTER_ROWS * step + at * NUMBER_BYTES, step, 0);
        }
    }
}

INLINE void short_rows(const ct_codelet_pass *pass, int points, int first, int is_forward,
                       const char *from, char *into, int streams, ct_codelet_ahead *ahead) {
    enum { TOGETHER = 4 * REGISTER_ROWS };
    (void)first;
    (void)streams;
    for (ptrdiff_t row = 0; row < pass->count; row += TOGETHER) {
        wide x[32];
        const ptrdiff_t at = first_of(row, TOGETHER, pass->count);
        for (int i = 0; i < TOGETHER; i++) {
            fetch(ahead, pass->fetched);
            ahead->from += ahead->skip;
        }
        read_squares(x, points, from + at * pass->from_step, pass->from_step, (REAL)pass->factor);
        transform_part(x, points, is_forward, (const REAL *)pass->factors + (ptrdiff_t)4 * points);
        write_squares(x, points, into + at * pass->into_step, pass->into_step);
    }
}
