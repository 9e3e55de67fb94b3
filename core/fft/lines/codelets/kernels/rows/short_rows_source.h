/*
 * Rows that are transposed to columns and back: four points of each of four rows (of floats of
 * eight), or a smaller square, are registers of which each point has one after that. Few points
 * stay in registers; others go by a buffer, and by the kernel of columns. Cache lines are written
 * in parts, which streaming stores cannot. For kernels_source.h.
 */

enum { TOGETHER = SQUARE * REGISTER_ROWS };

/* A square of registers, from rows or to them. */
INLINE void read_square(wide *x, const char *from, ptrdiff_t step, REAL factor) {
    UNROLL for (ptrdiff_t row = 0; row < SQUARE; row++) {
        x[row] = read_rows(from + row * REGISTER_ROWS * step, step) * factor;
    }
    transpose(x);
}

INLINE void write_square(const wide *x, char *into, ptrdiff_t step) {
    wide y[SQUARE];
    UNROLL for (ptrdiff_t i = 0; i < SQUARE; i++) {
        y[i] = x[i];
    }
    transpose(y);
    UNROLL for (ptrdiff_t row = 0; row < SQUARE; row++) {
        write_rows(y[row], into + row * REGISTER_ROWS * step, step, 0);
    }
}

INLINE void fetch_together(ct_codelet_ahead *ahead, ptrdiff_t bytes) {
    for (int i = 0; i < TOGETHER; i++) {
        fetch(ahead, bytes);
        ahead->from += ahead->skip;
    }
}

INLINE void short_rows(const ct_codelet_pass *pass, int points, int first, int is_forward,
                       const char *from, char *into, int streams, ct_codelet_ahead *ahead) {
    const ptrdiff_t from_step = pass->from_step;
    const ptrdiff_t into_step = pass->into_step;
    (void)first;
    (void)streams;
    for (ptrdiff_t row = 0; row < pass->count; row += TOGETHER) {
        wide x[32];
        const ptrdiff_t at_row = first_of(row, TOGETHER, pass->count);
        fetch_together(ahead, pass->fetched);
        UNROLL for (int i = 0; i < points; i += SQUARE) { /* the last has some of the one before */
            const ptrdiff_t at = i + SQUARE <= points ? i : points - SQUARE;
            wide y[SQUARE];
            read_square(y, from + at_row * from_step + at * NUMBER_BYTES, from_step,
                        (REAL)pass->factor);
            memcpy(x + at, y, sizeof y);
        }
        transform_registers(x, points, is_forward);
        UNROLL for (int i = 0; i < points; i += SQUARE) {
            const ptrdiff_t at = i + SQUARE <= points ? i : points - SQUARE;
            write_square(x + at, into + at_row * into_step + at * NUMBER_BYTES, into_step);
        }
    }
}

TARGET static void rows_by_columns(const ct_codelet_pass *pass, const char *from, char *into,
                                   int streams, ct_codelet_ahead *ahead) {
    const ct_codelet_by_columns *by = pass->factors;
    wide x[CT_CODELET_MOST];
    (void)streams;
    for (ptrdiff_t row = 0; row < pass->count; row += TOGETHER) {
        ct_codelet_ahead nothing = {.left = 0};
        const ptrdiff_t at_row = first_of(row, TOGETHER, pass->count);
        fetch_together(ahead, pass->fetched);
        for (ptrdiff_t i = 0; i < by->points; i += SQUARE) {
            const ptrdiff_t at = first_of(i, SQUARE, by->points);
            read_square(x + at, from + at_row * pass->from_step + at * NUMBER_BYTES,
                        pass->from_step, (REAL)pass->factor);
        }
        for (int i = 0; i < by->passes; i++) {
            by->pass[i].kernel(&by->pass[i], (const char *)x, (char *)x, 0, &nothing);
        }
        for (ptrdiff_t i = 0; i < by->points; i += SQUARE) {
            const ptrdiff_t at = first_of(i, SQUARE, by->points);
            write_square(x + at, into + at_row * pass->into_step + at * NUMBER_BYTES,
                         pass->into_step);
        }
    }
}
