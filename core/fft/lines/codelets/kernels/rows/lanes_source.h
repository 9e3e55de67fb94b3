/*
 * Rows as columns, two in the lanes of registers of two numbers, of which one of each row is read
 * and written at a time. The steps are those of columns, so there are no factors that differ from
 * lane to lane and no step across lanes (ns a point in the cache, rows of two numbers in a register
 * and so: 64 points 1.12 and 0.96, 180 1.49 and 1.12, 240 1.70 and 1.26). Cache lines are written
 * in parts, which streaming stores cannot. For kernels_source.h.
 */

INLINE void lanes_of_rows(const ct_codelet_pass *pass, int points, int first, int is_forward,
                          int scales, const char *from, char *into, ct_codelet_ahead *ahead) {
    for (ptrdiff_t row = 0; row < pass->count; row += LANES) {
        const ptrdiff_t at_row = first_of(row, LANES, pass->count);
        const char *const source = from + at_row * pass->from_step;
        char *const target = into + at_row * pass->into_step;
        const line_ends rows = {
            .from = source,
            .from_step = NUMBER_BYTES,
            .into = target,
            .into_step = NUMBER_BYTES,
            .are_rows = {1, 1},
            .from_other = source + pass->from_step,
            .into_other = target + pass->into_step,
            .scales = scales,
            .factor = (REAL)pass->factor,
        };
        if (first == 1) {
            fetch_together(ahead, pass->fetched);
            transform(&rows, points, is_forward);
        } else {
            /* In one go fetches wait for memory, and the rows after them (first stage of c2c 256^3,
             * ms, two ranks, so and while rows are transformed, 66 and 60). */
            const meanwhile coming = {.ahead = ahead, .fetched = pass->fetched};
            for (int i = 0; i < LANES && ahead->owed > 0; i++) {
                pay(ahead);
            }
            transform_in_parts(&rows, first, points / first, is_forward, pass->factors, &coming);
        }
    }
}

/* Without a factor where it is 1, which saves 0.1 ns a point. */
INLINE void rows_in_lanes(const ct_codelet_pass *pass, int points, int first, int is_forward,
                          const char *from, char *into, int streams, ct_codelet_ahead *ahead) {
    (void)streams;
    if (pass->factor == 1) {
        lanes_of_rows(pass, points, first, is_forward, 0, from, into, ahead);
    } else {
        lanes_of_rows(pass, points, first, is_forward, 1, from, into, ahead);
    }
}
