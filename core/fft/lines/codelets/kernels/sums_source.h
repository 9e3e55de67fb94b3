/*
 * Columns of a prime number of points by the defining sum, of pairs of points,
 *
 *   X(k), X(p - k) = x(0) + sum over j of cos(2 pi j k / p) (x(j) + x(p - j))
 *                    -+ i sum over j of sin(2 pi j k / p) (x(j) - x(p - j)),
 *
 * some coefficients at once for each pair that is read: real factors, half as many products, and no
 * steps. A Zen 3, 64 columns of doubles in the cache, us, as convolutions and so: 23 points 12 and
 * 5, 37 15 and 8, 47, padded, 20 and 11, 53 17 and 14, 61 15 and 17, 71 19 and 22, 83, padded, 43
 * and 30, 97 24 and 37. For kernels_source.h.
 */

enum { SUMMED_PAIRS = CT_CODELET_SUMMED_MOST / 2 };

/* A column of registers. The factors of `CT_CODELET_SUMS` coefficients follow each other for each
 * pair: cosines, then sines with the sign of the direction. */
INLINE void sum_column(const void *factors, const char *from, ptrdiff_t from_step, char *into,
                       ptrdiff_t into_step, int streams) {
    const ct_codelet_sums *by = factors;
    const ptrdiff_t points = by->points;
    const ptrdiff_t pairs = points / 2;
    const REAL *factor = (const REAL *)(by + 1);
    const ptrdiff_t factors_each = 2 * (ptrdiff_t)CT_CODELET_SUMS;
    const wide origin = read(from);
    const wide zero = {0};
    wide all = origin;
    wide sum[SUMMED_PAIRS];
    wide apart[SUMMED_PAIRS];
    for (ptrdiff_t j = 0; j < pairs; j++) {
        const wide one = read(from + (j + 1) * from_step);
        const wide other = read(from + (points - 1 - j) * from_step);
        sum[j] = one + other;
        apart[j] = one - other;
        all += sum[j];
    }
    write(all, into, streams);
    for (ptrdiff_t k = 0; k < pairs; k += CT_CODELET_SUMS) {
        wide even[CT_CODELET_SUMS];
        wide odd[CT_CODELET_SUMS];
        UNROLL for (ptrdiff_t i = 0; i < CT_CODELET_SUMS; i++) {
            even[i] = origin;
            odd[i] = zero;
        }
        for (ptrdiff_t j = 0; j < pairs; j++, factor += factors_each) {
            UNROLL for (ptrdiff_t i = 0; i < CT_CODELET_SUMS; i++) {
                even[i] += sum[j] * factor[i];
                odd[i] += apart[j] * factor[CT_CODELET_SUMS + i];
            }
        }
        UNROLL for (ptrdiff_t i = 0; i < CT_CODELET_SUMS; i++) {
            const wide turned_odd = swapped(odd[i]) * alternating(1);
            const ptrdiff_t at = k + i + 1;
            if (at <= pairs) {
                write(even[i] + turned_odd, into + at * into_step, streams);
                write(even[i] - turned_odd, into + (points - at) * into_step, streams);
            }
        }
    }
}

/* Blocks of columns, a register at a time, each read before it is written, by `transform_one`, of
 * which `kernel` is made. */
INLINE void by_column(const ct_codelet_pass *pass, ptrdiff_t points,
                      void (*transform_one)(const void *factors, const char *from,
                                            ptrdiff_t from_step, char *into, ptrdiff_t into_step,
                                            int streams),
                      ct_codelet_kernel *kernel, const char *from, char *into, int streams,
                      ct_codelet_ahead *ahead) {
    const int are_streamed = streams && points <= STREAMED_MOST;
#if WIDE_BYTES < 64
    if (are_streamed) {
        stream_columns(kernel, points, pass, from, into, ahead);
        return;
    }
#else
    (void)kernel;
#endif
    for (ptrdiff_t block = 0; block < pass->count; block++) {
        for (ptrdiff_t i = 0; i < pass->width; i += WIDE_BYTES) {
            const ptrdiff_t at = first_of(i, WIDE_BYTES, pass->width);
            if (begins_line(i)) {
                fetch(ahead, pass->fetched);
            }
            if (__builtin_expect(ahead->rows != NULL, 0) && begins_line(i)) {
                fetch_some_rows(ahead->rows, points);
            }
            transform_one(pass->factors, from + at, pass->from_step, into + at, pass->into_step,
                          are_streamed);
        }
        from += pass->from_block;
        into += pass->into_block;
    }
}

TARGET static void summed_columns(const ct_codelet_pass *pass, const char *from, char *into,
                                  int streams, ct_codelet_ahead *ahead) {
    const ct_codelet_sums *by = pass->factors;
    by_column(pass, by->points, sum_column, summed_columns, from, into, streams, ahead);
}
