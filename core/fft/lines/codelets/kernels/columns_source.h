/* Columns, side by side in registers. For kernels_source.h. */

/* More points than registers hold, in two steps by way of a buffer. */
INLINE void column_in_parts(const ct_codelet_pass *pass, int first, int rest, int is_forward,
                            const char *from, char *into, int streams,
                            const ct_codelet_ahead *ahead) {
    wide buffer[CT_CODELET_MOST];
    for (ptrdiff_t j = 0; j < rest; j++) {
        wide x[32];
        fetch_rows(ahead, first);
        UNROLL for (ptrdiff_t i = 0; i < first; i++) {
            x[i] = read(from + (j + rest * i) * pass->from_step);
        }
        transform_part(x, first, is_forward,
                       (const REAL *)pass->factors + (ptrdiff_t)2 * first * rest);
        UNROLL for (ptrdiff_t k = 0; k < first; k++) {
            const REAL *factor = (const REAL *)pass->factors + 2 * (first * j + k);
            buffer[rest * k + j] = k == 0 ? x[k] : times(x[k], factor);
        }
    }
    for (ptrdiff_t k = 0; k < first; k++) {
        wide x[32];
        /* Not by memcpy, which keeps x out of registers (500 points, ns a point, 1.0 and 0.55). */
        UNROLL for (ptrdiff_t j = 0; j < rest; j++) {
            x[j] = buffer[rest * k + j];
        }
        transform_part(x, rest, is_forward,
                       (const REAL *)pass->factors + (ptrdiff_t)2 * first * rest);
        UNROLL for (ptrdiff_t l = 0; l < rest; l++) {
            write(x[l], into + (k + first * l) * pass->into_step, streams);
        }
    }
}

INLINE void column(const ct_codelet_pass *pass, int points, int first, int is_forward,
                   int is_turned, const char *from, char *into, int streams,
                   const ct_codelet_ahead *ahead) {
    const REAL *factors = pass->factors;
    wide x[32];
    if (first > 1) {
        column_in_parts(pass, first, points / first, is_forward, from, into, streams, ahead);
        return;
    }
    fetch_rows(ahead, points);
    UNROLL for (ptrdiff_t i = 0; i < points; i++) {
        x[i] = read(from + i * pass->from_step);
    }
    transform_part(x, points, is_forward, factors);
    UNROLL for (ptrdiff_t i = 0; i < points; i++) {
        const wide result = is_turned && i > 0 ? times(x[i], factors + 2 * i) : x[i];
        write(result, into + i * pass->into_step, streams);
    }
}

INLINE void any_columns(const ct_codelet_pass *pass, int points, int first, int is_forward,
                        int are_turned, const char *from, char *into, int streams,
                        ct_codelet_ahead *ahead) {
    for (ptrdiff_t block = 0; block < pass->count; block++) {
        for (ptrdiff_t i = 0; i < pass->width; i += CT_LINE_BYTES) {
            const ptrdiff_t at = first_of(i, CT_LINE_BYTES, pass->width);
            fetch(ahead, pass->fetched);
            column(pass, points, first, is_forward, are_turned, from + at, into + at, streams,
                   ahead);
        }
        from += points * pass->from_step;
        into += points * pass->into_step;
    }
}

INLINE void columns(const ct_codelet_pass *pass, int points, int first, int is_forward,
                    const char *from, char *into, int streams, ct_codelet_ahead *ahead) {
    any_columns(pass, points, first, is_forward, 0, from, into, streams, ahead);
}

INLINE void turned_columns(const ct_codelet_pass *pass, int points, int first, int is_forward,
                           const char *from, char *into, int streams, ct_codelet_ahead *ahead) {
    any_columns(pass, points, first, is_forward, 1, from, into, streams, ahead);
}
