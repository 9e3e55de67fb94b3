/* Columns, side by side in registers. For kernels_source.h. */

/* Blocks of columns, a vector at a time. Results may be multiplied by factors. */
INLINE void any_columns(const ct_codelet_pass *pass, int points, int is_forward, int are_turned,
                        const char *from, char *into, int streams, ct_codelet_ahead *ahead) {
    const REAL *factors = pass->factors;
    /* Kept: what is written might be the pass for all that the compiler knows. */
    const ptrdiff_t width = pass->width;
    const ptrdiff_t from_step = pass->from_step;
    const ptrdiff_t into_step = pass->into_step;
    const ptrdiff_t from_block = pass->from_block;
    const ptrdiff_t into_block = pass->into_block;
    const int fetches = ahead->owed > 0 || ahead->left > 0;
    ct_fetch_rows *const rows = ahead->rows;
    ptrdiff_t left = width > 0 ? pass->count : 0;
    ptrdiff_t i = 0;
    while (left > 0) {
        const ptrdiff_t at = first_of(i, WIDE_BYTES, width);
        const line_ends column = {
            .from = from + at,
            .from_step = from_step,
            .into = into + at,
            .into_step = into_step,
            .streams = streams,
            .are_turned = are_turned,
            .turns = factors,
        };
        if (fetches && begins_line(i)) {
            fetch(ahead, pass->fetched);
        }
        if (__builtin_expect(rows != NULL, 0) && begins_line(i)) {
            fetch_some_rows(rows, points);
        }
        transform(&column, points, is_forward);
        i += WIDE_BYTES;
        if (i >= width) {
            i = 0;
            left--;
            from += from_block;
            into += into_block;
            factors += (ptrdiff_t)2 * points;
        }
    }
}

INLINE void columns(const ct_codelet_pass *pass, int points, int first, int is_forward,
                    const char *from, char *into, int streams, ct_codelet_ahead *ahead) {
    if (first == 1) {
        any_columns(pass, points, is_forward, 0, from, into, streams, ahead);
        return;
    }
    for (ptrdiff_t block = 0; block < pass->count; block++) {
        for (ptrdiff_t i = 0; i < pass->width; i += WIDE_BYTES) {
            const ptrdiff_t at = first_of(i, WIDE_BYTES, pass->width);
            if (begins_line(i)) {
                fetch(ahead, pass->fetched);
            }
            const line_ends column = {
                .from = from + at,
                .from_step = pass->from_step,
                .into = into + at,
                .into_step = pass->into_step,
                .streams = streams,
            };
            const meanwhile coming = {.rows = begins_line(i) ? ahead->rows : NULL};
            transform_in_parts(&column, first, points / first, is_forward, pass->factors, &coming);
        }
        from += pass->from_block;
        into += pass->into_block;
    }
}

INLINE void turned_columns(const ct_codelet_pass *pass, int points, int first, int is_forward,
                           const char *from, char *into, int streams, ct_codelet_ahead *ahead) {
    (void)first;
    any_columns(pass, points, is_forward, 1, from, into, streams, ahead);
}

#if WIDE_BYTES < 64
/* Columns whose results go past the cache, in runs of some cache lines of each of their rows, which
 * may lie pages apart: memory takes longer runs faster (planes of c2c 256^3, two ranks of a Zen 3,
 * ms, runs of 64, 256, 512 and 1024 bytes: 60, 49, 48, 46; of 128^3 in 4, 8 and 16 KiB of the
 * first-level cache 6.1, 5.9, 6.2). */
TARGET static void stream_columns(ct_codelet_kernel *kernel, ptrdiff_t points,
                                  const ct_codelet_pass *pass, const char *from, char *into,
                                  ct_codelet_ahead *ahead) {
    _Alignas(CT_LINE_BYTES) char lines[STREAMED_BYTES];
    const ptrdiff_t run = STREAMED_BYTES / points / CT_LINE_BYTES * CT_LINE_BYTES;
    ct_codelet_pass one = *pass;
    one.count = 1;
    for (ptrdiff_t block = 0; block < pass->count; block++) {
        for (ptrdiff_t i = 0; i < pass->width; i += run) {
            const ptrdiff_t left = pass->width - i;
            const ptrdiff_t bytes = left < run ? ct_in_lines(left) : run;
            const ptrdiff_t at = first_of(i, (int)bytes, pass->width);
            one.width = bytes;
            one.into_step = bytes;
            kernel(&one, from + at, lines, 0, ahead);
            for (ptrdiff_t k = 0; k < points; k++) {
                const char *row = lines + k * bytes;
                char *target = into + at + k * pass->into_step;
                for (ptrdiff_t b = 0; b < bytes; b += WIDE_BYTES) {
                    write(read(row + b), target + b, 1);
                }
            }
        }
        from += pass->from_block;
        into += pass->into_block;
    }
}
#endif

/* The same by two kernels (ct_codelet_steps), of points that have none of their own: some 1.2 times
 * as long. */
TARGET static void columns_in_steps(const ct_codelet_pass *pass, const char *from, char *into,
                                    int streams, ct_codelet_ahead *ahead) {
    const ct_codelet_steps *steps = pass->factors;
    const ptrdiff_t points = steps->first * steps->rest;
    const int are_streamed = streams && points <= STREAMED_MOST;
    _Alignas(CT_LINE_BYTES) char buffer[CT_CODELET_MOST * WIDE_BYTES];
    const ct_codelet_pass turned = {
        .count = steps->rest,
        .width = WIDE_BYTES,
        .from_step = steps->rest * pass->from_step,
        .from_block = pass->from_step,
        .into_step = steps->rest * WIDE_BYTES,
        .into_block = WIDE_BYTES,
        .factors = steps + 1,
    };
    const ct_codelet_pass rest = {
        .count = steps->first,
        .width = WIDE_BYTES,
        .from_step = WIDE_BYTES,
        .from_block = steps->rest * WIDE_BYTES,
        .into_step = steps->first * pass->into_step,
        .into_block = pass->into_step,
        .factors = (const REAL *)(steps + 1) + 2 * points,
    };
    ct_codelet_ahead nothing = {.left = 0};
#if WIDE_BYTES < 64
    if (are_streamed) {
        stream_columns(columns_in_steps, points, pass, from, into, ahead);
        return;
    }
#endif
    for (ptrdiff_t block = 0; block < pass->count; block++) {
        for (ptrdiff_t i = 0; i < pass->width; i += WIDE_BYTES) {
            const ptrdiff_t at = first_of(i, WIDE_BYTES, pass->width);
            ct_codelet_ahead rows = {.rows = begins_line(i) ? ahead->rows : NULL};
            if (begins_line(i)) {
                fetch(ahead, pass->fetched);
            }
            steps->turned(&turned, from + at, buffer, 0, &rows);
            steps->columns(&rest, buffer, into + at, are_streamed, &nothing);
        }
        from += pass->from_block;
        into += pass->into_block;
    }
}
