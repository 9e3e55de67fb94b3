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
