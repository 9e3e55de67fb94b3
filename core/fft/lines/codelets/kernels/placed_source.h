/*
 * Columns of few points, whose rows are anywhere in memory: from arrays to arrays without a tile
 * between. For kernels_source.h.
 */

/* Bytes of each row that are fetched ahead: lines beyond its end are those of the next tile. */
enum { PLACED_AHEAD = 512 };

INLINE void placed_columns(const ct_codelet_pass *pass, int points, int is_forward, int streams) {
    const ct_codelet_places *rows = pass->places;
    const ptrdiff_t left = pass->width % WIDE_BYTES;
    const ptrdiff_t whole = pass->width - left;
    for (ptrdiff_t at = 0; at < whole; at += WIDE_BYTES) {
        const line_ends column = {
            .places = rows,
            .place = at,
            .streams = streams,
            .scales = 1,
            .factor = (REAL)pass->factor,
        };
        for (ptrdiff_t i = 0; i < points && begins_line(at); i++) {
            ct_fetch_line(rows->from[i] + at + PLACED_AHEAD);
        }
        transform(&column, points, is_forward);
    }
    if (left > 0) {
        wide x[CT_CODELET_STEP_MOST];
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
