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
        wide x[32];
        if (fetches && begins_line(i)) {
            fetch(ahead, pass->fetched);
        }
        if (__builtin_expect(rows != NULL, 0) && begins_line(i)) {
            fetch_some_rows(rows, points);
        }
        UNROLL for (ptrdiff_t k = 0; k < points; k++) {
            x[k] = read(from + at + k * from_step);
        }
        transform(x, points, is_forward);
        UNROLL for (ptrdiff_t k = 0; k < points; k++) {
            const wide result = are_turned && k > 0 ? times(x[k], factors + 2 * k) : x[k];
            write(result, into + at + k * into_step, streams);
        }
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

/* Columns of more points than registers hold, in two steps by way of a buffer. */
INLINE void column_in_parts(const ct_codelet_pass *pass, int first, int rest, int is_forward,
                            const char *from, char *into, int streams, ct_fetch_rows *rows) {
    const REAL *factors = pass->factors;
    wide buffer[CT_CODELET_MOST];
    for (ptrdiff_t j = 0; j < rest; j++) {
        wide x[32];
        if (__builtin_expect(rows != NULL, 0)) {
            fetch_some_rows(rows, first);
        }
        UNROLL for (ptrdiff_t i = 0; i < first; i++) {
            x[i] = read(from + (j + rest * i) * pass->from_step);
        }
        transform(x, first, is_forward);
        UNROLL for (ptrdiff_t k = 0; k < first; k++) {
            const REAL *factor = factors + 2 * (first * j + k);
            buffer[rest * k + j] = k == 0 ? x[k] : times(x[k], factor);
        }
    }
    for (ptrdiff_t k = 0; k < first; k++) {
        wide x[32];
        /* Not by memcpy, which keeps x out of registers (500 points, ns a point, 1.0 and 0.55). */
        UNROLL for (ptrdiff_t j = 0; j < rest; j++) {
            x[j] = buffer[rest * k + j];
        }
        transform(x, rest, is_forward);
        UNROLL for (ptrdiff_t l = 0; l < rest; l++) {
            write(x[l], into + (k + first * l) * pass->into_step, streams);
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
            column_in_parts(pass, first, points / first, is_forward, from + at, into + at, streams,
                            begins_line(i) ? ahead->rows : NULL);
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
/* Columns whose results go past the cache, a line of each at a time. */
TARGET static void stream_columns(ct_codelet_kernel *kernel, ptrdiff_t points,
                                  const ct_codelet_pass *pass, const char *from, char *into,
                                  ct_codelet_ahead *ahead) {
    _Alignas(CT_LINE_BYTES) char lines[STREAMED_MOST * CT_LINE_BYTES];
    ct_codelet_pass one = *pass;
    one.count = 1;
    one.width = CT_LINE_BYTES;
    one.into_step = CT_LINE_BYTES;
    for (ptrdiff_t block = 0; block < pass->count; block++) {
        for (ptrdiff_t i = 0; i < pass->width; i += CT_LINE_BYTES) {
            const ptrdiff_t at = first_of(i, CT_LINE_BYTES, pass->width);
            kernel(&one, from + at, lines, 0, ahead);
            for (ptrdiff_t k = 0; k < points; k++) {
                const char *line = lines + k * CT_LINE_BYTES;
                char *target = into + at + k * pass->into_step;
                write(read(line), target, 1);
                write(read(line + WIDE_BYTES), target + WIDE_BYTES, 1);
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
