/*
 * Columns of few points, whose rows are anywhere in memory: from arrays to arrays without a tile
 * between. For kernels_source.h.
 */

/* Bytes of each row that are fetched ahead: lines beyond its end are those of the next tile. */
enum { PLACED_AHEAD = 512 };

#if WIDE_BYTES == 64
INLINE void placed_columns(const ct_codelet_pass *pass, int points, int first, int is_forward,
                           const char *from, char *into, int streams, ct_codelet_ahead *ahead) {
    const ct_codelet_places *rows = pass->places;
    const ptrdiff_t left = pass->width % CT_LINE_BYTES;
    const ptrdiff_t whole = pass->width - left;
    wide x[32];
    (void)first;
    (void)from;
    (void)into;
    (void)ahead;
    for (ptrdiff_t at = 0; at < whole; at += CT_LINE_BYTES) {
        UNROLL for (ptrdiff_t i = 0; i < points; i++) {
            x[i] = read(rows->from[i] + at) * (REAL)pass->factor;
            ct_fetch_line(rows->from[i] + at + PLACED_AHEAD);
        }
        transform_registers(x, points, is_forward);
        UNROLL for (ptrdiff_t i = 0; i < points; i++) {
            write(x[i], rows->into[i] + at, streams);
        }
    }
    if (left > 0) {
        memset(x, 0, (size_t)points * sizeof *x);
        for (ptrdiff_t i = 0; i < points; i++) {
            memcpy(x + i, rows->from[i] + whole, (size_t)left);
            x[i] *= (REAL)pass->factor;
        }
        transform_registers(x, points, is_forward);
        for (ptrdiff_t i = 0; i < points; i++) {
            memcpy(rows->into[i] + whole, x + i, (size_t)left);
        }
    }
}
#endif
