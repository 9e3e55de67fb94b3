/*
 * The first step of long rows (long.h): columns of a matrix, as many at once as a vector has lanes,
 * whose results are multiplied by a factor each and written as rows: the transposition is in
 * registers, a square of results at a time. For kernels_source.h.
 */

INLINE void crossed_columns(const ct_codelet_pass *pass, int points, int first, int is_forward,
                            const char *from, char *into, int streams, ct_codelet_ahead *ahead) {
    const REAL *factors = pass->factors;
    (void)first;
    (void)streams;
    for (ptrdiff_t i = 0; i < pass->width; i += WIDE_BYTES) {
        wide x[32];
        const ptrdiff_t at = first_of(i, WIDE_BYTES, pass->width);
        char *const rows = into + at / NUMBER_BYTES * pass->into_step;
        fetch(ahead, points * (pass->width - i < WIDE_BYTES ? pass->width - i : WIDE_BYTES));
        UNROLL for (ptrdiff_t k = 0; k < points; k++) {
            x[k] = read(from + at + k * pass->from_step) * (REAL)pass->factor;
        }
        transform_registers(x, points, is_forward);
        UNROLL for (ptrdiff_t k = 1; k < points; k++) {
            x[k] = times_each(x[k], read(factors + k * REALS));
        }
        UNROLL for (ptrdiff_t k = 0; k < points; k += SQUARE) {
            transpose(x + k);
            UNROLL for (ptrdiff_t j = 0; j < SQUARE; j++) {
                write_rows(x[k + j], rows + j * pass->into_step + k * NUMBER_BYTES,
                           SQUARE * pass->into_step, 0);
            }
        }
        factors += (ptrdiff_t)points * REALS;
    }
}

/* Between the steps of longer ones (matrix.h), whose columns are in a tile. */
TARGET static void cross(const ct_codelet_crossing *tile, const char *from, char *into) {
    const REAL *rows_factors = tile->rows_factors;
    const char *factors = tile->numbers_factors;
    const ptrdiff_t row_bytes = tile->row_bytes;
    const ptrdiff_t from_step = tile->from_step;
    const ptrdiff_t into_step = tile->into_step;
    for (ptrdiff_t k = 0; k < tile->rows; k += SQUARE) {
        REAL by[SQUARE][2];
        for (ptrdiff_t j = 0; j < SQUARE; j++, rows_factors += 2) {
            by[j][0] = rows_factors[0] * (REAL)tile->factor;
            by[j][1] = rows_factors[1] * (REAL)tile->factor;
        }
        for (ptrdiff_t i = 0; i < row_bytes; i += WIDE_BYTES) {
            wide x[SQUARE];
            char *const rows = into + i / NUMBER_BYTES * into_step;
            UNROLL for (ptrdiff_t j = 0; j < SQUARE; j++) {
                x[j] = times_each(times(read(from + j * from_step + i), by[j]),
                                  read(factors + j * row_bytes + i));
            }
            transpose(x);
            UNROLL for (ptrdiff_t j = 0; j < SQUARE; j++) {
                write_rows(x[j], rows + j * into_step, SQUARE * into_step, 0);
            }
        }
        from += SQUARE * from_step;
        factors += SQUARE * row_bytes;
        into += (ptrdiff_t)SQUARE * NUMBER_BYTES;
    }
}
